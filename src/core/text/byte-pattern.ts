/** Whether these bytes stand at this place; an undefined in the pattern stands for any byte. */
export function hasBytes(bytes: Uint8Array, pattern: readonly (number | undefined)[], at = 0): boolean {
  return pattern.every((byte, index) => byte === undefined || bytes[at + index] === byte);
}

/** The bytes of an ASCII string. */
export function asciiBytes(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}

export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at++) if (left[at] !== right[at]) return false;
  return true;
}
