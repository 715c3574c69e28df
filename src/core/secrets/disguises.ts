import { controlLetters } from '../terminal/shell/bash-quoting.ts';
import { binaryString, utf8 } from '../text/document/utf8.ts';
import { base64Forms } from './base64.ts';
import { type Rewriting, reveal } from './revealed-text.ts';

/** A way in which programs print a text without hiding it on purpose. */
export type Disguise = Rewriting & {
  /** What to look for once the text is revealed. */
  forms(text: string): readonly string[];
  readonly ignoresCase?: boolean;
  /** A beginning of a form at the end of a text counts from this length on. */
  readonly shortestBeginning: number;
};

/** The beginning of a line in a listing with line numbers. */
const NUMBER = String.raw`[ ]*\d+(?:\t|:[ ])`;
const LINE_END = String.raw`[ \t]*(?:\r?\n|$)`;
const HEX = '[0-9a-fA-F]';

const nothing: Rewriting = { token: /(?!)/g, meaning: () => '' };

/** Lines with numbers before them, or with the signs of a diff. */
const listing: Rewriting = { token: /\n(?:[ ]*\d+(?:\t|: )|[-+ ])/g, meaning: () => '\n' };

/** Base64 is wrapped at any column, also in a JSON text. */
const wrapping: Rewriting = {
  token: new RegExp(`\\r?\\n(?:${NUMBER}|[ \\t]*)|\\\\n`, 'g'),
  meaning: () => '',
};

/** `xxd -p`, `xxd -i`, `0a:1b:2c`, `\x0a\x1b`. */
const separators: Rewriting = {
  token: new RegExp(`\\r?\\n(?:${NUMBER})?|[\\s:,._-]+|\\\\x|0x`, 'g'),
  meaning: () => '',
};

/** Lines of `xxd`, `hexdump`, `hexdump -C`, `od -t x1` and `od -x`: an address, bytes, perhaps the same as characters. */
const hexDump: Rewriting = {
  token: new RegExp(
    `^(?:${NUMBER})?[ ]*${HEX}{6,16}(?::[ ]((?:${HEX}{2,8}[ ])*${HEX}{2,8})|[ ]+((?:${HEX}{2,4}[ ]{1,7})*${HEX}{2,4}))(?:[ ]{2}.*)?${LINE_END}`,
    'gm',
  ),
  meaning: ([, xxd, others = '']) => (xxd ?? others).replaceAll(' ', ''),
};

/** Lines of `od -c` and `od -b`: an address, and four columns for each byte. */
const characterDump: Rewriting = {
  token: new RegExp(
    `^(?:${NUMBER})?[0-7]{7,}((?:[ ]{3}[!-~]|[ ]{2}\\\\[0abfnrtv]|[ ][0-7]{3}|[ ]{4}){1,16})${LINE_END}`,
    'gm',
  ),
  meaning: ([, cells = '']) => (cells.match(/.{4}/g) ?? []).map(cellMeaning).join(''),
};

function cellMeaning(cell: string): string {
  const text = cell.trimStart();
  if (text.length === 3) return String.fromCharCode(Number.parseInt(text, 8) & 0xff);
  return text.length === 2 ? (controlLetters[text[1]!] ?? '\0') : text || ' ';
}

