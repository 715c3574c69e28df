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
