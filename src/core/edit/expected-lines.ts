import { lineEndAt, linesOf, withoutEnding } from '../text/lines.ts';

/** The lines of a text that a caller sent; a final line break ends its last line and begins no other. */
export function linesOfContent(content: string): string[] {
  return content === '' ? [''] : linesOf(content);
}

/** Whether these lines are the expected ones, apart from white space around them. */
export function areExpected(lines: readonly string[], expected: readonly string[]): boolean {
  return expected.every((text, i) => lines[i]?.trim() === text.trim());
}

export type FoundLines = {
  /** The first of the lines at which they begin. */
  readonly places: readonly number[];
  /** How many there are in all. */
  readonly count: number;
};

const LINES_PER_STEP = 1_000;

/**
 * The places of the expected lines in a text, apart from white space around them, in steps: one pass over the text
 * (Knuth, Morris and Pratt), whatever the lines are.
 */
export function* findLines(
  text: string,
  expected: readonly string[],
  max: number,
): Generator<void, FoundLines> {
  const wanted = expected.map((line) => line.trim());
  const shorter = borders(wanted);
  const places: number[] = [];
  let [count, line, matched] = [0, 1, 0];
  for (let start = 0; start < text.length; line++) {
    const end = lineEndAt(text, start);
    matched = extended(wanted, shorter, matched, withoutEnding(text.slice(start, end)).trim());
    if (matched === wanted.length) {
      count++;
      if (places.length < max) places.push(line - wanted.length + 1);
      matched = shorter[matched - 1]!;
    }
    start = end;
    if (line % LINES_PER_STEP === 0) yield;
  }
  return { places, count };
}

/** How many lines are matched after one more. */
function extended(
  wanted: readonly string[],
  shorter: readonly number[],
  matched: number,
  line: string,
): number {
  let at = matched;
  while (at > 0 && wanted[at] !== line) at = shorter[at - 1]!;
  return wanted[at] === line ? at + 1 : 0;
}

/** For the first n lines: how many of them, at most and fewer than n, are also the last ones. */
function borders(lines: readonly string[]): number[] {
  const found = [0];
  for (let at = 1; at < lines.length; at++) found.push(extended(lines, found, found[at - 1]!, lines[at]!));
  return found;
}
