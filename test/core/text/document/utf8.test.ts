import fc from 'fast-check';
import { expect, test } from 'vitest';
import { binaryString, decodeBinary, utf8 } from '../../../../src/core/text/document/utf8.ts';

test('a text survives the way through bytes, also as a string of bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const bytes = utf8.encode(text);
      expect(utf8.decode(bytes)).toBe(text);
      expect(decodeBinary(binaryString(bytes))).toBe(text);
    }),
  );
});

test('a byte order mark stays, and what is no UTF-8 becomes U+FFFD', () => {
  expect(utf8.decode(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xff))).toBe('\uFEFFa\uFFFD');
});
