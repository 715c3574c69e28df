import { beginningOf } from '../../core/text/whole-characters.ts';

/** A received value, short enough for a message. */
export function brief(value: unknown, most = 200): string {
  const text = typeof value === 'string' ? value : asJson(value).replaceAll(',', ', ');
  return text.length > most ? `${beginningOf(text, most)}… (${text.length} characters)` : text;
}

const MOST_RECEIVED = 1_000;

/** A received value as it is, or the beginning of one that would make a message large. */
export function shortened(value: unknown): unknown {
  const json = asJson(value);
  return json === TOO_DEEP || json.length > MOST_RECEIVED ? brief(value) : value;
}

const TOO_DEEP = '(nested too deep to show)';

export function asJson(value: unknown): string {
  try {
    // Of what JSON has no word for, such as undefined, there is no text.
    return JSON.stringify(value) ?? String(value);
  } catch {
    return TOO_DEEP;
  }
}
