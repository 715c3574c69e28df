const HALF = /\p{Surrogate}/u;
const HALVES = /\p{Surrogate}/gu;

/** A half of a character that stands alone, as `U+D83D`: no file name and no text on the wire can hold it. */
export function halfCharacter(text: string): string | undefined {
  const half = HALF.exec(text)?.[0];
  return half === undefined ? undefined : `U+${half.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** At most so many units of the text, without the half of a character at the cut. */
export function beginningOf(text: string, most: number): string {
  const cutsPair = /^[\ud800-\udbff]$/.test(text.charAt(most - 1));
  return text.slice(0, cutsPair ? most - 1 : most);
}

/**
 * The same with U+FFFD for each half of a character, in keys too. JSON can write halves, but readers of JSON that are
 * stricter than JavaScript's refuse the whole message.
 */
export function withWholeCharacters<T>(value: T): T {
  return whole(value) as T;
}

function whole(value: unknown): unknown {
  if (typeof value === 'string') return HALF.test(value) ? value.replace(HALVES, '\ufffd') : value;
  if (Array.isArray(value)) return value.map(whole);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [whole(key), whole(inner)]));
}
