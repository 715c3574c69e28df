import type { Locks } from '../../../src/ports/locks.ts';

/** Locks within this process. */
export class MemoryLocks implements Locks {
  readonly #tails = new Map<string, Promise<unknown>>();
  readonly #listeners = new Set<(path: string) => void>();

  withLock<T>(path: string, action: () => Promise<T>): Promise<T> {
    const result = (this.#tails.get(path) ?? Promise.resolve()).then(action).finally(() => {
      for (const listener of this.#listeners) listener(path);
    });
    this.#tails.set(
      path,
      result.catch(() => {}),
    );
    return result;
  }

  /** Calls the listener after each release, until the returned function is called. */
  onRelease(listener: (path: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
