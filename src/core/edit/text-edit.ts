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
