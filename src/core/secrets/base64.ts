const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** How these bytes look in base64, in both alphabets, whatever other bytes go before and after them. */
export function base64Forms(bytes: Uint8Array): string[] {
  const standard = [0, 1, 2].flatMap((shift) => base64At(bytes, shift));
  return [...standard, ...standard.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))];
}

/** The digits that encode these bytes when `shift` others go before them; alone, and at the end of a text. */
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
