import { effects, isOptIn } from '../call/effects.ts';
import { tools } from '../index.ts';

/** Smaller sets of tools, by what models are used to. */
const named: Readonly<Record<string, readonly string[]>> = {
  /** What Claude models are trained on. */
  claude: ['file_editor', 'search', 'terminal'],
  /** What Codex models are trained on. */
  codex: ['apply_patch', 'file_read', 'search', 'terminal'],
  /** For models that quote a text and its replacement, or write whole files. */
  gemini: ['edit_file', 'file_write', 'file_read', 'search', 'terminal'],
  /** For models that work by line numbers. */
  lines: ['edit_lines', 'file_write', 'file_read', 'search', 'terminal'],
  /** One exact replacement at a time, with codes and a diff as JSON. */
  exact: ['edit_text_file', 'file_write', 'file_read', 'search'],
};

const byEffect: Readonly<Record<string, readonly string[]>> = {
  full: tools.filter(({ effect }) => !isOptIn(effect)).map(({ name }) => name),
  /** Everything for files, and no shell. */
  editor: tools.filter(({ effect }) => !effects[effect].isOpenWorld).map(({ name }) => name),
};

const toolsets = { ...byEffect, ...named };

export const toolsetNames: readonly string[] = Object.keys(toolsets);

/**
 * @internal
 * The names of the tools in a toolset.
 */
export function toolsInSet(name: string): readonly string[] {
  if (Object.hasOwn(toolsets, name)) return toolsets[name]!;
  throw new Error(`Unknown toolset: ${name}. Known toolsets: ${toolsetNames.join(', ')}.`);
}
