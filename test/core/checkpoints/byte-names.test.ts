import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bytesOfName,
  hasRawBytes,
  nameFromBytes,
  shownName,
} from '../../../src/core/checkpoints/byte-names.ts';

test.each([
  ['plain.txt', [...Buffer.from('plain.txt')], false, 'plain.txt'],
  ['é日😀', [...Buffer.from('é日😀')], false, 'é日😀'],
  ['a\udcff.txt', [0x61, 0xff, ...Buffer.from('.txt')], true, 'a\\xff.txt'],
  ['\udce9', [0xe9], true, '\\xe9'],
  // The replacement character itself is UTF-8.
  ['\ufffd', [0xef, 0xbf, 0xbd], false, '\ufffd'],
  // A surrogate in UTF-8's pattern is not UTF-8.
  ['\udced\udcb3\udcbf', [0xed, 0xb3, 0xbf], true, '\\xed\\xb3\\xbf'],
  ['\udcc3', [0xc3], true, '\\xc3'],
])('the name %j has its own bytes', (name, bytes, isRaw, shown) => {
  expect(nameFromBytes(Uint8Array.from(bytes))).toBe(name);
  expect([...bytesOfName(name)]).toEqual(bytes);
  expect(hasRawBytes(name)).toBe(isRaw);
  expect(shownName(name)).toBe(shown);
});

test('any bytes are one name, which survives JSON', () => {
  const bytes = fc.uint8Array({ maxLength: 40 });
  const mixed = fc
    .array(
      fc.oneof(
        fc.constantFrom('a', 'é', '日', '😀', '\ufffd').map((text) => Buffer.from(text)),
        bytes,
      ),
    )
    .map((parts) => new Uint8Array(Buffer.concat(parts)));
  fc.assert(
    fc.property(fc.oneof(bytes, mixed), (given) => {
      const name = nameFromBytes(given);
      const again: string = JSON.parse(JSON.stringify(name));
      expect(Buffer.from(bytesOfName(again))).toEqual(Buffer.from(given));
    }),
  );
});
