import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeCharsets } from '../../../src/adapters/charsets/node-charsets.ts';
import { applyEdits } from '../../../src/core/edit/apply-edits.ts';
import { sortEdits, type TextEdit } from '../../../src/core/edit/text-edit.ts';
import { ToolError } from '../../../src/core/errors.ts';
import type { Codec } from '../../../src/core/text/document/charsets.ts';
import type { Document, Encoding } from '../../../src/core/text/document/document.ts';
import { decodeDocument, detectEncoding } from '../../../src/core/text/document/encodings.ts';
import { encodeNewText } from '../../../src/core/text/document/new-text.ts';

const none = new Uint8Array();

/** The bytes of a new file in this encoding, byte order mark included. */
function encodeText(text: string, encoding: Encoding): Uint8Array {
  return Buffer.concat([encoding.bom, encodeNewText(text, encoding, { text, offset: 0 })]);
}

async function encodingNamed(name: string, bom: Uint8Array = none): Promise<Encoding> {
  const codec = await nodeCharsets.find(name);
  return { codec: codec as Codec, bom, certain: true };
}

async function documentIn(name: string, text: string, bom?: Uint8Array): Promise<Document> {
  const encoding = await encodingNamed(name, bom);
  return decodeDocument(encodeText(text, encoding), encoding);
}

const edit = (start: number, end: number, newText: string): TextEdit => ({ span: { start, end }, newText });

/** Replaces the first occurrence, the way a tool would. */
function replace(document: Document, oldText: string, newText: string): Document {
  const start = document.text.indexOf(oldText);
  return applyEdits(document, [edit(start, start + oldText.length, newText)]);
}

describe('an edit', () => {
  test('keeps the mark, CRLF and a missing last line break', async () => {
    const before = await documentIn('utf-8', 'é one\r\ntwo\nthree', new Uint8Array([0xef, 0xbb, 0xbf]));
    const after = replace(before, 'two', 'zwölf');
    expect(Buffer.from(after.bytes).toString()).toBe('\ufeffé one\r\nzwölf\nthree');
    expect(after.text).toBe('é one\r\nzwölf\nthree');
    expect(before.text).toBe('é one\r\ntwo\nthree');
  });

  test('may come with others, sorted, and two may insert at one place', async () => {
    const before = await documentIn('utf-8', 'a ä b 😀 c');
    const edits = [edit(9, 10, 'C'), edit(0, 1, 'ÄÄ'), edit(4, 4, '1'), edit(4, 4, '2'), edit(4, 5, 'B')];
    const after = applyEdits(before, sortEdits(edits));
    expect(after.text).toBe('ÄÄ ä 12B 😀 C');
    expect(() => applyEdits(before, edits)).toThrow(/overlaps/);
    expect(Buffer.from(after.bytes).toString()).toBe(after.text);
  });

  test('that overlaps another, or lies outside, is a bug', async () => {
    const document = await documentIn('utf-8', 'abcdef');
    expect(() => applyEdits(document, [edit(0, 3, 'x'), edit(2, 4, 'y')])).toThrow(/overlaps/);
    expect(() => applyEdits(document, [edit(5, 9, 'x')])).toThrow(/after the text's end/);
    expect(() => applyEdits(document, [edit(3, 2, 'x')])).toThrow(/overlaps/);
  });

  test('whose span cuts a surrogate pair takes in the whole character', async () => {
    const document = await documentIn('utf-8', 'x 😀 y');
    const trimmed = applyEdits(document, [edit(3, 4, '😁'.slice(1))]);
    expect(Buffer.from(trimmed.bytes).toString()).toBe('x 😁 y');
    const wide = applyEdits(await documentIn('utf-16le', 'x 😀 y'), [edit(2, 3, '\ud83e')]);
    expect(Buffer.from(wide.bytes).toString('utf16le')).toBe('x \u{1fa00} y');
    expect(() => applyEdits(document, [edit(3, 3, 'inside')])).toThrow(ToolError);
  });

  test('in a document that holds nothing yet makes the whole file', async () => {
    const empty = decodeDocument(none, await encodingNamed('utf-8'));
    expect(Buffer.from(applyEdits(empty, [edit(0, 0, 'néw\n')]).bytes).toString()).toBe('néw\n');
  });
});

describe('text that the encoding cannot hold is refused', () => {
  test('with the character, the encoding, the line and what to do', async () => {
    const document = await documentIn('windows-1252', 'caf\u00e9\nth\u00e9\n');
    expect(() => applyEdits(document, [edit(0, 4, 'x\ny\n'), edit(5, 8, 'ok €\n日本')])).toThrow(
      expect.objectContaining({
        name: 'ENCODING',
        message: `'日' (U+65E5) on line 5 of the new text does not exist in windows-1252, the encoding of this file. Use another character, or convert the file to UTF-8 first.`,
        details: { character: '日', line: 5, encoding: 'windows-1252' },
      }),
    );
  });

  test.each(['shift_jis', 'euc-jp'])(
    'also where %s has a look-alike that would be written instead',
    async (name) => {
      const document = await documentIn(name, '日本語');
      expect(() => replace(document, '日', '¥')).toThrow(/'¥' \(U\+00A5\) on line 1/);
    },
  );

  test.each(['utf-8', 'utf-16le', 'utf-16be'])('half a character in %s', async (name) => {
    const document = await documentIn(name, 'one\ntwo\n');
    expect(() => replace(document, 'two', '😀'.slice(0, 1))).toThrow(/lone surrogate U\+D83D\) on line 2/);
  });

  test('and a question mark in the new text is only a question mark', async () => {
    expect(replace(await documentIn('windows-1252', 'é!'), '!', '?').text).toBe('é?');
  });

  test('in a new file too', async () => {
    const encoding = await encodingNamed('koi8-r');
    expect(() => encodeText('раз\nдва é\n', encoding)).toThrow(/'é' \(U\+00E9\) on line 2/);
    expect(Buffer.from(encodeText('раз', encoding)).toString('latin1')).toBe('\xd2\xc1\xda');
  });
});

