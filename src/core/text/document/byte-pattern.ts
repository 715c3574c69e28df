/** Whether the bytes at this offset match the pattern, in which undefined matches any byte. */
export function hasBytes(bytes: Uint8Array, pattern: readonly (number | undefined)[], at = 0): boolean {
  return pattern.every((byte, index) => byte === undefined || bytes[at + index] === byte);
}

/** The bytes of an ASCII string. */
export function asciiBytes(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}

/** Compares words, which is much faster than bytes; a DataView reads unaligned words. */
export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left === right) return true;
  if (left.length !== right.length) return false;
  const a = new DataView(left.buffer, left.byteOffset, left.byteLength);
  const b = new DataView(right.buffer, right.byteOffset, right.byteLength);
  const words = left.length - (left.length % 8);
  for (let at = 0; at < words; at += 8) {
    if (a.getInt32(at) !== b.getInt32(at) || a.getInt32(at + 4) !== b.getInt32(at + 4)) return false;
  }
  for (let at = words; at < left.length; at++) if (left[at] !== right[at]) return false;
  return true;
}

/** Joins pieces with a total of `length` bytes. */
export function joinedBytes(pieces: readonly Uint8Array[], length: number): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
