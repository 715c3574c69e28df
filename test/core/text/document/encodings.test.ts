import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { nodeCharsets } from '../../../../src/adapters/charsets/node-charsets.ts';
import { decodeDocument, detectEncoding } from '../../../../src/core/text/document/encodings.ts';
import { foreignSources } from './foreign-sources.ts';

async function read(bytes: Uint8Array, fallback?: string) {
  const encoding = await detectEncoding(bytes, nodeCharsets, fallback);
  if (!encoding) return 'binary';
  const { codec, bom, certain } = encoding;
  return { name: codec.name, bom: bom.length, certain, text: decodeDocument(bytes, encoding).text };
}

const utf16 = (text: string, order: 'le' | 'be') => {
  const bytes = Buffer.from(text, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
};

describe('source code in an older encoding is read as its author wrote it', () => {
  const rows = foreignSources.flatMap(({ language, encodings, text }) =>
    encodings.map((encoding) => ({ language, encoding, text })),
  );
  test.each(rows)('$language in $encoding', async ({ encoding, text }) => {
    const seen = await read(iconv.encode(text, encoding));
    expect(seen).toMatchObject({ text, certain: true, bom: 0 });
  });

  test.each(rows)('$language in $encoding with CRLF, after much ASCII', async ({ encoding, text }) => {
    const long = `${'x = compute(x);\r\n'.repeat(40_000)}${text.replaceAll('\n', '\r\n')}`;
    expect(await read(iconv.encode(long, encoding))).toMatchObject({ text: long, certain: true });
  });
});

describe('Unicode is detected by its bytes', () => {
  const texts = [...foreignSources.map(({ text }) => text), 'plain ASCII\n', '表情 😀 и текст\r\n'];
  test.each(texts)(
    '%#: UTF-8 with and without a mark, UTF-16 in both orders with and without one',
    async (text) => {
      const mark = '\ufeff';
      const certain = true;
      expect(await read(Buffer.from(text))).toEqual({ name: 'utf-8', bom: 0, certain, text });
      expect(await read(Buffer.from(mark + text))).toEqual({ name: 'utf-8', bom: 3, certain, text });
      for (const order of ['le', 'be'] as const) {
        const name = `utf-16${order}`;
        expect(await read(utf16(text, order))).toEqual({ name, bom: 0, certain, text });
        expect(await read(utf16(mark + text, order))).toEqual({ name, bom: 2, certain, text });
      }
    },
  );

  test.each([
    '你好，世界。\n',
    'привет\n',
    '一一一一一\n',
    'ひらがなだけの ぶんしょう です。\r\n',
    '안녕하세요 세계\n',
    'שלום עולם\n',
    'ab',
  ])('a short text in UTF-16 without a mark is recognised: %j', async (text) => {
    expect(await read(utf16(text, 'le'))).toMatchObject({ name: 'utf-16le', text });
    expect(await read(utf16(text, 'be'))).toMatchObject({ name: 'utf-16be', text });
  });

  test('a long Chinese text in UTF-16 without a mark is recognised by its few line breaks', async () => {
    const text = `${'检查缓存目录是否存在如果不存在就创建一个新的目录'.repeat(8)}\n`.repeat(300);
    expect(await read(utf16(text, 'le'))).toMatchObject({ name: 'utf-16le', text });
    expect(await read(utf16(text, 'be'))).toMatchObject({ name: 'utf-16be', text });
  });

  test('an empty file is UTF-8, and so is a file that has only a mark', async () => {
    expect(await read(Buffer.of())).toEqual({ name: 'utf-8', bom: 0, certain: true, text: '' });
    expect(await read(Buffer.from('\ufeff'))).toEqual({ name: 'utf-8', bom: 3, certain: true, text: '' });
    expect(await read(Buffer.of(0xff, 0xfe))).toMatchObject({ name: 'utf-16le', bom: 2, text: '' });
  });

  test('a replacement character that the author stored is text', async () => {
    expect(await read(Buffer.from('a \ufffd b'))).toMatchObject({ name: 'utf-8', text: 'a \ufffd b' });
    expect(await read(utf16('\ufeffa \ufffd b', 'be'))).toMatchObject({
      name: 'utf-16be',
      text: 'a \ufffd b',
    });
  });
});

describe('what is not text is not decoded', () => {
  const utf32 = (text: string) =>
    Buffer.concat([...text].map((c) => Buffer.from(new Uint32Array([c.codePointAt(0)!]).buffer)));
  test.each([
    ['UTF-32LE with a mark', utf32('\ufeffhello\n')],
    ['UTF-32BE with a mark', utf32('\ufeffhello\n').swap32()],
    ['UTF-32LE without one', utf32('hello\n')],
    ['UTF-8 with a NUL', Buffer.from('hello\0world\n')],
    ['UTF-8 with a NUL after a space', Buffer.from('hell \0world!')],
    ['UTF-8 with a mark and a NUL', Buffer.from('\ufeffhello \0world\n')],
    ['UTF-16 with a NUL', utf16('\ufeffhello\0world\n', 'le')],
    [
      'UTF-16 with half a character',
      Buffer.concat([utf16('\ufeffab', 'le'), Buffer.of(0x00, 0xd8, 0x0a, 0x00)]),
    ],
    ['UTF-16 with an odd byte', Buffer.concat([utf16('\ufeffab\n', 'le'), Buffer.of(0)])],
    ['UTF-8 with accents and a NUL', Buffer.from('été \0hiver à la plage\n')],
    ['Latin-1 with a NUL', Buffer.from('caf\xe9 \0na\xefve et \xe9t\xe9\n', 'latin1')],
    ['NUL-separated paths', Buffer.from('src/a b.ts\0src/c d.ts\0lib/e .ts\0'.repeat(50))],
  ])('%s', async (_, bytes) => {
    expect(await read(bytes)).toBe('binary');
  });
});

describe('bytes whose encoding is not sure', () => {
  const unsure = Buffer.from([0x81, 0x8d, 0x20, 0xff, 0xfe, 0x80, 0x0a]);

  test('are seen one character for each byte', async () => {
    const text = unsure.toString('latin1');
    expect(await read(unsure)).toEqual({ name: 'iso-8859-1', bom: 0, certain: false, text });
  });

  test('are read in the encoding that the operator gave, if they fit it', async () => {
    const bytes = Buffer.from('\xa4 \xbd\n', 'latin1');
    expect(await read(bytes, 'iso-8859-15')).toMatchObject({
      name: 'iso-8859-15',
      text: '€ œ\n',
      certain: true,
    });
    expect(await read(unsure, 'utf-8')).toMatchObject({ certain: false });
    expect(await read(unsure, 'no-such-encoding')).toMatchObject({ certain: false });
    expect(await read(unsure, 'iso-8859-1')).toMatchObject({ certain: true });
  });

  test('a given encoding does not change files whose own can be detected', async () => {
    expect(await read(Buffer.from('é'), 'windows-1252')).toMatchObject({ name: 'utf-8', text: 'é' });
  });

  test('a file in GB18030 with characters of four bytes is not taken for GBK', async () => {
    const source = foreignSources.find(({ language }) => language === 'Simplified Chinese')!;
    const text = `${source.text}# ᠠ 😀\n`;
    expect(await read(iconv.encode(text, 'gb18030'))).toMatchObject({ name: 'GB18030', text });
  });
});

describe('the first part of a file may end within a character', () => {
  const start = async (bytes: Uint8Array, length: number) => {
    const encoding = await detectEncoding(bytes.subarray(0, length), nodeCharsets, undefined, {
      partial: true,
    });
    return encoding && { name: encoding.codec.name.toLowerCase(), certain: encoding.certain };
  };

  test.each([
    ['utf-8', Buffer.from('x 😀é漢'.repeat(20))],
    ['utf-16le', utf16('\ufeffx 😀é漢\n'.repeat(20), 'le')],
    ['utf-16be', utf16('x 😀é text\n'.repeat(20), 'be')],
  ])('%s', async (name, bytes) => {
    for (let length = 30; length < 60; length++) {
      expect(await start(bytes, length), `at ${length}`).toEqual({ name, certain: true });
    }
  });

  test.each([
    ['Japanese', 'shift_jis'],
    ['Japanese', 'euc-jp'],
    ['Simplified Chinese', 'gbk'],
  ])('%s in %s', async (language, name) => {
    const bytes = iconv.encode(foreignSources.find((source) => source.language === language)!.text, name);
    for (let length = 120; length < 140; length++) {
      expect(await start(bytes, length), `at ${length}`).toEqual({ name, certain: true });
    }
  });

  test('a whole file may not', async () => {
    const encoding = await detectEncoding(Buffer.from('x é').subarray(0, 3), nodeCharsets);
    expect(encoding?.codec.name).not.toBe('utf-8');
  });
});