describe('when the encoding is not certain', () => {
  const open = async (latin1: string) => {
    const codec = (await nodeCharsets.find('iso-8859-1')) as Codec;
    return decodeDocument(Buffer.from(latin1, 'latin1'), { codec, bom: none, certain: false });
  };
  const unsure = /not known for sure.*--encoding NAME/;

  test('ASCII between ASCII is edited and the rest stays', async () => {
    const after = replace(await open('\x95\\ = \x81\x8d;\nold();\n'), 'old', 'new');
    expect(Buffer.from(after.bytes).toString('latin1')).toBe('\x95\\ = \x81\x8d;\nnew();\n');
  });

  test('a whole line with other characters may be replaced by ASCII', async () => {
    expect(replace(await open('a\n\x81\x8d\nb\n'), '\x81\x8d\n', 'gone\n').text).toBe('a\ngone\nb\n');
  });

  test('new text must be ASCII', async () => {
    const document = await open('a \xff b\n');
    expect(() => replace(document, 'a', 'ä')).toThrow(unsure);
    expect(() => replace(document, 'a', 'ä')).toThrow(/'ä' \(U\+00E4\) on line 1/);
  });

  test.each([
    ['begins after a byte that may lead a character', 'x\x95\\n', '\\', '/'],
    ['ends after such a byte', 'x \x95\\n', ' \x95', ' '],
    ['inserts after such a byte', 'x\x95', '', 'y'],
    ['begins amid four bytes of GB18030', 'x\x810\x810', '\x810', 'y'],
  ])('an edit is refused that %s', async (_, text, oldText, newText) => {
    const document = await open(text);
    const start = oldText === '' ? text.length : text.lastIndexOf(oldText);
    const change = edit(start, start + oldText.length, newText);
    expect(() => applyEdits(document, [change])).toThrow(unsure);
  });
});

