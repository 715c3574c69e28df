import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeIssue, placesAt } from '../../../src/core/syntax/syntax-issue.ts';

const at = (line: number, column: number, text: string) =>
  describeIssue({ line, column, message: 'Expected `)`' }, text);

describe('an issue is shown as a compiler would print it', () => {
  test.each([
    ['in the first line', 1, 3, 'f(1\n', 'Line 1: Expected `)`\nf(1\n  ^'],
    ['in a later line', 2, 4, 'a\nf(1;\nb\n', 'Line 2: Expected `)`\nf(1;\n   ^'],
    ['in the first column', 1, 1, ')', 'Line 1: Expected `)`\n)\n^'],
    ['right after a line', 1, 4, 'f(1', 'Line 1: Expected `)`\nf(1\n   ^'],
    ['at the end of a text that ends with a line', 2, 1, 'f(1\n', 'Line 2: Expected `)`\n\n^'],
    ['in an empty text', 1, 1, '', 'Line 1: Expected `)`\n\n^'],
    ['beyond the text', 9, 1, 'f(1\n', 'Line 9: Expected `)`\n\n^'],
    ['with CRLF endings', 2, 4, 'a\r\nf(1\r\nb', 'Line 2: Expected `)`\nf(1\n   ^'],
    ['after tabs', 1, 5, '\t\tf(1', 'Line 1: Expected `)`\n\t\tf(1\n\t\t  ^'],
    ['after a tab within the line', 1, 6, 'a\tb(1', 'Line 1: Expected `)`\na\tb(1\n \t   ^'],
  ])('%s', (_, line, column, text, shown) => {
    expect(at(line, column, text)).toBe(shown);
  });

  test('a long line is cut around the place, and the caret stays below it', () => {
    const text = `${'a'.repeat(500)}!${'b'.repeat(500)}`;
    const [, source, caret] = at(1, 501, text).split('\n');
    expect(source).toHaveLength(160);
    expect(source![caret!.indexOf('^')]).toBe('!');
  });

  test('of a long line whose beginning is wrong, the beginning is shown', () => {
    const [, source, caret] = at(1, 5, `abcd!${'x'.repeat(500)}`).split('\n');
    expect(source!.startsWith('abcd!xxx')).toBe(true);
    expect(source).toHaveLength(160);
    expect(caret).toBe('    ^');
  });
});

/** Words, tabs, both line endings and characters beyond 16 bits. */
const texts = fc
  .array(fc.constantFrom('a', 'bc ', '\t', '\n', '\r\n', '𝒳', 'é', 'x'.repeat(200)), { maxLength: 30 })
  .map((parts) => parts.join(''));

test('the caret is below the character at the place of the issue', () => {
  fc.assert(
    fc.property(texts, fc.nat(2000), (text, wanted) => {
      const offset = Math.min(wanted, text.length);
      const place = placesAt(text, [offset])[0]!;
      const [head, source, caret] = at(place.line, place.column, text).split('\n');
      expect(head).toBe(`Line ${place.line}: Expected \`)\``);
      const below = caret!.length - 1;
      expect(source!.slice(0, below).replace(/[^\t]/g, ' ')).toBe(caret!.slice(0, -1));
      if (offset < text.length && !/[\r\n]/.test(text[offset]!)) expect(source![below]).toBe(text[offset]);
    }),
  );
});

test('places are found in any order', () => {
  fc.assert(
    fc.property(texts, fc.array(fc.nat(1000), { maxLength: 10 }), (text, wanted) => {
      const offsets = wanted.map((offset) => Math.min(offset, text.length));
      expect(placesAt(text, offsets)).toEqual(offsets.flatMap((offset) => placesAt(text, [offset])));
    }),
  );
});

test('a place counts lines and columns from 1, in UTF-16', () => {
  const text = 'ab\r\n𝒳y\n';
  expect(placesAt(text, [0, 1, 4, 6, 7, 8])).toEqual([
    { line: 1, column: 1 },
    { line: 1, column: 2 },
    { line: 2, column: 1 },
    { line: 2, column: 3 },
    { line: 2, column: 4 },
    { line: 3, column: 1 },
  ]);
});
