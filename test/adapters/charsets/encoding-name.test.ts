import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { isEncodingName } from '../../../src/adapters/charsets/encoding-name.ts';
import { iconvCodec } from '../../../src/adapters/charsets/iconv-codec.ts';

test('every encoding that can be loaded has a name that is taken for one', () => {
  iconv.encodingExists('utf8');
  const { encodings } = iconv as unknown as { encodings: Record<string, unknown> };
  const names = Object.keys(encodings).filter((name) => !name.startsWith('_') && iconvCodec(name));
  expect(names.length).toBeGreaterThan(300);
  expect(names.filter((name) => !isEncodingName(name))).toEqual([]);
});

test.each(['klingon', 'klingon1', '', 'utf', 'windows', 'true'])('%j is no name of an encoding', (name) => {
  expect(isEncodingName(name)).toBe(false);
});

test.each(['windows-1251', 'Shift_JIS', 'UTF-8', 'latin1', 'cp437', 'KOI8-R', 'GB18030', 'utf-16be'])(
  '%s is one',
  (name) => {
    expect(isEncodingName(name)).toBe(true);
  },
);
