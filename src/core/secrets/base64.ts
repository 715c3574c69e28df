import { binaryString } from '../text/document/utf8.ts';

/** How these bytes look in base64, in both alphabets, whatever other bytes go before and after them. */
export function base64Forms(bytes: Uint8Array): string[] {
  const binary = binaryString(bytes);
  const standard = [0, 1, 2].flatMap((shift) => base64At(binary, shift));
  return [...standard, ...standard.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))];
}

/** The digits that encode these bytes when `shift` others go before them; alone, and at the end of a text. */
function base64At(binary: string, shift: number): string[] {
  const all = '\0'.repeat(shift) + binary;
  const digits = btoa(all)
    .replace(/=+$/, '')
    .slice(Math.ceil((shift * 8) / 6));
  return all.length % 3 === 0 ? [digits] : [digits.slice(0, -1), digits];
}
