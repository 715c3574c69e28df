import type { History } from '../ports/history.ts';

/** Runs an action while all these paths are locked: in the order of their names, so that two calls never wait for each other. */
export function lockAll<T>(
  history: Pick<History, 'exclusively'>,
  paths: readonly string[],
  action: () => Promise<T>,
): Promise<T> {
  const locking = [...new Set(paths)]
    .sort()
    .reduceRight<() => Promise<T>>((inner, path) => () => history.exclusively(path, inner), action);
  return locking();
}
