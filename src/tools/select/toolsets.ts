import { effects, isOptIn } from '../call/effects.ts';
import { tools } from '../index.ts';

/** Smaller sets of tools, by what models are used to. */
const named: Readonly<Record<string, readonly string[]>> = {
  /** What Claude models are trained on. */
  claude: ['file_editor', 'terminal'],
  /** For models that quote a text and its replacement, and read by line numbers. */
  codex: ['edit_file', 'file_read', 'terminal'],
  gemini: ['edit_file', 'file_read', 'terminal'],
  /** For models that work by line numbers. */
  lines: ['edit_lines', 'file_read', 'terminal'],
  /** One exact replacement at a time, with codes and a diff as JSON. */
  exact: ['edit_text_file', 'file_read'],
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
