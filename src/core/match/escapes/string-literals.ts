/** A string with its quotes, which may be escaped themselves. */
export type Literal = { readonly start: number; readonly end: number; readonly mark: string };

/** A fence of Markdown and the marks of a text of several lines are no quotes; nor is that of a lifetime in Rust. */
const PIECE = /```|(?:\\?"){3}|(?:\\?'){3}|[&<]'(?=\w+\b(?!'))|'(?=\w+>)|(\\?["'`])|\\.|.|\n/gu;

/** The strings of a text, and where a double quote is that none closes. */
export function stringsIn(text: string): {
  readonly strings: Literal[];
  readonly unclosed: number | undefined;
} {
  const strings: Literal[] = [];
  let open: { start: number; mark: string } | undefined;
  let unclosed: number | undefined;
  const drop = () => {
    if (open?.mark.endsWith('"')) unclosed ??= open.start;
    open = undefined;
  };
  let before = '';
  for (const { index, 0: piece, 1: mark } of text.matchAll(PIECE)) {
    if (open && mark === open.mark) {
      strings.push({ ...open, end: index + piece.length });
      open = undefined;
    } else if (!open && mark && !(mark.endsWith("'") && /^[\p{L}\p{N}_]$/u.test(before))) {
      // An apostrophe in a word opens no string.
      open = { start: index, mark };
    } else if (piece === '\n') drop();
    before = piece;
  }
  drop();
  return { strings, unclosed };
}

export function contentOf(text: string, { start, end, mark }: Literal): string {
  return text.slice(start + mark.length, end - mark.length);
}
