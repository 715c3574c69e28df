import { countLines, lineNumberAt, lineNumbersAt } from '../text/lines.ts';
import type { TextEdit } from './text-edit.ts';

/** The numbers of a first and a last line, from 1. */
export type LineRange = { readonly first: number; readonly last: number };

/** The lines that an edit covers. */
export type EditedLines = {
  readonly before: LineRange;
  readonly after: LineRange;
  /** The lines with new text: not the one after a line break at its end. */
  readonly written: LineRange;
};

/** The lines that each of these sorted edits covers, before and after all of them. */
export function editedLines(text: string, edits: readonly TextEdit[]): EditedLines[] {
  const numbers = lineNumbersAt(
    text,
    edits.flatMap(({ span }) => [span.start, span.end]),
  );
  let shift = 0;
  return edits.map(({ newText }, i) => {
    const before = { first: numbers[2 * i]!, last: numbers[2 * i + 1]! };
    const first = before.first + shift;
    const last = first + lineNumberAt(newText, newText.length) - 1;
    shift = last - before.last;
    return { before, after: { first, last }, written: { first, last: lastWritten(first, newText) } };
  });
}

/** The last line with text of an edit that begins in line `first`. */
export function lastWritten(first: number, newText: string): number {
  return first + Math.max(1, countLines(newText)) - 1;
}
