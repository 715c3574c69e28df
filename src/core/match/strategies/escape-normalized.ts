/** A way in which models spoil both texts alike, undone; undefined if a text does not show it. */
export type Repair = {
  readonly mends: string;
  mend(text: string): string | undefined;
};

/** One level of escapes too many: a whole text on one line with `\\n` in it, or quotes with a backslash. */
export const unescaped: Repair = {
  mends: 'escape sequences',
  mend: (text) => {
    if (!/\\[nrt"'`\\]/.test(text)) return undefined;
    return text.replace(/\\([nrt"'`\\])/g, (_, escaped: string) => ESCAPED[escaped] ?? escaped);
  },
};

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
