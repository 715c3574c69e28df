import { ToolError } from '../../core/errors.ts';
import { meantName } from '../../core/text/nearest-name.ts';
import { beginningOf } from '../../core/text/whole-characters.ts';
import { asJson } from './received-value.ts';

export type Entry = readonly [name: string, value: unknown];

/** Where parameters were given: to a tool, or in an object inside its input. */
export type ParameterContext = {
  readonly toolName: string;
  /** `edits[0]`; empty for the input itself. */
  readonly path: string;
  /** What a refusal ends with. */
  readonly unchangedNotice: string;
};

/**
 * Entries under their declared names: `dryRun` is `dry_run`. Unknown names are rejected: the caller expects them to do
 * something. Names starting with `_` are ignored.
 */
export function withDeclaredNames(
  given: readonly Entry[],
  declared: readonly string[],
  context: ParameterContext,
): Entry[] {
  const byKey = new Map(declared.map((name) => [keyOf(name), name]));
  const found = new Map<string, Entry>();
  for (const [name, value] of given) {
    if (name.startsWith('_')) continue;
    const declaredName = byKey.get(keyOf(name));
    if (declaredName === undefined) throw unknownError(name, declared, context);
    const other = found.get(declaredName);
    if (other && !isSame(other[1], value)) throw twiceError([other[0], name], declaredName, context);
    found.set(declaredName, [name, value]);
  }
  return [...found].map(([name, [, value]]) => [name, value]);
}

/** Names are equal without regard to case, underscores and dashes. */
function keyOf(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && asJson(a) === asJson(b));
}

const MAX_NAME_CHARACTERS = 80;

function unknownError(name: string, declared: readonly string[], context: ParameterContext): ToolError {
  const { toolName, path, unchangedNotice } = context;
  const given = beginningOf(name, MAX_NAME_CHARACTERS);
  const parameter = within(path, given);
  const owner = path === '' ? toolName : `\`${path}\``;
  return new ToolError(
    'INVALID_PARAMS',
    `Unknown parameter \`${parameter}\`${meantName(given, declared)} ${owner} takes: ${declared.join(', ')}. ${unchangedNotice}`,
    { parameter },
  );
}

function twiceError(names: readonly string[], declaredName: string, context: ParameterContext): ToolError {
  const { path, unchangedNotice } = context;
  const [one, other] = names.map((name) => `\`${within(path, name)}\``);
  return new ToolError(
    'INVALID_PARAMS',
    `${one} and ${other} are the same parameter and have different values. Pass only \`${declaredName}\`. ${unchangedNotice}`,
    { parameter: within(path, declaredName) },
  );
}

function within(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
