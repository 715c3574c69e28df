import { describe, expect, test } from 'vitest';
import { edited, outcomeOf, plan } from './planning.ts';

const everywhere = { replaceAll: true };

describe('every occurrence', () => {
  test.each([
    ['each place', 'a b a b a', 'a', 'c', 'c b c b c', 3],
    ['leftmost, without overlaps', 'aaa', 'aa', 'b', 'ba', 1],
    ['leftmost, without overlaps, twice', 'aaaaa', 'aa', 'b', 'bba', 2],
    ['new text that contains the old one', 'a a', 'a', 'aa', 'aa aa', 2],
    ['deletion', 'a\nx\na\n', 'a\n', '', 'x\n', 2],
    ['white space alone, exactly', 'a\t\tb\tc', '\t', ' ', 'a  b c', 3],
    [
      'each with its own indentation',
      '  f(1);\n  g();\n\tf(1);\n\tg();\n',
      'f(1);\ng();\n',
      'f(1);\nh();\ng();\n',
      '  f(1);\n  h();\n  g();\n\tf(1);\n\th();\n\tg();\n',
      2,
    ],
    [
      'with other spaces at line ends',
      'a();  \nb();\na();\nb();\n',
      'a(); \nb(); ',
      'a(); \nc();',
      'a();  \nc();\na();\nc();\n',
      2,
    ],
    [
      'typographic variants',
      '“a” – “b”\n‘“a” — “b”\n',
      '"a" - "b"',
      '"a" + "b"',
      '“a” + “b”\n‘“a” + “b”\n',
      2,
    ],
    ['across CRLF', 'a\r\nb\r\na\r\nb\r\n', 'a\nb\n', 'c\n', 'c\r\nc\r\n', 2],
    ['the last line of a file without a final line end', 'x\n\ta();\n\ta();', '  a();\n', '', 'x', 2],
  ])('%s', (_, text, oldText, newText, result, places) => {
    expect(outcomeOf(text, oldText, newText, everywhere)).toBe(result);
    expect(edited(text, oldText, newText, everywhere).places).toHaveLength(places);
  });

  test.each([
    ['what is not there', 'a b', 'c', 'd'],
    ['a tab in a file without one', 'a b\n    c\n', '\t', '    '],
    ['a slip in a word', 'const value = 1;\nconst value = 1;\n', 'const vlaue = 1;', 'x'],
    ['lines left out', 'a();\nq();\nb();\n', 'a();\nb();', 'c();'],
  ])('never %s', (_, text, oldText, newText) => {
    expect(plan(text, oldText, newText, everywhere)).toEqual({ outcome: 'absent' });
  });

  test('an exact place is never joined by looser ones', () => {
    expect(outcomeOf('f(a, b);\nf(a,  b);\n', 'f(a, b);', 'g();', everywhere)).toBe('g();\nf(a,  b);\n');
  });

  test('by the policy exact, nothing is overlooked', () => {
    const exactly = { replaceAll: true, policy: 'exact' } as const;
    expect(outcomeOf('a \na\n', 'a\n', 'b', exactly)).toBe('a \nb');
    expect(outcomeOf('  a\n', '\ta\n', 'b\n', exactly)).toBe('<absent>');
  });

  test('of a long text in a repetitive file, too', () => {
    const text = 'a'.repeat(300_000);
    expect(edited(text, 'a'.repeat(1000), 'b', everywhere).places).toHaveLength(300);
  });

  test('of a letter in a large file', () => {
    expect(edited('a'.repeat(300_000), 'a', 'b', everywhere).places).toHaveLength(300_000);
  });
});
