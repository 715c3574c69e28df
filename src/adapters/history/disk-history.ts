import { join } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import type { History, HistoryEntry, LookBack, NewHistoryEntry } from '../../ports/history.ts';
import { explainingFailures } from '../files/file-errors.ts';
import { readNames } from '../files/quick-io.ts';
import { expectTrustedFolder, UntrustedError } from '../private/trust.ts';
import type { StoredEntry } from './entry-file.ts';
import { type EntryFolder, entryFolder, nextId } from './entry-folder.ts';
import { type HistoryQuota, historyQuota } from './history-quota.ts';
import { lockFiles } from './lock-files.ts';
import { newEntry, pastChange, standingOf } from './past-change.ts';
import { pathHash, pathHashPattern } from './path-hash.ts';
import { createPathQueue } from './path-queue.ts';
import { watchHistory } from './watch-history.ts';

export type DiskHistoryOptions = {
  readonly directory: string;
  readonly entriesPerFile?: number;
  readonly maxBytes?: number;
  /** How long to wait for another process that edits the same path. */
  readonly lockTimeoutMs?: number;
};

type Shelf = {
  readonly directory: string;
  readonly root: string;
  readonly entriesPerFile: number;
  readonly maxBytes: number;
  readonly quota: HistoryQuota;
  /** How many entries a path has, by the last record here. */
  readonly counts: Map<string, number>;
  /** The last one given here: entries of one millisecond keep their order. */
  lastId?: string;
};

/** History in a directory that all processes of a user share. */
export function diskHistory(options: DiskHistoryOptions): History {
  const { directory, entriesPerFile = 10, maxBytes = 256 * 1024 * 1024, lockTimeoutMs = 10_000 } = options;
  const root = join(directory, 'history');
  const quota = historyQuota(root, maxBytes);
  const shelf: Shelf = { directory, root, entriesPerFile, maxBytes, quota, counts: new Map() };
  const locks = join(directory, 'locks');
  const whileHeld = lockFiles(locks, lockTimeoutMs);
  const serially = createPathQueue();
  return {
    exclusively: (path, action) => serially(path, () => whileHeld(path, action)),
    record: (given) => record(shelf, given),
    settle: (path) => settle(shelf, path),
    lookBack: (path, current, { keepAll = false } = {}) =>
      explainingFailures(`the history of ${path}`, () =>
        explainingDistrust(shelf, () => lookBack(folderOf(shelf, path), path, current, keepAll)),
      ),
    forget: ({ path, id }) => folderOf(shelf, path).remove([id]),
    list: (filter = {}) => explainingDistrust(shelf, () => list(shelf, filter)),
    watch: (onEvent) => explainingDistrust(shelf, () => watchHistory({ history: root, locks }, onEvent)),
    close: () => shelf.quota.settled(),
  };
}

/** History that another user may have planted is not used: it would be undone into a file. */
function expectTrusted({ directory, root }: Shelf): void {
  try {
    for (const folder of [directory, root]) expectTrustedFolder(folder);
  } catch (error) {
    // What is no folder, or cannot be looked at, gives no history anyway.
    if (error instanceof UntrustedError && error.reason !== 'type') throw error;
  }
}

async function explainingDistrust<T>(shelf: Shelf, action: () => Promise<T>): Promise<T> {
  try {
    expectTrusted(shelf);
    return await action();
  } catch (error) {
    if (!(error instanceof UntrustedError)) throw error;
    throw new ToolError(
      'PERMISSION_DENIED',
      `The history is not used: ${error.message}. Or choose another folder with --state-dir.`,
      { path: shelf.directory },
    );
  }
}

function folderOf({ root }: Shelf, path: string): EntryFolder {
  return entryFolder(join(root, pathHash(path)));
}

async function record(shelf: Shelf, given: NewHistoryEntry): Promise<HistoryEntry> {
  const folder = folderOf(shelf, given.path);
  const ids = await folder.ids().catch(() => []);
  const now = Date.now();
  const change = pastChange(given);
  const id = nextId(now, ids.at(-1), shelf.lastId);
  shelf.lastId = id;
  shelf.counts.set(given.path, ids.length + 1);
  const entry = newEntry(id, now, change.kind, given);
  try {
    expectTrusted(shelf);
    const bytes = await folder.save({ entry, change }, shelf.maxBytes);
    shelf.quota.added(join(shelf.root, pathHash(given.path)), bytes);
  } catch {
    return { ...entry, stored: false };
  }
  return entry;
}

async function settle(shelf: Shelf, path: string): Promise<void> {
  const count = shelf.counts.get(path) ?? 0;
  shelf.counts.delete(path);
  if (count <= shelf.entriesPerFile) return;
  const folder = folderOf(shelf, path);
  const ids = await folder.ids().catch(() => []);
  if (ids.length > shelf.entriesPerFile) await folder.remove(ids.slice(0, ids.length - shelf.entriesPerFile));
}

async function lookBack(
  folder: EntryFolder,
  path: string,
  current: Uint8Array | undefined,
  keepAll: boolean,
): Promise<LookBack> {
  for (const id of (await folder.ids()).reverse()) {
    const stored = await folder.load(id);
    if (stored?.entry.path !== path) continue;
    const { entry, change } = stored;
    const standing = standingOf(change, current);
    if (standing.state === 'ready') return { state: 'ready', entry, before: standing.before };
    if (standing.state === 'changed-since') return { state: 'changed-since', entry };
    if (!keepAll) await folder.remove([id]);
  }
  return { state: 'empty' };
}

async function list(shelf: Shelf, filter: { path?: string; limit?: number }): Promise<HistoryEntry[]> {
  const { path, limit = Number.POSITIVE_INFINITY } = filter;
  const found: HistoryEntry[] = [];
  for (const load of await newestFirst(shelf, path)) {
    if (found.length >= limit) break;
    const entry = (await load().catch(() => undefined))?.entry;
    if (entry && (path === undefined || entry.path === path)) found.push(entry);
  }
  return found;
}

async function newestFirst(
  shelf: Shelf,
  path: string | undefined,
): Promise<(() => Promise<StoredEntry | undefined>)[]> {
  const names = path === undefined ? await readNames(shelf.root).catch(() => []) : [pathHash(path)];
  const entries: { id: string; load: () => Promise<StoredEntry | undefined> }[] = [];
  for (const name of names.filter((found) => pathHashPattern.test(found))) {
    const folder = entryFolder(join(shelf.root, name));
    for (const id of await folder.ids().catch(() => [])) entries.push({ id, load: () => folder.load(id) });
  }
  return entries.sort((a, b) => (a.id > b.id ? -1 : 1)).map(({ load }) => load);
}
