import type { Patterns } from '../../ports/patterns.ts';

/** Patterns that are made ready when they are first used. */
export function lazyPatterns(open: () => Promise<Patterns>): Patterns {
  let opened: Promise<Patterns> | undefined;
  const patterns = () => {
    // What failed, as when too many files are open, is tried anew by the next call.
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  return {
    rewrite: async (...given) => (await patterns()).rewrite(...given),
    close: async () => (await opened)?.close(),
  };
}
