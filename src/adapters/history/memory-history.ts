import type { History, HistoryEntry, HistoryEvent, LookBack, NewHistoryEntry } from '../../ports/history.ts';
import type { StoredEntry } from './entry-file.ts';
import { nextId } from './entry-folder.ts';
import { idChanges } from './id-changes.ts';
import { newEntry, type PastChange, pastChange, sizeOf, standingOf } from './past-change.ts';
import { createPathQueue } from './path-queue.ts';

export type MemoryHistoryOptions = { readonly entriesPerFile?: number; readonly maxBytes?: number };

/** Entries by path, oldest first; the path that was changed last stands last. */
type Shelf = Map<string, StoredEntry[]>;

/** History that ends with this process. */
export function memoryHistory(options: MemoryHistoryOptions = {}): History {
  const { entriesPerFile = 10, maxBytes = 256 * 1024 * 1024 } = options;
  const shelf: Shelf = new Map();
  const serially = createPathQueue();
  const watchers = new Set<(path: string) => void>();
  return {
    exclusively: (path, action) =>
      serially(path, () =>
        action().finally(() => {
          for (const look of watchers) look(path);
        }),
      ),
    record: async (given) => record(shelf, given, { entriesPerFile, maxBytes }),
    settle: async (path) => {
      const stored = shelf.get(path);
      if (stored) shelf.set(path, stored.slice(-entriesPerFile));
    },
    lookBack: async (path, current, { keepAll = false } = {}) => lookBack(shelf, path, current, keepAll),
    forget: async ({ path, id }) => keep(shelf, path, (stored) => stored.entry.id !== id),
    list: async (filter = {}) => list(shelf, filter),
    watch: async (tell) => {
      const look = watcher(shelf, tell);
      watchers.add(look);
      return () => void watchers.delete(look);
    },
    close: async () => {},
  };
}

/** Tells what has happened to a path since it was last looked at. */
function watcher(shelf: Shelf, tell: (event: HistoryEvent) => void): (path: string) => void {
  const idsOf = (path: string) => (shelf.get(path) ?? []).map(({ entry }) => entry.id);
  const known = new Map([...shelf.keys()].map((path) => [path, idsOf(path)]));
  return (path) => {
    const { made, undone } = idChanges(known.get(path) ?? [], idsOf(path));
    known.set(path, idsOf(path));
    for (const id of undone) tell({ kind: 'undone', id });
    for (const { entry } of shelf.get(path) ?? []) if (made.includes(entry.id)) tell({ kind: 'made', entry });
  };
}

function record(shelf: Shelf, given: NewHistoryEntry, limits: Required<MemoryHistoryOptions>): HistoryEntry {
  const earlier = shelf.get(given.path) ?? [];
  const change = copyOf(pastChange(given));
  const now = Date.now();
  const entry = newEntry(nextId(now, newestId(shelf)), now, change.kind, given);
  if (sizeOf(change) > limits.maxBytes) return { ...entry, stored: false };
  shelf.delete(given.path);
  shelf.set(given.path, [...earlier, { entry, change }]);
  evict(shelf, limits.maxBytes);
  return entry;
}

/** The bytes of a change belong to its caller. */
function copyOf(change: PastChange): PastChange {
  const { start, removed, inserted } = change.patch;
  return {
    ...change,
    patch: { start, removed: new Uint8Array(removed), inserted: new Uint8Array(inserted) },
  };
}

function newestId(shelf: Shelf): string | undefined {
  return [...shelf.values()].at(-1)?.at(-1)?.entry.id;
}

/** Never reaches the newest entry, which alone fits. */
function evict(shelf: Shelf, maxBytes: number): void {
  let total = [...shelf.values()].flat().reduce((sum, { change }) => sum + sizeOf(change), 0);
  for (const { entry, change } of [...shelf.values()].flat()) {
    if (total <= maxBytes) return;
    keep(shelf, entry.path, (stored) => stored.entry.id !== entry.id);
    total -= sizeOf(change);
  }
}

function keep(shelf: Shelf, path: string, wanted: (stored: StoredEntry) => boolean): void {
  const kept = (shelf.get(path) ?? []).filter(wanted);
  if (kept.length === 0) shelf.delete(path);
  else shelf.set(path, kept);
}

function lookBack(shelf: Shelf, path: string, current: Uint8Array | undefined, keepAll: boolean): LookBack {
  for (const { entry, change } of (shelf.get(path) ?? []).toReversed()) {
    const standing = standingOf(change, current);
    if (standing.state === 'ready') return { state: 'ready', entry, before: standing.before };
    if (standing.state === 'changed-since') return { state: 'changed-since', entry };
    if (!keepAll) keep(shelf, path, (stored) => stored.entry.id !== entry.id);
  }
  return { state: 'empty' };
}

function list(shelf: Shelf, { path, limit }: { path?: string; limit?: number }): HistoryEntry[] {
  const entries = [...shelf.values()].flat().map(({ entry }) => entry);
  return entries
    .filter((entry) => path === undefined || entry.path === path)
    .sort((a, b) => (a.id > b.id ? -1 : 1))
    .slice(0, limit);
}
