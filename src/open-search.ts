import { lazySearch } from './adapters/search/lazy-search.ts';
import type { Search } from './ports/search.ts';

/** Searches with the programs of this machine. */
export function openSearch(): Search {
  return lazySearch(async () =>
    (await import('./adapters/search/program-search.ts')).programSearch(process.env.PATH ?? ''),
  );
}
