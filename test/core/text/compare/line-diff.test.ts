import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines } from '../../../../src/core/text/compare/line-diff.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 25 });

test('the hunks turn the old lines into the new ones, and leave the rest alone', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const result: string[] = [];
      let at = 0;
      for (const { oldStart, oldEnd, newStart, newEnd } of diffLines(before, after)) {
        result.push(...before.slice(at, oldStart), ...after.slice(newStart, newEnd));
        at = oldEnd;
      }
      expect([...result, ...before.slice(at)]).toEqual(after);
    }),
    { numRuns: 3000 },
  );
});

test('as much as can be is left alone', () => {
  expect(diffLines(['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'd', 'e'])).toEqual([
    { oldStart: 1, oldEnd: 2, newStart: 1, newEnd: 2 },
    { oldStart: 4, oldEnd: 4, newStart: 4, newEnd: 5 },
  ]);
  expect(diffLines(['a'], ['a'])).toEqual([]);
  expect(diffLines([], ['a'])).toEqual([{ oldStart: 0, oldEnd: 0, newStart: 0, newEnd: 1 }]);
});
