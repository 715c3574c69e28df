const ESCAPE = 0x1b;

/** No control sequence that matters is longer. */
const LONGEST_SEQUENCE = 64;

/** How many bytes at the end are the beginning of a character or of a control sequence. */
export function incompleteEnd(bytes: Uint8Array): number {
  return openSequence(bytes) || openCharacter(bytes);
}

function openSequence(bytes: Uint8Array): number {
  const at = bytes.lastIndexOf(ESCAPE);
  if (at === -1 || bytes.length - at > LONGEST_SEQUENCE) return 0;
  const [, second, ...rest] = bytes.subarray(at);
  if (second === undefined) return 1;
  const isControl = second === 0x5b;
  return isControl && rest.every((byte) => byte < 0x40) ? bytes.length - at : 0;
}

function openCharacter(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte >= 0xc0) return back < lengthOf(byte) ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

function lengthOf(first: number): number {
  if (first >= 0xf0) return first > 0xf4 ? 1 : 4;
  return first >= 0xe0 ? 3 : 2;
}
