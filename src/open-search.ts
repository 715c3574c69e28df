import { lazy } from './adapters/lazy.ts';
import type { Search } from './ports/search.ts';

/** Searches with the programs of this machine. */
export function openSearch(): Search {
  return lazy(async () =>
    (await import('./adapters/search/program-search.ts')).programSearch(process.env.PATH ?? ''),
  );
}
