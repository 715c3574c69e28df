import { describe, expect, test } from 'vitest';
import { locate } from '../../../src/core/match/cascade.ts';

function found(text: string, quoted: string): string[] {
  const located = locate(text, quoted);
  if (located.found === 'none') return [];
  const places = located.found === 'one' ? [located.place] : located.places;
  return places.map(
    ({ strategy, span }) => `${strategy} ${JSON.stringify(text.slice(span.start, span.end))}`,
  );
}

describe('locating a quoted text', () => {
  test.each([
    ['the only place', 'one two three', 'two', ['exact "two"']],
    ['every place, overlapping ones too', 'aaa', 'aa', ['exact "aa"', 'exact "aa"']],
    ['nothing', 'one', 'two', []],
    ['nothing for an empty quotation', 'one', '', []],
    ['a place with CRLF by a quotation with LF', 'a\r\nb\r\nc', 'a\nb\n', ['exact "a\\r\\nb\\r\\n"']],
    ['a place with LF by a quotation with CRLF', 'a\nb\nc', 'a\r\nb', ['exact "a\\nb"']],
    [
      'a place whose surroundings were misquoted',
      'x\n  foo()\n',
      '\n\nfoo()  ',
      ['trimmed-boundary "foo()"'],
    ],
    ['nothing by white space alone', 'a\n\n\nb', '   ', []],
  ])('finds %s', (_, text, quoted, places) => {
    expect(found(text, quoted)).toEqual(places);
  });

  test('a looser matcher does not settle what a stricter one found twice', () => {
    expect(locate('a b\na b\n', 'a b').found).toBe('many');
    expect(locate('foo\nfoo\n', ' foo\n').found).toBe('many');
  });

  test('the white space that was overlooked is taken off the replacement too', () => {
    const located = locate('x = 1;\n', '\nx = 1;\n\n');
    if (located.found !== 'one') throw new Error('not found');
    expect(located.place.adapt('\nx = 2;\n\n')).toBe('x = 2;');
    expect(located.place.adapt('x = 2;')).toBe('x = 2;');
    expect(located.place.adapt('')).toBe('');
  });
});
