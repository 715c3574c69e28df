import { createHash, randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';

// Names of the files that Corvid makes for a path.

/** Names the lock and the history of a path in the state directory. */
export function pathHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 32);
}

export const pathHashPattern = /^[0-9a-f]{32}$/;

/** `tmp`: the new content before it is in place. `old`: the file that it replaces, until that is known to be unchanged. */
export type Purpose = 'tmp' | 'old';

/** The same for every writer of a path: the holder of the path's lock knows that a leftover is from a crash. */
export function stagingName(path: string, purpose: Purpose = 'tmp'): string {
  return `${stagingPrefix(path)}.${purpose}`;
}

/** For when something that is not ours has the usual name. */
export function otherStagingName(path: string, purpose: Purpose): string {
  return `${stagingPrefix(path)}-${randomBytes(8).toString('hex')}.${purpose}`;
}

/** All staging names of a path begin with it. */
export function stagingPrefix(path: string): string {
  return `.corvid-${pathHash(path).slice(0, 16)}`;
}

export function stagingPath(path: string): string {
  return join(dirname(path), stagingName(path));
}
