import fc from 'fast-check';
import { expect, test } from 'vitest';
import { highlightLines } from '../../page/highlight.ts';
import { hiddenCharacters, segmentsOf, visibleName } from '../../page/model/segments.ts';

test('the parts of a line, joined, are the line, whatever is coloured and marked', () => {
  const span = fc
    .tuple(fc.nat(60), fc.nat(20))
    .map(([start, length]) => ({ start, end: start + length, style: 'x' }));
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 50 }),
      fc.array(span),
      fc.array(span),
      (line, tokens, marks) => {
        expect(
          segmentsOf(line, tokens, marks)
            .map(({ text }) => text)
            .join(''),
        ).toBe(line);
      },
    ),
  );
});

test.each(['\u202e', '\u2066', '\u200b', '\u001b', '\u0007', '\u0000', '\ufeff', '\ud800'])(
  'a character that misleads the eye is shown by its name: %j',
  (character) => {
    const name = `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
    expect(segmentsOf(`a${character}b`, [], [])).toContainEqual({ text: character, oddity: name });
    expect(visibleName(`a${character}b`)).toBe(`a‹${name}›b`);
  },
);

test('a tab is a tab', () => {
  expect(segmentsOf('\ta', [], [])).toEqual([{ text: '\ta' }]);
});

test('a very long line is cut', () => {
  const line = 'x'.repeat(300_000);
  expect(segmentsOf(line, [], [])).toEqual([{ text: 'x'.repeat(1_200) }]);
  expect(hiddenCharacters(line)).toBe(298_800);
});

test('code is coloured by the language of its file, also over several lines', () => {
  const lines = ['const a = `', 'b`; // c'];
  const tokens = highlightLines('src/x.ts', lines);
  const styled = tokens.flatMap((line, i) =>
    line.map(({ start, end, style }) => [lines[i]!.slice(start, end), style]),
  );
  expect(styled).toContainEqual(['const', 'keyword']);
  expect(styled).toContainEqual(['// c', 'comment']);
  expect(highlightLines('notes.unknown', ['x'])).toEqual([[]]);
});