const names = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'iso-8859-1',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'koi8-r',
  'Shift_JIS',
  'EUC-JP',
  'GBK',
  'GB18030',
  'Big5',
  'EUC-KR',
];
const letters = 'ab ?\\~\n\r\n"éèüßçżłğşЖдяΩλ€日本語表能ソ〜中文检查檢한국어ｱ😀𠀋';
const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...letters), maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

/** What remains of the text in an encoding that lacks some of its characters. */
const holdable = (text: string, codec: Codec) =>
  [...text].filter((character) => codec.encode(character)).join('');

describe.each(names)('in %s', (name) => {
  test('an edit changes no byte outside its span and gives exactly the new text, or is refused', async () => {
    const encoding = await encodingNamed(name);
    const { codec } = encoding;
    fc.assert(
      fc.property(anyText, anyText, anyText, anyText, (before, old, after, newText) => {
        const [head, tail] = [holdable(before, codec), holdable(after, codec)];
        const [headBytes, tailBytes] = [encodeText(head, encoding), encodeText(tail, encoding)];
        const document = decodeDocument(encodeText(head + holdable(old, codec) + tail, encoding), encoding);
        const change = edit(head.length, document.text.length - tail.length, newText);
        const result = attempt(() => applyEdits(document, [change]));
        if (!result) {
          expect(holdable(newText, codec)).not.toBe(newText);
          return;
        }
        expect(result.text).toBe(head + newText + tail);
        expect(codec.decode(result.bytes)).toBe(result.text);
        expect(Buffer.from(result.bytes.subarray(0, headBytes.length))).toEqual(Buffer.from(headBytes));
        expect(Buffer.from(result.bytes.subarray(result.bytes.length - tailBytes.length))).toEqual(
          Buffer.from(tailBytes),
        );
      }),
    );
  });
});

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof ToolError && error.name === 'ENCODING') return undefined;
    throw error;
  }
}

describe('whatever the bytes', () => {
  const pieces = fc.oneof(
    fc.uint8Array({ maxLength: 4 }),
    fc
      .string({ unit: fc.constantFrom(...letters), maxLength: 8 })
      .map((text) => new Uint8Array(Buffer.from(text))),
    fc
      .string({ unit: fc.constantFrom(...letters), maxLength: 8 })
      .map((text) => new Uint8Array(Buffer.from(text, 'utf16le'))),
  );
  const anyBytes = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.uint8Array({ min: 0x20, maxLength: 60 }),
    fc.array(pieces, { maxLength: 8 }).map((parts) => new Uint8Array(Buffer.concat(parts))),
  );

  test('a file that is accepted comes back from its text unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(anyBytes, async (bytes) => {
        const encoding = await detectEncoding(bytes, nodeCharsets);
        if (!encoding) return;
        const { text } = decodeDocument(bytes, encoding);
        const again = encoding.codec.encode(text);
        expect(Buffer.concat([encoding.bom, again!])).toEqual(Buffer.from(bytes));
      }),
      { numRuns: 2000 },
    );
  });

  test('any edit keeps every byte around it, or is refused', async () => {
    await fc.assert(
      fc.asyncProperty(anyBytes, fc.nat(), fc.nat(), anyText, async (bytes, from, to, newText) => {
        const encoding = await detectEncoding(bytes, nodeCharsets);
        if (!encoding) return;
        const document = decodeDocument(bytes, encoding);
        const [start, end] = wholeCharacters(document.text, from, to);
        const result = attempt(() => applyEdits(document, [edit(start, end, newText)]));
        if (!result) return;
        const { codec, bom } = encoding;
        const parts = [document.text.slice(0, start), newText, document.text.slice(end)];
        expect(Buffer.from(result.bytes)).toEqual(
          Buffer.concat([bom, ...parts.map((part) => codec.encode(part)!)]),
        );
      }),
      { numRuns: 1000 },
    );
  });

  function wholeCharacters(text: string, from: number, to: number): [number, number] {
    const characters = [...text];
    const [first, last] = [from % (characters.length + 1), to % (characters.length + 1)].sort(
      (a, b) => a - b,
    );
    const start = characters.slice(0, first).join('').length;
    return [start, start + characters.slice(first, last).join('').length];
  }
});
