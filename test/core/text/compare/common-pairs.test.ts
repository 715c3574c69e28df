import { expect, test } from 'vitest';
import { commonPairs } from '../../../../src/core/text/compare/line-diff.ts';

const common = (from: string, to: string) => commonPairs([...from], [...to]);

test('what two lists have in common, in order', () => {
  expect(common('abcd', 'bxd')).toEqual([
    [1, 0],
    [3, 2],
  ]);
  expect(common('', 'a')).toEqual([]);
});

test('items are compared as asked', () => {
  const pairs = commonPairs(['a', 'B'], ['A', 'c', 'b'], (a, b) => a.toLowerCase() === b.toLowerCase());
  expect(pairs).toEqual([
    [0, 0],
    [1, 2],
  ]);
});

test('long lists with little in common have nothing in common', () => {
  expect(common(`${'a'.repeat(2000)}x`, `${'b'.repeat(2000)}x`)).toEqual([]);
});
