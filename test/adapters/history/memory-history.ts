import { nextId, type StoredEntry } from '../../../src/adapters/history/entry-folder.ts';
import { idChanges } from '../../../src/adapters/history/id-changes.ts';
import {
  newEntry,
  type PastChange,
  pastChange,
  undoStateOf,
} from '../../../src/adapters/history/past-change.ts';
import type {
  History,
  HistoryEntry,
  HistoryEvent,
  NewHistoryEntry,
  NextUndo,
} from '../../../src/ports/history.ts';
import { MemoryLocks } from '../locks/memory-locks.ts';

export type MemoryHistoryOptions = { readonly entriesPerFile?: number; readonly maxBytes?: number };

/** Entries by path, oldest first; the path that was changed last comes last. */
type HistoryStore = Map<string, StoredEntry[]>;

/** History that ends with this process. Watchers hear of changes when these locks are released. */
export function memoryHistory(options: MemoryHistoryOptions = {}, locks = new MemoryLocks()): History {
  const { entriesPerFile = 10, maxBytes = 256 * 1024 * 1024 } = options;
  const store: HistoryStore = new Map();
  return {
    record: async (given) => record(store, given, { entriesPerFile, maxBytes }),
    prune: async (path) => {
      const stored = store.get(path);
      if (stored) store.set(path, stored.slice(-entriesPerFile));
    },
    peekUndo: async (path, current, { dryRun = false } = {}) => peekUndo(store, path, current, dryRun),
    forget: async ({ path, id }) => keep(store, path, (stored) => stored.entry.id !== id),
    list: async (filter = {}) => list(store, filter),
    watch: async (onEvent) => locks.onRelease(watcher(store, onEvent)),
    close: async () => {},
  };
}

/** Reports what has happened to a path since the last call. */
function watcher(store: HistoryStore, onEvent: (event: HistoryEvent) => void): (path: string) => void {
  const idsOf = (path: string) => (store.get(path) ?? []).map(({ entry }) => entry.id);
  const known = new Map([...store.keys()].map((path) => [path, idsOf(path)]));
  return (path) => {
    const { made, undone } = idChanges(known.get(path) ?? [], idsOf(path));
    known.set(path, idsOf(path));
    for (const id of undone) onEvent({ kind: 'undone', id });
    for (const { entry } of store.get(path) ?? [])
      if (made.includes(entry.id)) onEvent({ kind: 'made', entry });
  };
}

function record(
  store: HistoryStore,
  given: NewHistoryEntry,
  limits: Required<MemoryHistoryOptions>,
): HistoryEntry {
  const earlier = store.get(given.path) ?? [];
  const change = copyOf(pastChange(given));
  const now = Date.now();
  const entry = newEntry(nextId(now, newestId(store)), now, change.kind, given);
  if (sizeOf(change) > limits.maxBytes) return { ...entry, stored: false };
  store.delete(given.path);
  store.set(given.path, [...earlier, { entry, change }]);
  evict(store, limits.maxBytes);
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

function newestId(store: HistoryStore): string | undefined {
  return [...store.values()].at(-1)?.at(-1)?.entry.id;
}

/** Never reaches the newest entry, which alone fits. */
function evict(store: HistoryStore, maxBytes: number): void {
  let total = [...store.values()].flat().reduce((sum, { change }) => sum + sizeOf(change), 0);
  for (const { entry, change } of [...store.values()].flat()) {
    if (total <= maxBytes) return;
    keep(store, entry.path, (stored) => stored.entry.id !== entry.id);
    total -= sizeOf(change);
  }
}

function keep(store: HistoryStore, path: string, wanted: (stored: StoredEntry) => boolean): void {
  const kept = (store.get(path) ?? []).filter(wanted);
  if (kept.length === 0) store.delete(path);
  else store.set(path, kept);
}

function peekUndo(
  store: HistoryStore,
  path: string,
  current: Uint8Array | undefined,
  dryRun: boolean,
): NextUndo {
  for (const { entry, change } of (store.get(path) ?? []).toReversed()) {
    const undo = undoStateOf(change, current);
    if (undo.state === 'ready') return { state: 'ready', entry, before: undo.before };
    if (undo.state === 'changed-since') return { state: 'changed-since', entry };
    if (!dryRun) keep(store, path, (stored) => stored.entry.id !== entry.id);
  }
  return { state: 'empty' };
}

function list(store: HistoryStore, { path, limit }: { path?: string; limit?: number }): HistoryEntry[] {
  const entries = [...store.values()].flat().map(({ entry }) => entry);
  return entries
    .filter((entry) => path === undefined || entry.path === path)
    .sort((a, b) => (a.id > b.id ? -1 : 1))
    .slice(0, limit);
}

function sizeOf({ patch }: PastChange): number {
  return patch.removed.length + patch.inserted.length;
}
