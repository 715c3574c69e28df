import { ToolError } from '../../errors.ts';
import { lineNumberAt } from '../lines.ts';
import type { Encoding } from './document.ts';

/** For messages: the whole text that contains new text, and the offset of the new text. */
export type NewTextPlace = { readonly text: string; readonly offset: number };

/** Encodes new text. Throws a ToolError that names a character without bytes in the encoding. */
export function encodeNewText(newText: string, encoding: Encoding, place: NewTextPlace): Uint8Array {
  const bytes = encodable(newText, encoding);
  if (bytes) return bytes;
  const { character, offset } = firstUnencodable(newText, encoding);
  const line = lineNumberAt(place.text, place.offset + offset);
  const name = encoding.codec.name;
  throw new ToolError('ENCODING', refusal(character, line, encoding), { character, line, encoding: name });
}

/**
 * In a text of one character per byte, a character of several bytes may have later bytes that look like ASCII
 * (Shift_JIS, GBK, Big5). A span is certain to consist of whole characters if the byte before each of its ends is
 * ASCII, since no character goes on after one; except the four bytes of GB18030, where the second is a digit.
 */
export function assertSafeSplice(bytes: Uint8Array, start: number, end: number): void {
  if (isBetweenCharacters(bytes, start) && isBetweenCharacters(bytes, end)) return;
  throw new ToolError(
    'ENCODING',
    `The edit touches text that is not ASCII, and the encoding of this file is not known for sure. ${giveEncoding}`,
  );
}

const giveEncoding =
  'Edit only between ASCII characters, or give the encoding explicitly with --encoding NAME.';

function isBetweenCharacters(bytes: Uint8Array, at: number): boolean {
  if (at === 0) return true;
  const before = bytes[at - 1]!;
  const isDigit = before >= 0x30 && before <= 0x39;
  return before < 0x80 && !(isDigit && at < bytes.length && bytes[at]! >= 0x80);
}

function encodable(text: string, { codec, certain }: Encoding): Uint8Array | undefined {
  return certain || isAscii(text) ? codec.encode(text) : undefined;
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

function firstUnencodable(text: string, encoding: Encoding): { character: string; offset: number } {
  const fine = new Set<string>();
  let offset = 0;
  for (const character of text) {
    if (!fine.has(character) && !encodable(character, encoding)) return { character, offset };
    fine.add(character);
    offset += character.length;
  }
  throw new Error(`${encoding.codec.name} takes each character of the text but not the whole`);
}

function refusal(character: string, line: number, { codec, certain }: Encoding): string {
  const codePoint = character.codePointAt(0)!;
  const code = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) {
    return `Half a character (the lone surrogate ${code}) on line ${line} cannot be written. Send the whole character.`;
  }
  const where = `'${character}' (${code}) on line ${line} of the new text`;
  if (!certain) {
    return `${where} cannot be written: it is not ASCII, and the encoding of this file is not known for sure. ${giveEncoding}`;
  }
  return `${where} does not exist in ${codec.name}, the encoding of this file. Use another character, or convert the file to UTF-8 first.`;
}
