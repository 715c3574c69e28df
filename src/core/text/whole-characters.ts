const HALF = /\p{Surrogate}/u;
const HALVES = /\p{Surrogate}/gu;

/** A lone surrogate of the text, as `U+D83D`: file names and messages cannot contain one. */
export function halfCharacter(text: string): string | undefined {
  const half = HALF.exec(text)?.[0];
  return half === undefined ? undefined : `U+${half.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** The first `length` units of the text, without half a character at the end. */
export function beginningOf(text: string, length: number): string {
  const cutsPair = /^[\ud800-\udbff]$/.test(text.charAt(length - 1));
  return text.slice(0, cutsPair ? length - 1 : length);
}

/**
 * The value with U+FFFD for each lone surrogate, in keys too. JSON can contain them, but parsers stricter than
 * JavaScript's reject the whole message.
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
