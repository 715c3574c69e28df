import { describe, expect, test } from 'vitest';
import { exact } from '../../../../src/core/match/strategies/exact.ts';
import { by } from '../planning.ts';

describe('exact', () => {
  test.each([
    ['the only place', 'one two three', 'two', '2', 'one 2 three'],
    ['a part of a word', 'foobar', 'oba', '-', 'fo-r'],
    ['no place', 'one', 'two', '2', '<absent>'],
    ['several places', 'a b a', 'a', 'c', '<ambiguous 2>'],
    ['overlapping places', 'aaa', 'aa', 'b', '<ambiguous 2>'],
    ['an empty quotation', 'abc', '', 'x', '<absent>'],
    ['white space that differs', 'a  b', 'a b', 'c', '<absent>'],
    ['case that differs', 'Foo', 'foo', 'bar', '<absent>'],
    ['dollar sequences', 'price', 'price', "$& $1 $$ $' $`", "$& $1 $$ $' $`"],
    ['a new text without the line end of the old one', 'a\nb\nc\n', 'b\n', 'x', 'a\nxc\n'],
    ['a new text with a line end that the old one lacks', 'a\nb\nc\n', 'b', 'x\n', 'a\nx\n\nc\n'],
    ['a new text without the line end that the old one begins with', 'a\nb\nc\n', '\nb', 'x', 'ax\nc\n'],
    ['a line end that is all the edit is about', 'a\nb\nc\n', 'a\n', 'a', 'ab\nc\n'],
    ['a line end that is all the edit brings', 'a\nb\nc\n', 'a', 'a\n', 'a\n\nb\nc\n'],
    ['a line end that is all the edit is about, at the beginning', 'a\nb\n', '\nb', 'b', 'ab\n'],
    ['a line deleted with its end', 'a\nb\nc\n', 'b\n', '', 'a\nc\n'],
    ['a line emptied', 'a\nb\nc\n', 'b', '', 'a\n\nc\n'],
    ['a line end at the end of the text', 'a\nb', 'b', 'x\n', 'a\nx\n'],
  ])('%s', (_, text, oldText, newText, result) => {
    expect(by(exact, text, oldText, newText)).toBe(result);
  });

  test('only what differs is in its edits', () => {
    const [placement] = exact.find(
      { text: 'a\nb\nc\nd\n', lines: undefined as never, budget: { spend() {} } },
      { oldText: 'a\nb\nc\n', newText: 'a\nB\nc\n' } as never,
    );
    expect(placement!.edits()).toEqual([{ span: { start: 2, end: 3 }, newText: 'B' }]);
  });
});
