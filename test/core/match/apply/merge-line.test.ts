import { expect, test } from 'vitest';
import { mergeLine } from '../../../../src/core/match/apply/merge-line.ts';

test.each([
  ['quoted rightly', 'a = 1;', 'a = 2;', 'a = 1;', 'a = 2;'],
  ['the change is there already', 'a = 1;', 'a = 2;', 'a = 2;', 'a = 2;'],
  ['a semicolon that the quotation lacks stays', 'f(a)', 'f(b)', 'f(a);', 'f(b);'],
  [
    'a name that was misquoted elsewhere stays',
    'total = sum(itmes)',
    'total = add(itmes)',
    'total = sum(items)',
    'total = add(items)',
  ],
  ['blanks that were misquoted elsewhere stay', 'f(a,b) + c', 'f(a,b) + d', 'f(a, b) + c', 'f(a, b) + d'],
  ['a comment right behind the word that changes', 'a = 1', 'a = 2', 'a = 1 # one', undefined],
  ['a comment further behind stays', 'a = 1;', 'a = 2;', 'a = 1; # one', 'a = 2; # one'],
  ['both changed the same word', 'a = 1', 'a = 2', 'a = 3', 'a = 2'],
  ['both put something at the same place', 'f(a)', 'f(a, b)', 'f(a, c)', undefined],
])('%s', (_, quoted, wanted, inFile, merged) => {
  expect(mergeLine(quoted, wanted, inFile)).toBe(merged);
});
