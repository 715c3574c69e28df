/** A way in which models spoil both texts alike, undone; undefined if a text does not show it. */
export type Repair = {
  readonly mends: string;
  mend(text: string): string | undefined;
};

/** One level of escapes too many: a whole text on one line with `\\n` in it, or quotes with a backslash. */
export function unescaped(text: string): string {
  return text.replace(ESCAPE, (_, escaped: string) => ESCAPED[escaped] ?? escaped);
}

/** The same, but line breaks and tabs in strings stay escaped, as code has them there. */
export function unescapedOutsideStrings(text: string): string {
  let [result, at] = ['', 0];
  for (const { index, 0: literal, 1: mark } of text.matchAll(STRING)) {
    const quote = mark!.at(-1)!;
    result += unescaped(text.slice(at, index)) + quote + literal.slice(mark!.length, -mark!.length) + quote;
    at = index + literal.length;
  }
  return result + unescaped(text.slice(at));
}

/** Whether a string has an escape in it that would break it in two, or change what it says. */
export function hasEscapeInString(text: string): boolean {
  return [...text.matchAll(STRING)].some(([literal, mark]) =>
    /(?<!\\)(?:\\\\)*\\[nrt]/.test(literal.slice(mark!.length, -mark!.length)),
  );
}

const ESCAPE = /\\([nrt"'`$\\])/g;
/** A string, its quotes escaped or not; an apostrophe in a word opens none. */
const STRING = /(?<![\p{L}\p{N}_])(\\?["'`])[^"'`]*?\1/gu;

const ESCAPED: Record<string, string> = { n: '\n', r: '', t: '\t' };

export const unescapedUnicode: Repair = {
  mends: 'unicode escapes',
  mend: (text) => {
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
  mends: 'HTML entities',
  mend: (text) => {
    const decoded = text.replace(/&(#?\w+);/g, (all, name: string) => ENTITIES[name] ?? all);
    return decoded === text ? undefined : decoded;
  },
};
