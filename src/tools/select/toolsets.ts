import type { Tool } from '../call/define-tool.ts';
import { effects, isOptIn } from '../call/effects.ts';

/** Smaller sets of tools, by what models are used to. */
const named: Readonly<Record<string, readonly string[]>> = {
  /** What Claude models are trained on. */
  claude: ['file_editor', 'search', 'undo', 'terminal'],
  /** What Codex models are trained on. */
  codex: ['apply_patch', 'file_read', 'search', 'undo', 'terminal'],
  /** For models that quote a text and its replacement, or write whole files. */
  gemini: ['edit_file', 'file_write', 'file_read', 'search', 'undo', 'terminal'],
  /** For models that work by line numbers. */
  lines: ['edit_lines', 'file_write', 'file_read', 'search', 'undo', 'terminal'],
  /** One exact replacement at a time, with codes and a diff as JSON. */
  exact: ['edit_text_file', 'file_write', 'file_read', 'search', 'undo'],
};

/** Other names of a set: clients whose models are used to the same tools. */
const sameAs: Readonly<Record<string, string>> = { opencode: 'gemini' };

const byEffect: Readonly<Record<string, (tool: Tool) => boolean>> = {
  full: ({ effect }) => !isOptIn(effect),
  /** Everything for files, and no shell. */
  editor: ({ effect }) => !effects[effect].isOpenWorld,
  'read-only': ({ effect }) => !effects[effect].writes && !isOptIn(effect),
};

const toolsets = { ...byEffect, ...named };

export const toolsetNames: readonly string[] = [...Object.keys(toolsets), ...Object.keys(sameAs)];

/**
 * @internal
 * The names of those tools that are in a toolset.
 */
export function toolsInSet(given: string, tools: readonly Tool[]): readonly string[] {
  const name = Object.hasOwn(sameAs, given) ? sameAs[given]! : given;
  const set = Object.hasOwn(toolsets, name) ? toolsets[name] : undefined;
  if (set) return typeof set === 'function' ? tools.filter(set).map((tool) => tool.name) : set;
  throw new Error(`Unknown toolset: ${name}. Known toolsets: ${toolsetNames.join(', ')}.`);
}