/** `set -x`, and all that quotes by `'`: a backslash means nothing there. */
const joinedQuotes: Rewriting = { token: /'\\''|'"'"'/g, meaning: () => "'" };

/** Backslashes and joined quotations: `export -p`, `printf %q`, `$'…'`, JSON, source code. */
const escapes: Rewriting = {
  token: /'\\''|'"'"'|((?:\\[0-7]{3}|\\x[0-9a-fA-F]{2})+)|\\u([0-9a-fA-F]{4})|\\([\s\S])/g,
  meaning([, bytes, unit, letter]) {
    if (bytes !== undefined) return utf8.decode(escapedBytes(bytes));
    if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
    return letter === undefined ? "'" : (controlLetters[letter] ?? letter);
  },
};

/** JSON in JSON, a script in a script: how many backslashes there are says only how deep it is. */
const nestedEscapes: Rewriting = {
  token: /\\{1,15}(?:u([0-9a-fA-F]{4})|([^\\]))/g,
  meaning: ([, unit, letter = '']) =>
    unit === undefined ? (controlLetters[letter] ?? letter) : String.fromCharCode(Number.parseInt(unit, 16)),
};

/** CSV, SQL. */
const doubledQuotes: Rewriting = { token: /''|""/g, meaning: ([quotes]) => quotes![0]! };

/** HTML, XML. */
const entities: Rewriting = {
  token: /&(?:(amp|lt|gt|quot|apos)|#(\d{2})|#[xX]([0-9a-fA-F]{2}));/g,
  meaning([, name, decimal, hex]) {
    if (name !== undefined) return named[name]!;
    return String.fromCharCode(decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal));
  },
};
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Both the text and the secret lose the disguise, so that a secret that looks like it is found as well. */
function revealedBy(rewriting: Rewriting, changed: RegExp): (text: string) => readonly string[] {
  return (text) => (changed.test(text) ? [reveal(text, rewriting)] : []);
}

function escapedBytes(text: string): Uint8Array {
  return Uint8Array.from(text.split('\\').slice(1), (digits) =>
    digits.startsWith('x') ? Number.parseInt(digits.slice(1), 16) : Number.parseInt(digits, 8) & 0xff,
  );
}

const percents: Rewriting = {
  token: /(?:%[0-9a-fA-F]{2})+/g,
  meaning: ([text]) =>
    utf8.decode(Uint8Array.from(text!.split('%').slice(1), (digits) => Number.parseInt(digits, 16))),
};

/** As a form of a web page sends it. */
function plusEncoded(text: string): string {
  return Array.from(text, (character) => {
    if (character === ' ') return '+';
    return /[\w.~*-]/.test(character) ? character : hexOf(utf8.encode(character), '%').toUpperCase();
  }).join('');
}

/** Byte by byte, and in words of two bytes as a small-endian machine shows them, from both places in a word. */
function hexForms(bytes: Uint8Array): string[] {
  return [hexOf(bytes, ''), swapped(bytes), swapped(bytes.subarray(1))];
}

function swapped(bytes: Uint8Array): string {
  const pairs = Uint8Array.from(bytes.subarray(0, bytes.length & ~1), (_, i) => bytes[i ^ 1]!);
  return hexOf(pairs, '');
}

function hexOf(bytes: Uint8Array, before: string): string {
  return Array.from(bytes, (byte) => before + byte.toString(16).padStart(2, '0')).join('');
}

const plain = (text: string) => [text];

/** All disguises that are seen through. */
export const disguises: readonly Disguise[] = [
  { ...nothing, forms: (text) => [text, plusEncoded(text)], shortestBeginning: 4 },
  { ...listing, forms: (text) => (text.includes('\n') ? [text] : []), shortestBeginning: 4 },
  { ...joinedQuotes, forms: plain, shortestBeginning: 4 },
  { ...escapes, forms: plain, shortestBeginning: 4 },
  { ...nestedEscapes, forms: revealedBy(nestedEscapes, /[^\w .:;,@#%^*()+=~-]/), shortestBeginning: 4 },
  { ...doubledQuotes, forms: revealedBy(doubledQuotes, /['"]/), shortestBeginning: 4 },
  { ...entities, forms: revealedBy(entities, /[&<>'"]/), shortestBeginning: 4 },
  { ...percents, forms: plain, shortestBeginning: 4 },
  { ...wrapping, forms: (text) => base64Forms(utf8.encode(text)), shortestBeginning: 8 },
  { ...separators, forms: (text) => hexForms(utf8.encode(text)), ignoresCase: true, shortestBeginning: 8 },
  { ...hexDump, forms: (text) => hexForms(utf8.encode(text)), ignoresCase: true, shortestBeginning: 8 },
  { ...characterDump, forms: (text) => [binaryString(utf8.encode(text))], shortestBeginning: 4 },
];
