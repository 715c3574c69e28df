/** A way in which models spoil both texts alike, undone; undefined if a text does not show it. */
export type Repair = {
  readonly label: string;
  apply(text: string): string | undefined;
};

/** Backticks and interpolations as in a text that was itself put in backticks. */
export const unescapedBackticks: Repair = {
  label: 'escaped backticks',
  apply: (text) => {
    const repaired = text.replace(/\\(`|\$\{)/g, '$1');
    return repaired === text ? undefined : repaired;
  },
};

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
