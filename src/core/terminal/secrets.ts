import type { Utf8 } from './clean-stream.ts';

/** Names and values that the operator gives to the shell and nobody else may see. */
export type Secrets = Readonly<Record<string, string>>;

export type Masker = {
  /** The text with every secret replaced. */
  mask(text: string): string;
  /** For text that comes in parts; what could be the beginning of a secret is held back until more is known. */
  stream(): MaskStream;
  /** For texts that leave one after the other, each at once: no secret can be put together from two of them. */
  sequence(): (text: string) => string;
};

export type MaskStream = { push(text: string): string; end(): string };

export const MASK = '***';

/** A shorter value would be found in harmless text. */
const SHORTEST_SECRET = 6;

/** A line of a longer secret, such as a key, is one by itself from this length on. */
const SHORTEST_LINE = 16;

/** The beginning of a secret at the end of a text is masked from this length on. */
const SHORTEST_BEGINNING = 4;

/** Why these values cannot be kept secret; undefined if they can. */
export function refusal(secrets: Secrets): string | undefined {
  for (const [name, value] of Object.entries(secrets)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return `Secret name '${name}' is not a variable name.`;
    if (value.trim().length < SHORTEST_SECRET)
      return `Secret ${name} has ${value.trim().length} characters: at least ${SHORTEST_SECRET} are needed to mask it safely. Use a longer value, or do not pass it as a secret.`;
  }
  return undefined;
}

export function createMasker(secrets: Secrets, utf8: Utf8): Masker {
  const forms = formsOf(Object.values(secrets), utf8);
  if (forms.length === 0) return unmasked;
  const pattern = new RegExp(forms.map(escaped).join('|'), 'g');
  const longest = forms[0]!.length;
  const mask = (text: string) => text.replace(pattern, MASK);

  return {
    mask,
    stream() {
      let held = '';
      return {
        push(text) {
          const whole = mask(held + text);
          const open = openAt(whole);
          held = whole.slice(open);
          return whole.slice(0, open);
        },
        end() {
          const rest = held;
          held = '';
          return rest;
        },
      };
    },
    sequence() {
      let before = '';
      return (text) => {
        const whole = before + text;
        const told = maskFrom(whole, before.length);
        before = whole.slice(-longest);
        const open = openAt(told);
        return told.length - open < SHORTEST_BEGINNING ? told : told.slice(0, open) + MASK;
      };
    },
  };

  /** Where the longest end begins that is the beginning of a secret; the length if there is none. */
  function openAt(text: string): number {
    for (let at = Math.max(0, text.length - longest + 1); at < text.length; at++) {
      if (forms.some((form) => form.length > text.length - at && form.startsWith(text.slice(at)))) return at;
    }
    return text.length;
  }

  /** What stands from there on, masked also where a secret began before. */
  function maskFrom(text: string, from: number): string {
    let told = '';
    let at = from;
    for (const { 0: found, index } of text.matchAll(pattern)) {
      if (index + found.length <= from) continue;
      told += text.slice(at, Math.max(at, index)) + MASK;
      at = index + found.length;
    }
    return told + text.slice(at);
  }
}

const unmasked: Masker = {
  mask: (text) => text,
  stream: () => ({ push: (text) => text, end: () => '' }),
  sequence: () => (text) => text,
};

/** Every way in which a value may appear, the longest first. */
function formsOf(values: readonly string[], utf8: Utf8): string[] {
  const forms = values.flatMap((value) =>
    [value, value.trim(), ...linesOf(value)].flatMap((text) => variants(text, utf8)),
  );
  return [...new Set(forms)]
    .filter((form) => form.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length);
}

function linesOf(value: string): string[] {
  return value.split(/\r?\n/).filter((line) => line.length >= SHORTEST_LINE);
}

function variants(value: string, utf8: Utf8): string[] {
  const encoded = percentEncoded(value, utf8);
  const lowerCase = encoded.replace(/%../g, (code) => code.toLowerCase());
  const standard = [0, 1, 2].flatMap((shift) => base64At(utf8.encode(value), shift));
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    encoded,
    lowerCase,
    encoded.replaceAll('%20', '+'),
    ...standard,
    ...standard.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
}

function percentEncoded(text: string, utf8: Utf8): string {
  return Array.from(text, (character) =>
    /[A-Za-z0-9\-_.!~*'()]/.test(character)
      ? character
      : Array.from(
          utf8.encode(character),
          (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
        ).join(''),
  ).join('');
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The base64 digits that stand for these bytes when `shift` others go before them; alone, and at the end of a text. */
function base64At(bytes: Uint8Array, shift: number): string[] {
  let digits = '';
  let bit = shift === 0 ? 0 : 6 - ((shift * 8) % 6);
  for (; bit + 6 <= bytes.length * 8; bit += 6) digits += DIGITS[sixBits(bytes, bit)];
  return bit < bytes.length * 8 ? [digits, digits + DIGITS[sixBits(bytes, bit)]] : [digits];
}

function sixBits(bytes: Uint8Array, bit: number): number {
  const at = bit >> 3;
  const pair = (bytes[at]! << 8) | (bytes[at + 1] ?? 0);
  return (pair >> (10 - (bit & 7))) & 63;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
