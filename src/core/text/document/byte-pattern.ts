/** Whether these bytes stand at this place; an undefined in the pattern stands for any byte. */
export function hasBytes(bytes: Uint8Array, pattern: readonly (number | undefined)[], at = 0): boolean {
  return pattern.every((byte, index) => byte === undefined || bytes[at + index] === byte);
}

/** The bytes of an ASCII string. */
export function asciiBytes(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}

/** Word by word, which is much quicker than byte by byte; a DataView reads words wherever they start. */
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

/** Pieces, `length` bytes in all, as one. */
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
