import { createHash, randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { readNames, unlink } from './quick-io.ts';

/** `tmp`: the new content before it takes its place. `old`: the file that it replaces, until it is known to be unchanged. */
export type Purpose = 'tmp' | 'old';

/** The same for every writer of a path: the holder of the path's lock knows that a leftover is from a crash. */
export function stagingName(path: string, purpose: Purpose = 'tmp'): string {
  return `${prefixFor(path)}.${purpose}`;
}

/** For when something that is not ours has the usual name. */
export function otherStagingName(path: string, purpose: Purpose): string {
  return `${prefixFor(path)}-${randomBytes(8).toString('hex')}.${purpose}`;
}

export function stagingPath(path: string): string {
  return join(dirname(path), stagingName(path));
}

/** Removes what a process that died has left beside a file. */
export async function removeLeftovers(path: string): Promise<void> {
  const usual = [stagingName(path), stagingName(path, 'old')];
  const prefix = prefixFor(path);
  const names = (await readNames(dirname(path)).catch(() => usual)).filter((name) => name.startsWith(prefix));
  for (const name of names) await unlink(join(dirname(path), name)).catch(() => {});
}

function prefixFor(path: string): string {
  return `.corvid-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`;
}
