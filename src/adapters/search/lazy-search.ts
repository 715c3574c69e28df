import type { Search } from '../../ports/search.ts';
import { whenUsed } from '../when-used.ts';

/** A search that is made ready when it is first used. */
export function lazySearch(open: () => Promise<Search>): Search {
  const { get: search, ifUsed } = whenUsed(open);
  return {
    find: async (...given) => (await search()).find(...given),
    close: async () => (await ifUsed())?.close(),
  };
}
