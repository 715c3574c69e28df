import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeLines } from '../../../src/core/checkpoints/merge-lines.ts';

const base = 'one\ntwo\nthree\nfour\nfive\n';

test.each([
  [
    'changes of different lines',
    'ONE\ntwo\nthree\nfour\nfive\n',
    'one\ntwo\nthree\nfour\nFIVE\n',
    'ONE\ntwo\nthree\nfour\nFIVE\n',
  ],
  [
    'the same change',
    'one\nTWO\nthree\nfour\nfive\n',
    'one\nTWO\nthree\nfour\nfive\n',
    'one\nTWO\nthree\nfour\nfive\n',
  ],
  [
    'an insertion and a deletion',
    'zero\none\ntwo\nthree\nfour\nfive\n',
    'one\ntwo\nthree\nfive\n',
    'zero\none\ntwo\nthree\nfive\n',
  ],
  ['a change of the one side alone', base, 'one\nfive\n', 'one\nfive\n'],
  [
    'a line without its end',
    'ONE\ntwo\nthree\nfour\nfive\n',
    'one\ntwo\nthree\nfour\nfive',
    'ONE\ntwo\nthree\nfour\nfive',
  ],
])('%s are merged', (_, ours, theirs, merged) => {
  expect(mergeLines({ base, ours, theirs })).toBe(merged);
  expect(mergeLines({ base, ours: theirs, theirs: ours })).toBe(merged);
});

test.each([
  ['of one line', 'one\nTWO\nthree\nfour\nfive\n', 'one\n2\nthree\nfour\nfive\n'],
  ['of neighbouring lines', 'one\nTWO\nthree\nfour\nfive\n', 'one\ntwo\nTHREE\nfour\nfive\n'],
  ['at one place', 'one\na\ntwo\nthree\nfour\nfive\n', 'one\nb\ntwo\nthree\nfour\nfive\n'],
  ['of a line that the other side removes', 'one\nTWO\nthree\nfour\nfive\n', 'one\nthree\nfour\nfive\n'],
  ['of all lines', '', 'one\ntwo\nthree\nfour\nFIVE\n'],
])('changes %s are not merged', (_, ours, theirs) => {
  expect(mergeLines({ base, ours, theirs })).toBeUndefined();
  expect(mergeLines({ base, ours: theirs, theirs: ours })).toBeUndefined();
});

test('a side without changes gives the other side', () => {
  const text = fc
    .array(fc.constantFrom('a\n', 'b\n', 'c\n', 'd'), { maxLength: 30 })
    .map((lines) => lines.join(''));
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(mergeLines({ base: one, ours: one, theirs: other })).toBe(other);
      expect(mergeLines({ base: one, ours: other, theirs: one })).toBe(other);
      expect(mergeLines({ base: one, ours: other, theirs: other })).toBe(other);
    }),
  );
});
