import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { errorCode, isGone, type SystemPath } from './byte-paths.ts';

export type ReadFile =
  | { readonly outcome: 'read'; readonly bytes: Uint8Array; readonly stats: BigIntStats }
  /** It is no file any more, or a folder above it is gone. */
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'unreadable' }
  | { readonly outcome: 'large'; readonly stats: BigIntStats }
  /** It changed each time while it was read. */
  | { readonly outcome: 'changing'; readonly stats: BigIntStats };

const MAX_ATTEMPTS = 3;
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** Reads a regular file that does not change meanwhile. Links are not followed, pipes do not block. */
export function readSteadyFile(path: SystemPath, maxBytes: number): ReadFile {
  let opened: number;
  try {
    opened = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    return { outcome: isGone(error) || errorCode(error) === 'ENXIO' ? 'gone' : 'unreadable' };
  }
  try {
    return readOpened(opened, maxBytes);
  } catch {
    return { outcome: 'unreadable' };
  } finally {
    closeSync(opened);
  }
}

function readOpened(opened: number, maxBytes: number): ReadFile {
  let before = fstatSync(opened, { bigint: true });
  if (!before.isFile()) return { outcome: 'gone' };
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (before.size > BigInt(maxBytes)) return { outcome: 'large', stats: before };
    const bytes = readAll(opened, Number(before.size));
    const after = fstatSync(opened, { bigint: true });
    const isSteady = before.ctimeNs === after.ctimeNs && before.size === after.size;
    if (isSteady && bytes.length === Number(after.size)) return { outcome: 'read', bytes, stats: after };
    before = after;
  }
  return { outcome: 'changing', stats: before };
}

/** Up to one byte more than is expected, so that a longer file shows. */
function readAll(opened: number, size: number): Uint8Array {
  const buffer = Buffer.allocUnsafe(size + 1);
  let filled = 0;
  while (filled < buffer.length) {
    const length = readSync(opened, buffer, filled, buffer.length - filled, filled);
    if (length === 0) break;
    filled += length;
  }
  return buffer.subarray(0, filled);
}
