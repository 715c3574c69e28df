import type { Patterns } from '../../ports/patterns.ts';
import { whenUsed } from '../when-used.ts';

/** Patterns that are made ready when they are first used. */
export function lazyPatterns(open: () => Promise<Patterns>): Patterns {
  const { get: patterns, ifUsed } = whenUsed(open);
  return {
    rewrite: async (...given) => (await patterns()).rewrite(...given),
    close: async () => (await ifUsed())?.close(),
  };
}
