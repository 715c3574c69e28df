import { ToolError } from '../../core/errors.ts';
import { meantName } from '../../core/text/nearest-name.ts';
import { beginningOf } from '../../core/text/whole-characters.ts';
import { asJson } from './received-value.ts';

export type Entry = readonly [name: string, value: unknown];

/** How a refusal speaks of what takes the parameters, and of what did not happen. */
export type Taking = { readonly taker: string; readonly prefix: string; readonly consequence: string };

/**
 * What was given, under the names that are known: `dryRun` is `dry_run`. A name that is nobody's is refused, for
 * whoever wrote it counts on its effect; one that begins with `_` is a note between others.
 */
export function withProperNames(given: readonly Entry[], known: readonly string[], taking: Taking): Entry[] {
  const bySpelling = new Map(known.map((name) => [spellingOf(name), name]));
  const proper = new Map<string, Entry>();
  for (const [name, value] of given) {
    if (name.startsWith('_')) continue;
    const meant = bySpelling.get(spellingOf(name));
    if (meant === undefined) throw unknownError(name, known, taking);
    const other = proper.get(meant);
    if (other && !isSame(other[1], value)) throw twiceError([other[0], name], meant, taking);
    proper.set(meant, [name, value]);
  }
  return [...proper].map(([name, [, value]]) => [name, value]);
}

/** Case, underscores and dashes are a matter of custom. */
function spellingOf(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && asJson(a) === asJson(b));
}

const MOST_OF_NAME = 80;

function unknownError(name: string, known: readonly string[], { taker, prefix, consequence }: Taking) {
  const given = beginningOf(name, MOST_OF_NAME);
  const parameter = `${prefix}${given}`;
  return new ToolError(
    'INVALID_PARAMS',
    `Unknown parameter \`${parameter}\`${meantName(given, known)} ${taker} takes: ${known.join(', ')}. ${consequence}`,
    { parameter },
  );
}

function twiceError(names: readonly string[], meant: string, { prefix, consequence }: Taking): ToolError {
  const [one, other] = names.map((name) => `\`${prefix}${name}\``);
  return new ToolError(
    'INVALID_PARAMS',
    `${one} and ${other} are one parameter and have different values. Give only \`${meant}\`. ${consequence}`,
    { parameter: `${prefix}${meant}` },
  );
}
