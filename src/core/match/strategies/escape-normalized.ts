/** A way in which models spoil both texts alike, undone; undefined if a text does not show it. */
export type Repair = {
  readonly label: string;
  apply(text: string): string | undefined;
};

/** One level of escapes too many: a whole text on one line with `\\n` in it, or quotes with a backslash. */
export function unescaped(text: string): string {
  return text.replace(ESCAPE, (_, escaped: string) => ESCAPED[escaped] ?? escaped);
}

/** The same, but line breaks and tabs in strings stay escaped, as code has them there. */
export function unescapedOutsideStrings(text: string): string {
  let [result, at] = ['', 0];
  for (const { start, end, mark } of stringsIn(text)) {
    const quote = mark.at(-1)!;
    result += unescaped(text.slice(at, start)) + quote;
    result += text.slice(start + mark.length, end - mark.length) + quote;
    at = end;
  }
  return result + unescaped(text.slice(at));
}

/** Whether a string has an escape in it that would break it in two, or change what it says. */
export function hasEscapeInString(text: string): boolean {
  return stringsIn(text).some(({ start, end, mark }) =>
    /(?<!\\)(?:\\\\)*\\[nrt]/.test(text.slice(start + mark.length, end - mark.length)),
  );
}

/** Whether a string that may have line breaks has escapes: these may be such line breaks, or of the code. */
export function hasEscapeInTemplate(text: string): boolean {
  return stringsIn(text).some(
    ({ start, end, mark }) => mark.endsWith('`') && /\\[nrt]/.test(text.slice(start, end)),
  );
}

/** The same, where a quote is escaped that need not be: then all of it was. */
export function hasEscapedTemplate(text: string): boolean {
  return stringsIn(text).some(
    ({ start, end, mark }) => mark.endsWith('`') && /\\["']/.test(text.slice(start, end)),
  );
}

/** Backticks and interpolations as in a text that was itself put in backticks. */
export const unescapedBackticks: Repair = {
  label: 'escaped backticks',
  apply: (text) => {
    const repaired = text.replace(/\\(`|\$\{)/g, '$1');
    return repaired === text ? undefined : repaired;
  },
};

const ESCAPE = /\\([nrt"'`$\\])/g;

/** A string with its quotes, which may be escaped themselves. */
type Literal = { readonly start: number; readonly end: number; readonly mark: string };

/** A fence of Markdown is no quote. */
const PIECE = /```|(\\?["'`])|\\.|.|\n/gu;

function stringsIn(text: string): Literal[] {
  const found: Literal[] = [];
  let open: { start: number; mark: string } | undefined;
  let before = '';
  for (const { index, 0: piece, 1: mark } of text.matchAll(PIECE)) {
    if (open && mark === open.mark) {
      found.push({ ...open, end: index + piece.length });
      open = undefined;
    } else if (!open && mark && !(mark.endsWith("'") && /^[\p{L}\p{N}_]$/u.test(before))) {
      // An apostrophe in a word opens no string.
      open = { start: index, mark };
    } else if (piece === '\n') open = undefined;
    before = piece;
  }
  return found;
}

const ESCAPED: Record<string, string> = { n: '\n', r: '', t: '\t' };

export const unescapedUnicode: Repair = {
  label: 'unicode escapes',
  apply: (text) => {
    if (!/\\u[0-9a-fA-F]{4}/.test(text)) return undefined;
    return text.replace(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  },
};

const ENTITIES: Record<string, string> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
  '#x27': "'",
  '#34': '"',
};

export const decodedEntities: Repair = {
  label: 'HTML entities',
  apply: (text) => {
    const decoded = text.replace(/&(#?\w+);/g, (all, name: string) => ENTITIES[name] ?? all);
    return decoded === text ? undefined : decoded;
  },
};
