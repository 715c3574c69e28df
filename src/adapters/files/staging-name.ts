import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';

/** The same for every writer of a path: who holds the path's lock knows that a leftover is from a crash. */
export function stagingName(path: string): string {
  return `.corvid-${createHash('sha256').update(path).digest('hex').slice(0, 16)}.tmp`;
}

export function stagingPath(path: string): string {
  return join(dirname(path), stagingName(path));
}
