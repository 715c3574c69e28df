import type { ChangedRegion } from './text-edit.ts';

/** The one region in which two versions of a file differ; enough to get either version from the other. */
export type ReversePatch = {
  readonly start: number;
  readonly removed: Uint8Array;
  readonly inserted: Uint8Array;
};

/** `removed` and `inserted` are views into the given bytes, not copies. */
export function createReversePatch(
  before: Uint8Array,
  after: Uint8Array,
  known?: ChangedRegion,
): ReversePatch {
  const { start, beforeEnd, afterEnd } = known ?? changedRegion(before, after);
  return { start, removed: before.subarray(start, beforeEnd), inserted: after.subarray(start, afterEnd) };
}

function changedRegion(before: Uint8Array, after: Uint8Array): ChangedRegion {
  const shorter = Math.min(before.length, after.length);
  const start = commonPrefix(before, after, shorter);
  const kept = commonSuffix(before, after, shorter - start);
  return { start, beforeEnd: before.length - kept, afterEnd: after.length - kept };
}

/** The version after the change; undefined if `before` cannot be the version that the patch was made from. */
export function redoPatch(
  { start, removed, inserted }: ReversePatch,
  before: Uint8Array,
): Uint8Array | undefined {
  return substitute(before, start, removed, inserted);
}

/** The version before the change; undefined if `after` cannot be the version that the patch led to. */
export function revertPatch(
  { start, removed, inserted }: ReversePatch,
  after: Uint8Array,
): Uint8Array | undefined {
  return substitute(after, start, inserted, removed);
}

function substitute(
  bytes: Uint8Array,
  start: number,
  expected: Uint8Array,
  replacement: Uint8Array,
): Uint8Array | undefined {
  const end = start + expected.length;
  if (!Number.isSafeInteger(start) || start < 0 || end > bytes.length) return undefined;
  if (commonPrefix(bytes.subarray(start, end), expected, expected.length) !== expected.length)
    return undefined;
  const result = new Uint8Array(bytes.length - expected.length + replacement.length);
  result.set(bytes.subarray(0, start));
  result.set(replacement, start);
  result.set(bytes.subarray(end), start + replacement.length);
  return result;
}

const blockBytes = 16;

function commonPrefix(a: Uint8Array, b: Uint8Array, limit: number): number {
  let length = equalBlocks(a, 0, b, 0, blockBytes, limit);
  while (length < limit && a[length] === b[length]) length++;
  return length;
}

function commonSuffix(a: Uint8Array, b: Uint8Array, limit: number): number {
  let length = equalBlocks(a, a.length - blockBytes, b, b.length - blockBytes, -blockBytes, limit);
  while (length < limit && a[a.length - 1 - length] === b[b.length - 1 - length]) length++;
  return length;
}

/**
 * The bytes up to `limit` that are equal in whole blocks, from block `i` of `a` and block `j` of `b` on.
 * Byte by byte this takes four times as long; a DataView reads words wherever they start.
 */
function equalBlocks(
  a: Uint8Array,
  i: number,
  b: Uint8Array,
  j: number,
  step: number,
  limit: number,
): number {
  const x = new DataView(a.buffer, a.byteOffset, a.byteLength);
  const y = new DataView(b.buffer, b.byteOffset, b.byteLength);
  const blocks = Math.floor(limit / blockBytes);
  let equal = 0;
  while (
    equal < blocks &&
    ((x.getInt32(i, true) ^ y.getInt32(j, true)) |
      (x.getInt32(i + 4, true) ^ y.getInt32(j + 4, true)) |
      (x.getInt32(i + 8, true) ^ y.getInt32(j + 8, true)) |
      (x.getInt32(i + 12, true) ^ y.getInt32(j + 12, true))) ===
      0
  ) {
    equal++;
    i += step;
    j += step;
  }
  return equal * blockBytes;
}
