import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createReversePatch, redoPatch, revertPatch } from '../../../src/core/edit/reverse-patch.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test.each([
  ['hello world', 'hello there world', 6, '', 'there '],
  ['hello there world', 'hello world', 6, 'there ', ''],
  ['same', 'same', 4, '', ''],
  ['', 'new', 0, '', 'new'],
  ['old', '', 0, 'old', ''],
  ['aaa', 'aaaa', 3, '', 'a'],
  ['one long line of text that stays', 'one long line of code that stays', 17, 'text', 'code'],
])('from %j to %j only what differs is kept', (before, after, start, removed, inserted) => {
  const patch = createReversePatch(bytes(before), bytes(after));
  expect(patch).toEqual({ start, removed: bytes(removed), inserted: bytes(inserted) });
});

// Pieces of a larger buffer start at any alignment.
const piece = fc
  .tuple(fc.integer({ min: 0, max: 7 }), fc.uint8Array({ maxLength: 60, max: 2 }))
  .map(([offset, part]) => {
    const room = new Uint8Array(offset + part.length + 9).fill(7);
    room.set(part, offset);
    return room.subarray(offset, offset + part.length);
  });

test('either version is found again from the other', () => {
  fc.assert(
    fc.property(piece, piece, piece, piece, (head, tail, removed, inserted) => {
      const before = new Uint8Array([...head, ...removed, ...tail]);
      const after = new Uint8Array([...head, ...inserted, ...tail]);
      const patch = createReversePatch(before, after);
      expect(redoPatch(patch, before)).toEqual(after);
      expect(revertPatch(patch, after)).toEqual(before);
      expect(patch.removed.length).toBeLessThanOrEqual(removed.length);
      expect(patch.inserted.length).toBeLessThanOrEqual(inserted.length);
    }),
  );
});

test('prefix and suffix are as long as they can be, at any alignment', () => {
  fc.assert(
    fc.property(piece, piece, (before, after) => {
      const { start, removed, inserted } = createReversePatch(before, after);
      expect(before.subarray(0, start)).toEqual(after.subarray(0, start));
      expect(before.subarray(start + removed.length)).toEqual(after.subarray(start + inserted.length));
      if (removed.length === 0 || inserted.length === 0) return;
      expect(removed[0]).not.toBe(inserted[0]);
      expect(removed.at(-1)).not.toBe(inserted.at(-1));
    }),
  );
});

test('bytes that cannot be the other version are refused', () => {
  const patch = createReversePatch(bytes('abc-old-xyz'), bytes('abc-new-xyz'));
  for (const wrong of ['', 'abc', 'abc-ol', 'abc-odd-xyz', 'ab-old-xyz']) {
    expect(redoPatch(patch, bytes(wrong))).toBeUndefined();
    expect(revertPatch(patch, bytes(wrong))).toBeUndefined();
  }
  for (const start of [-1, 0.5, Number.NaN, 1e9]) {
    expect(redoPatch({ ...patch, start }, bytes('abc-old-xyz'))).toBeUndefined();
  }
});
