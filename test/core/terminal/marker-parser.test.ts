import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createMarkerParser,
  markerPrefix,
  type Piece,
} from '../../../src/core/terminal/shell/marker-parser.ts';

const TOKEN = 'abc123';
const marker = (letter: string, ...fields: string[]) =>
  `${markerPrefix(TOKEN)}${[letter, ...fields].join('\x1f')}\x07`;

function parse(chunks: readonly Uint8Array[]): (string | Piece)[] {
  const push = createMarkerParser(TOKEN);
  const joined: (string | Piece)[] = [];
  for (const piece of chunks.flatMap(push)) {
    const text = piece.kind === 'output' ? Buffer.from(piece.bytes).toString('latin1') : undefined;
    if (text !== undefined && typeof joined.at(-1) === 'string') joined.push(`${joined.pop()}${text}`);
    else joined.push(text ?? piece);
  }
  return joined;
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

test.each([
  ['plain output', 'abc\r\n', ['abc\r\n']],
  [
    'a marker between output',
    `a${marker('D', '1', '0')}b`,
    ['a', { kind: 'marker', letter: 'D', fields: ['1', '0'] }, 'b'],
  ],
  [
    'two markers in a row',
    marker('C', '1') + marker('D', '1'),
    [
      { kind: 'marker', letter: 'C', fields: ['1'] },
      { kind: 'marker', letter: 'D', fields: ['1'] },
    ],
  ],
  ['another token', '\x1b]633;other;D\x1f1\x07x', ['\x1b]633;other;D\x1f1\x07x']],
  ['colours', '\x1b[31mred\x1b[0m', ['\x1b[31mred\x1b[0m']],
  [
    'a marker without end',
    `${markerPrefix(TOKEN)}${'x'.repeat(40_000)}`,
    [`${markerPrefix(TOKEN)}${'x'.repeat(40_000)}`],
  ],
] as const)('%s', (_, text, expected) => {
  expect(parse([bytes(text)])).toEqual(expected);
});

test('wherever the chunks are cut, the pieces are the same', () => {
  const part = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', '\x1b', ']', '6', '3', ';', '\x07', '\n'), maxLength: 12 }),
    fc.constant(marker('D', '1', '0', '/home')),
    fc.constant(markerPrefix(TOKEN).slice(0, 5)),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 6 }), (parts, cuts) => {
      const all = bytes(`${parts.join('')}end`);
      const places = [...new Set([0, ...cuts.map((cut) => cut % all.length), all.length])].sort(
        (a, b) => a - b,
      );
      const chunks = places.slice(1).map((place, i) => all.slice(places[i], place));
      expect(parse(chunks)).toEqual(parse([all]));
    }),
  );
});
