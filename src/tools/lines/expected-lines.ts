import { areExpected, type FoundLines, findLines, linesOfContent } from '../../core/edit/expected-lines.ts';
import { ToolError } from '../../core/errors.ts';
import type { Masker } from '../../core/secrets/masker.ts';
import { MASK } from '../../core/secrets/secrets.ts';
import { countLines, linesBack, linesOf, linesOn, offsetOfLine } from '../../core/text/lines.ts';
import { inTurns } from '../../workspace/turns.ts';
import { invalid } from '../call/input.ts';
import { masked } from '../call/masked-value.ts';
import { CONTEXT, excerpt, type LinesAround } from './lines-result.ts';

/** The text that the caller expects at a line of a file. */
export type Expectation = {
  readonly path: string;
  readonly line: number;
  readonly expected: string | undefined;
};

const MAX_STALE_CHARACTERS = 2000;
const MAX_PLACES = 10;

/** More would take the server too long, and no model writes them. */
const MAX_LINES = 100_000;

export function refuseTooManyLines(parameter: string, content: string): void {
  const count = countLines(content);
  if (count > MAX_LINES)
    throw invalid(
      `Invalid \`${parameter}\` parameter: it has ${count} lines. Give at most ${MAX_LINES} in one call.`,
    );
}

/** Refuses an edit by line numbers if the expected lines are not there, and says where they are. */
export async function refuseStale(
  { path, line, expected }: Expectation,
  text: string,
  masker: Masker,
): Promise<void> {
  if (expected === undefined) return;
  if (line === 0)
    throw invalid('Parameter `expected` does not apply at the beginning of a file. Leave it out.');
  refuseTooManyLines('expected', expected);
  const wanted = linesOfContent(expected);
  const start = offsetOfLine(text, line);
  const there = linesOf(text.slice(start, linesOn(text, start, wanted.length)));
  const isShown = expected.includes(MASK) && areExpected(masked(there, masker), wanted);
  if (isShown || areExpected(there, wanted)) return;
  const found = await inTurns(findLines(text, wanted, MAX_PLACES));
  const limits = { characters: MAX_STALE_CHARACTERS, masker };
  const now = excerpt(linesAround(text, line, wanted.length), { first: line, count: wanted.length }, limits);
  throw new ToolError(
    'STALE_LINES',
    `Nothing was changed: line ${line} of ${path} is not what \`expected\` says. The file has:\n${now}\n${currentPlaces(found)}`,
    { path, line, places: found.places },
  );
}

function linesAround(text: string, first: number, count: number): LinesAround {
  const start = offsetOfLine(text, first);
  const from = linesBack(text, start, CONTEXT);
  const lines = linesOf(text.slice(from, linesOn(text, start, count + CONTEXT)));
  return { lines, from: Math.max(1, first - CONTEXT), total: countLines(text) };
}

function currentPlaces({ places, count }: FoundLines): string {
  if (count === 0) return 'That text is nowhere in the file. Read it again.';
  const more = count > places.length ? ` and ${count - places.length} more` : '';
  return `It is at ${count === 1 ? 'line' : 'lines'} ${places.join(', ')}${more} now.`;
}
