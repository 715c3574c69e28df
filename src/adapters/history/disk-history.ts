import { join } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import type { History, HistoryEntry, HistoryEvent, NewHistoryEntry, NextUndo } from '../../ports/history.ts';
import { explainingFailures } from '../files/file-errors.ts';
import { readNames } from '../files/quick-io.ts';
import { lockFolder } from '../locks/disk-locks.ts';
import { pathHash, pathHashPattern } from '../private/path-names.ts';
import { expectTrustedFolder, UntrustedError } from '../private/trust.ts';
import { type EntryFolder, entryFolder, nextId, type StoredEntry } from './entry-folder.ts';
import { evictEntries } from './evict-entries.ts';
import { newEntry, pastChange, undoStateOf } from './past-change.ts';
import { watchHistory } from './watch-history.ts';

export type DiskHistoryOptions = {
  /** The state directory, which has the locks as well. */
  readonly directory: string;
  readonly entriesPerFile?: number;
  readonly maxBytes?: number;
};

/** History in a directory that all processes of a user share. */
export class DiskHistory implements History {
  readonly #directory: string;
  readonly #root: string;
  readonly #entriesPerFile: number;
  readonly #maxBytes: number;
  /** The number of entries of a path, by the last record here. */
  readonly #counts = new Map<string, number>();
  /** The last one given here: entries of one millisecond keep their order. */
  #lastId: string | undefined;
  /** Of all paths. Unknown until the first look at the disk, which the first entry starts. */
  #storedBytes = Number.POSITIVE_INFINITY;
  #latestFolder = '';
  /** Runs in the background: an edit does not wait for it. */
  #eviction = Promise.resolve();

  constructor({ directory, entriesPerFile = 10, maxBytes = 256 * 1024 * 1024 }: DiskHistoryOptions) {
    this.#directory = directory;
    this.#root = join(directory, 'history');
    this.#entriesPerFile = entriesPerFile;
    this.#maxBytes = maxBytes;
  }

  async record(given: NewHistoryEntry): Promise<HistoryEntry> {
    const name = pathHash(given.path);
    const folder = entryFolder(join(this.#root, name));
    const ids = await folder.ids().catch(() => []);
    const now = Date.now();
    const change = pastChange(given);
    const id = nextId(now, ids.at(-1), this.#lastId);
    this.#lastId = id;
    this.#counts.set(given.path, ids.length + 1);
    const entry = newEntry(id, now, change.kind, given);
    try {
      this.#expectTrusted();
      const bytes = await folder.save({ entry, change }, this.#maxBytes);
      this.#stored(join(this.#root, name), bytes);
    } catch {
      return { ...entry, stored: false };
    }
    return entry;
  }

  async prune(path: string): Promise<void> {
    const count = this.#counts.get(path) ?? 0;
    this.#counts.delete(path);
    if (count <= this.#entriesPerFile) return;
    const folder = this.#folderOf(path);
    const ids = await folder.ids().catch(() => []);
    const surplus = ids.length - this.#entriesPerFile;
    if (surplus > 0) await folder.remove(ids.slice(0, surplus));
  }

  peekUndo(path: string, current: Uint8Array | undefined, { dryRun = false } = {}): Promise<NextUndo> {
    return explainingFailures(`the history of ${path}`, () =>
      this.#trusted(() => peekUndo(this.#folderOf(path), path, current, dryRun)),
    );
  }

  forget({ path, id }: HistoryEntry): Promise<void> {
    return this.#folderOf(path).remove([id]);
  }

  list(filter: { path?: string; limit?: number } = {}): Promise<HistoryEntry[]> {
    return this.#trusted(() => list(this.#root, filter));
  }

  watch(onEvent: (event: HistoryEvent) => void): Promise<() => void> {
    const folders = { history: this.#root, locks: lockFolder(this.#directory) };
    return this.#trusted(() => watchHistory(folders, onEvent));
  }

  close(): Promise<void> {
    return this.#eviction;
  }

  #stored(folder: string, bytes: number): void {
    this.#storedBytes += bytes;
    this.#latestFolder = folder;
    if (this.#storedBytes <= this.#maxBytes) return;
    this.#eviction = this.#eviction.then(() => this.#evict()).catch(() => {});
  }

  async #evict(): Promise<void> {
    while (this.#storedBytes > this.#maxBytes) {
      this.#storedBytes = 0;
      const kept = await evictEntries(this.#root, this.#latestFolder, this.#maxBytes);
      const addedMeanwhile = this.#storedBytes;
      this.#storedBytes += kept;
      if (addedMeanwhile === 0) return;
    }
  }

  #folderOf(path: string): EntryFolder {
    return entryFolder(join(this.#root, pathHash(path)));
  }

  /** History that another user may have planted is not used: it would be undone into a file. */
  #expectTrusted(): void {
    try {
      for (const folder of [this.#directory, this.#root]) expectTrustedFolder(folder);
    } catch (error) {
      // A path that is not a folder, or cannot be examined, contains no history anyway.
      if (error instanceof UntrustedError && error.reason !== 'type') throw error;
    }
  }

  async #trusted<T>(action: () => Promise<T>): Promise<T> {
    try {
      this.#expectTrusted();
      return await action();
    } catch (error) {
      if (!(error instanceof UntrustedError)) throw error;
      throw new ToolError(
        'PERMISSION_DENIED',
        `The history is not used: ${error.message}. Or choose another folder with --state-dir.`,
        { path: this.#directory },
      );
    }
  }
}

async function peekUndo(
  folder: EntryFolder,
  path: string,
  current: Uint8Array | undefined,
  dryRun: boolean,
): Promise<NextUndo> {
  for (const id of (await folder.ids()).reverse()) {
    const stored = await folder.load(id);
    if (stored?.entry.path !== path) continue;
    const { entry, change } = stored;
    const undo = undoStateOf(change, current);
    if (undo.state === 'ready') return { state: 'ready', entry, before: undo.before };
    if (undo.state === 'changed-since') return { state: 'changed-since', entry };
    if (!dryRun) await folder.remove([id]);
  }
  return { state: 'empty' };
}

async function list(root: string, filter: { path?: string; limit?: number }): Promise<HistoryEntry[]> {
  const { path, limit = Number.POSITIVE_INFINITY } = filter;
  const found: HistoryEntry[] = [];
  for (const load of await newestFirst(root, path)) {
    if (found.length >= limit) break;
    const entry = (await load().catch(() => undefined))?.entry;
    if (entry && (path === undefined || entry.path === path)) found.push(entry);
  }
  return found;
}

async function newestFirst(
  root: string,
  path: string | undefined,
): Promise<(() => Promise<StoredEntry | undefined>)[]> {
  const names = path === undefined ? await readNames(root).catch(() => []) : [pathHash(path)];
  const entries: { id: string; load: () => Promise<StoredEntry | undefined> }[] = [];
  for (const name of names.filter((found) => pathHashPattern.test(found))) {
    const folder = entryFolder(join(root, name));
    for (const id of await folder.ids().catch(() => [])) entries.push({ id, load: () => folder.load(id) });
  }
  return entries.sort((a, b) => (a.id > b.id ? -1 : 1)).map(({ load }) => load);
}
