import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeCharsets } from '../../../src/adapters/charsets/node-charsets.ts';

const hex = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('hex');

async function codecNamed(name: string) {
  const codec = await nodeCharsets.find(name);
  if (!codec) throw new Error(`no codec named ${name}`);
  return codec;
}

describe('an encoding is found by any of its usual names', () => {
  test.each([
    ['UTF-8', 'utf-8'],
    ['utf8', 'utf-8'],
    ['UTF-16LE', 'utf-16le'],
    ['utf16be', 'utf-16be'],
    ['latin1', 'iso-8859-1'],
    ['ISO_8859-1', 'iso-8859-1'],
    ['windows-1252', 'windows-1252'],
    ['cp1251', 'cp1251'],
    ['sjis', 'sjis'],
    ['EUC-KR', 'EUC-KR'],
  ])('%s', async (asked, name) => {
    expect((await nodeCharsets.find(asked))?.name).toBe(name);
  });

  test.each([
    'ISO-2022-JP',
    'utf-7',
    'utf-32',
    'utf-32le',
    'ucs2',
    'hz-gb-2312',
    'base64',
    'hex',
    'no-such',
    '',
    'constructor',
  ])('%j is not one that we can edit', async (name) => {
    expect(await nodeCharsets.find(name)).toBeUndefined();
  });
});

describe('what does not exist in an encoding is never written as something else', () => {
  test.each([
    ['windows-1252', '日'],
    ['windows-1252', '😀'],
    ['iso-8859-1', '€'],
    ['koi8-r', 'é'],
    ['Shift_JIS', '¥'],
    ['Shift_JIS', '한'],
    ['EUC-JP', '‾'],
    ['GBK', '😀'],
    ['Big5', 'é\u0304'],
    ['EUC-KR', '\ud800'],
    ['GB18030', '\ud800'],
    ['utf-8', '\udc00'],
    ['utf-16be', 'a\ud800b'],
  ])('%s lacks %j', async (name, text) => {
    const codec = await codecNamed(name);
    expect(codec.encode(text)).toBeUndefined();
    expect(codec.encode(`ok? ${text}`)).toBeUndefined();
    expect(codec.encode('ok?')).toHaveLength(name === 'utf-16be' ? 6 : 3);
  });
});

describe('bytes without meaning become U+FFFD', () => {
  test.each([
    ['utf-8', [0x61, 0xff]],
    ['utf-16le', [0x61, 0x00, 0x62]],
    ['utf-16be', [0x00, 0x61, 0x62]],
    ['windows-1252', [0x61, 0x81]],
    ['windows-1253', [0x61, 0xd2]],
    ['Shift_JIS', [0x61, 0x81]],
    ['EUC-JP', [0x61, 0xa1]],
    ['GBK', [0x61, 0x81, 0x20]],
    ['Big5', [0x61, 0xff]],
  ])('%s', async (name, bytes) => {
    expect((await codecNamed(name)).decode(Uint8Array.from(bytes))).toMatch(/^a.*\ufffd/);
  });
});

describe('Japanese', () => {
  test('the wave dash of EUC-JP keeps its two bytes', async () => {
    const codec = await codecNamed('EUC-JP');
    const text = codec.decode(Uint8Array.of(0xa1, 0xc1));
    expect(hex(codec.encode(`10${text}20`))).toBe('3130a1c13230');
    expect(codec.byteLength?.(text)).toBe(2);
  });

  test('the private characters of Shift_JIS keep their bytes', async () => {
    const codec = await codecNamed('Shift_JIS');
    const text = codec.decode(Uint8Array.of(0xf0, 0x40, 0x41, 0xf9, 0x40));
    expect(hex(codec.encode(text))).toBe('f04041f940');
  });
});

describe('pairs of bytes that are a second way to write a character are few', () => {
  test.each([
    ['EUC-JP', 10],
    ['Shift_JIS', 398],
    ['GBK', 2],
    ['GB18030', 1],
    ['Big5', 100],
    ['EUC-KR', 0],
  ])('of those that %s can read, %i are not written the same', async (name, expected) => {
    const codec = await codecNamed(name);
    const changed = readablePairs().filter((pair) => {
      const text = codec.decode(pair);
      return text !== '\ufffd' && [...text].length === 1 && hex(codec.encode(text)) !== hex(pair);
    });
    expect(changed).toHaveLength(expected);
  });

  function readablePairs(): Uint8Array[] {
    const bytes = Array.from({ length: 128 }, (_, index) => index + 128);
    return bytes.flatMap((lead) =>
      Array.from({ length: 208 }, (_, trail) => Uint8Array.of(lead, trail + 48)),
    );
  }
});

describe('every single-byte encoding gives back each byte that it can read', () => {
  const numbers = (prefix: string, list: readonly number[]) => list.map((number) => `${prefix}${number}`);
  test.each([
    ...numbers('iso-8859-', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16]),
    ...numbers('windows-125', [0, 1, 2, 3, 4, 5, 6, 7, 8]),
    ...['koi8-r', 'koi8-u', 'ibm866', 'windows-874', 'cp437', 'cp850', 'macintosh'],
  ])('%s', async (name) => {
    const codec = await codecNamed(name);
    for (let byte = 0; byte < 256; byte++) {
      const text = codec.decode(Uint8Array.of(byte));
      if (text !== '\ufffd') expect(hex(codec.encode(text))).toBe(hex(Uint8Array.of(byte)));
    }
  });
});

test.each(['utf-8', 'utf-16le', 'utf-16be', 'Shift_JIS', 'EUC-JP', 'GB18030', 'Big5', 'windows-1251'])(
  'the length that %s foretells is the length that it writes, and texts join as their bytes do',
  async (name) => {
    const codec = await codecNamed(name);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (left, right) => {
        const [first, second, both] = [codec.encode(left), codec.encode(right), codec.encode(left + right)];
        expect(both === undefined).toBe(first === undefined || second === undefined);
        if (!first || !second || !both) return;
        expect(hex(both)).toBe(hex(Buffer.concat([first, second])));
        expect(codec.byteLength?.(left + right)).toBe(both.length);
        expect(codec.decode(both)).toBe(left + right);
      }),
    );
  },
);

test('windows-1252 has the euro sign where Windows has it', async () => {
  expect((await codecNamed('windows-1252')).decode(Uint8Array.of(0x80))).toBe('€');
});

test('decoding does not change the bytes that it reads, nor take off a mark', async () => {
  const bytes = Uint8Array.of(0xfe, 0xff, 0x00, 0x61);
  expect((await codecNamed('utf-16be')).decode(bytes)).toBe('\ufeffa');
  expect([...bytes]).toEqual([0xfe, 0xff, 0x00, 0x61]);
});

test('the detector answers many times, also about large samples', async () => {
  const sample = Buffer.from('d\xe9j\xe0 vu, \xe9t\xe9\n'.repeat(15_000), 'latin1');
  for (let round = 0; round < 20; round++) expect(await nodeCharsets.guess(sample)).toBe('windows-1252');
  expect(await nodeCharsets.guess(Buffer.from('caf\xe9', 'latin1'))).toBe('windows-1252');
});
