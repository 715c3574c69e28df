// A file's name is bytes, and not all bytes are UTF-8. Here such a name is a string in which each byte that is not
// UTF-8 is a lone surrogate, U+DC80 to U+DCFF. No valid UTF-8 holds one, so each string is exactly one name.

const FIRST_ESCAPE = 0xdc00;
const escapes = /[\udc80-\udcff]/;

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** The string for a name of any bytes. */
export function nameFromBytes(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return escapedName(bytes);
  }
}

/** Whether the name is not UTF-8: then only its bytes reach the file. */
export function hasRawBytes(name: string): boolean {
  // Most names are looked at by the quick test alone. Halves of a pair are no escapes.
  return escapes.test(name) && loneEscapes(name);
}

export function bytesOfName(name: string): Uint8Array {
  if (!hasRawBytes(name)) return encoder.encode(name);
  const bytes: number[] = [];
  for (const character of name) {
    const code = character.codePointAt(0)!;
    if (isEscape(code)) bytes.push(code - FIRST_ESCAPE);
    else bytes.push(...encoder.encode(character));
  }
  return Uint8Array.from(bytes);
}

/** For people: bytes that are not UTF-8 as `\xNN`. */
export function shownName(name: string): string {
  if (!hasRawBytes(name)) return name;
  return [...name]
    .map((character) => {
      const code = character.codePointAt(0)!;
      return isEscape(code) ? `\\x${(code - FIRST_ESCAPE).toString(16)}` : character;
    })
    .join('');
}

function isEscape(code: number): boolean {
  return code >= 0xdc80 && code <= 0xdcff;
}

function loneEscapes(name: string): boolean {
  for (const character of name) if (isEscape(character.codePointAt(0)!)) return true;
  return false;
}

function escapedName(bytes: Uint8Array): string {
  let name = '';
  for (let at = 0; at < bytes.length; ) {
    const length = validLength(bytes, at);
    name +=
      length === 0
        ? String.fromCharCode(FIRST_ESCAPE + bytes[at]!)
        : strict.decode(bytes.subarray(at, at + length));
    at += Math.max(1, length);
  }
  return name;
}

/** Of the character that begins here; 0 if none does. */
function validLength(bytes: Uint8Array, at: number): number {
  const length = expectedLength(bytes[at]!);
  for (let i = 1; i < length; i++) {
    const [lowest, highest] = i === 1 ? secondByteOf(bytes[at]!) : [0x80, 0xbf];
    const byte = bytes[at + i];
    if (byte === undefined || byte < lowest || byte > highest) return 0;
  }
  return length;
}

function expectedLength(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

/** Others would be a longer form of a shorter character, a surrogate, or beyond Unicode. */
function secondByteOf(first: number): readonly [number, number] {
  if (first === 0xe0) return [0xa0, 0xbf];
  if (first === 0xed) return [0x80, 0x9f];
  if (first === 0xf0) return [0x90, 0xbf];
  return first === 0xf4 ? [0x80, 0x8f] : [0x80, 0xbf];
}
