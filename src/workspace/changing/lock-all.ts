import type { Locks } from '../../ports/locks.ts';

/** Takes the locks in the order of their names, so that two calls never wait for each other. */
export function lockAll<T>(locks: Locks, paths: readonly string[], action: () => Promise<T>): Promise<T> {
  const locking = [...new Set(paths)]
    .sort()
    .reduceRight<() => Promise<T>>((inner, path) => () => locks.withLock(path, inner), action);
  return locking();
}
