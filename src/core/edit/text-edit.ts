import { countLines, lineNumberAt, lineNumbersAt } from '../text/lines.ts';
import type { Span } from '../text/span.ts';

export type TextEdit = {
  readonly span: Span;
  readonly newText: string;
  /** The line ends of the new text are those of its place already. */
  readonly isFitted?: true;
};

/** What happened to one file; an absent side means that it did not exist. */
export type Change = {
  readonly path: string;
  readonly before?: Uint8Array | undefined;
  readonly after?: Uint8Array | undefined;
  /** Where the two sides differ, if that is known already. */
  readonly region?: ChangedRegion;
  /** The group of changes with which it can be taken back. */
  readonly group?: string;
};

/** Bytes outside it are the same on both sides. */
export type ChangedRegion = { readonly start: number; readonly beforeEnd: number; readonly afterEnd: number };

/** The edits in the order of their place; the given list is not changed. */
export function sortEdits<E extends TextEdit>(edits: readonly E[]): E[] {
  return edits.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

/** The text, or a part of it, with edits made that are sorted and do not overlap. */
export function spliceEdits(
  text: string,
  edits: readonly TextEdit[],
  part: Span = { start: 0, end: text.length },
): string {
  // Added up and not joined: the engine copies nothing until the result is read.
  let result = '';
  let position = part.start;
  for (const { span, newText } of edits) {
    result += text.slice(position, span.start) + newText;
    position = span.end;
  }
  return result + text.slice(position, part.end);
}

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
