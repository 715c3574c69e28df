/** A half-open range of UTF-16 offsets. */
export type Span = { readonly start: number; readonly end: number };
