import { beginningOf } from '../../core/text/whole-characters.ts';

/** A received value, short enough for a message. */
export function brief(value: unknown, maxCharacters = 200): string {
  const text = typeof value === 'string' ? value : asJson(value).replaceAll(',', ', ');
  return text.length > maxCharacters
    ? `${beginningOf(text, maxCharacters)}… (${text.length} characters)`
    : text;
}

const MAX_RECEIVED_CHARACTERS = 1_000;

/** A received value, or the beginning of a large one. */
export function shortened(value: unknown): unknown {
  const json = asJson(value);
  return json === TOO_DEEP || json.length > MAX_RECEIVED_CHARACTERS ? brief(value) : value;
}

const TOO_DEEP = '(nested too deep to show)';

export function asJson(value: unknown): string {
  try {
    // `undefined` has no JSON.
    return JSON.stringify(value) ?? String(value);
  } catch {
    return TOO_DEEP;
  }
}
