import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCleanStream } from '../../../src/core/terminal/output/clean-stream.ts';
import { incompleteEnd } from '../../../src/core/terminal/output/incomplete-end.ts';
import { renderLines } from '../../../src/core/terminal/output/rendered-lines.ts';
import { utf8 } from '../../../src/core/text/document/utf8.ts';

test.each([
  ['plain', 'plain'],
  ['a\r\nb', 'a\nb'],
  ['10%\r20%\r', '20%'],
  ['abc\rX', 'Xbc'],
  ['abc\b\b\bX', 'Xbc'],
  ['a\x1b[Kb', 'ab'],
  ['abc\x1b[1K', '   '],
  ['abc\x1b[2Kd', '   d'],
  ['abcdef\x1b[4D\x1b[2P', 'abef'],
  ['abc\x1b[3D\x1b[2@', '  abc'],
  ['abc\x1b[3D\x1b[2X', '  c'],
  ['\x1b[1;38;2;1;2;3mx\x1b[0m', 'x'],
  ['\x1b]0;title\x07x\x1bP1$q\x1b\\y\x1b_apc\x1b\\z', 'xyz'],
  ['\x1b(B\x1b=a\x1b>', 'a'],
  ['unfinished \x1b[3', 'unfinished '],
  ['tab\tkept', 'tab\tkept'],
  ['\x1b[?25lhidden\x1b[?25h', 'hidden'],
  ['a\x1b[?1049hscreen\x1b[?1049lb', 'ab'],
])('%j', (raw, text) => {
  expect(renderLines(raw)).toMatchObject({ text, needsScreen: false, inAlternateScreen: false });
});

test.each([
  ...['\x1b[2A', '\x1b[5;5H', '\x1b[2J', '\x1bM', '\x1bc'],
  // A saved cursor, line drawing, insert mode, a repeated character.
  ...['x\x1b7y\x1b8', 'x\x1b[sy\x1b[u', '\x1b(0lqk\x1b(B', '\x1b)0\x0elqk\x0f', '\x1b[4hX', 'x\x1b[3b'],
  // What takes more or less than one column, and is written over.
  ...['日本\b語', 'a\tb\rX', 'e\u0301\rX'],
])('%j needs a screen', (sequence) => {
  expect(renderLines(`a\n${sequence}b`).needsScreen).toBe(true);
});

test.each(['a\tb\r', '日本\r\n', 'a\t\x1b[31m\x1b[Kb\x1b[m\x1b[K'])('%j needs none', (text) => {
  expect(renderLines(text).needsScreen).toBe(false);
});

test('ordinary text is left as it is', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'é', '日', '🎉', ' ', '\t', '\n', '[', ';', '0', 'm') }),
      (text) => {
        expect(renderLines(text).text).toBe(text);
      },
    ),
  );
});

test('a stream gives the lines that the whole gives, wherever it is cut', () => {
  const unit = fc.constantFrom(
    'a',
    'é',
    '日',
    '\r',
    '\n',
    '\r\n',
    '\b',
    '\t',
    '\x1b[31m',
    '\x1b[K',
    '\x1b[2D',
    ' ',
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 60 }), fc.array(fc.nat(), { maxLength: 5 }), (text, cuts) => {
      const bytes = utf8.encode(text);
      const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
      const stream = createCleanStream();
      const parts = places
        .slice(1)
        .map((place, i) => utf8.decode(stream.push(bytes.slice(places[i], place))));
      parts.push(utf8.decode(stream.end()));
      expect(parts.join('')).toBe(renderLines(text).text);
      expect(stream.lines).toBe(text.split('\n').length - 1);
    }),
  );
});

test.each([
  ['abc', 0],
  ['ab\xc3', 1],
  ['ab\xe6\x97', 2],
  ['ab\xf0\x9f\x8e', 3],
  ['ab\xc3\xbc', 0],
  ['ab\xff', 0],
  ['a\x1b', 1],
  ['a\x1b[3', 3],
  ['a\x1b[31m', 0],
])('the end of %j is open by %i bytes', (text, open) => {
  expect(incompleteEnd(new Uint8Array(Buffer.from(text, 'latin1')))).toBe(open);
});
