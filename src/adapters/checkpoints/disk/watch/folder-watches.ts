import { type FSWatcher, readFileSync, watch } from 'node:fs';
import { nameFromBytes } from '../../../../core/checkpoints/byte-names.ts';
import { systemPath } from '../table/byte-paths.ts';
import type { FolderNode } from '../table/nodes.ts';

/** The names in a folder that events were about; true if one came, went or was replaced. */
export type NamedEvents = Map<string, boolean>;

/** What the kernel keeps for us until it is read; the rest is dropped without a word. */
const DEFAULT_MAX_QUEUED = 16_384;

/** A watch for each folder. Which names were reported is kept until it is asked for. */
export class FolderWatches {
  readonly #watchers = new Map<FolderNode, FSWatcher>();
  readonly #absolute: (path: string) => string;
  readonly #maxQueued = maxQueuedEvents();
  #events = new Map<FolderNode, NamedEvents>();
  #count = 0;
  /** Why not all folders are watched. */
  failure: string | undefined;

  constructor(absolute: (path: string) => string) {
    this.#absolute = absolute;
  }

  get size(): number {
    return this.#watchers.size;
  }

  /** False if it is watched already, or cannot be watched. */
  add(folder: FolderNode): boolean {
    if (this.failure !== undefined || this.#watchers.has(folder)) return false;
    try {
      const path = systemPath(this.#absolute(folder.path));
      const watcher = watch(path, { encoding: 'buffer' }, (type, name) => this.#note(folder, type, name));
      watcher.on('error', (error) => this.#fail(error));
      this.#watchers.set(folder, watcher);
      return true;
    } catch (error) {
      // A folder that is gone by now is found to be gone.
      if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) this.#fail(error);
      return false;
    }
  }

  drop(folder: FolderNode): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
    this.#events.delete(folder);
  }

  /** What was reported since the last time; undefined if more may have happened than was reported. */
  take(): Map<FolderNode, NamedEvents> | undefined {
    const [events, count] = [this.#events, this.#count];
    this.#events = new Map();
    this.#count = 0;
    return this.failure === undefined && count < this.#maxQueued ? events : undefined;
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    this.#events.clear();
  }

  #note(folder: FolderNode, type: string, name: Uint8Array | null): void {
    this.#count++;
    if (!this.#watchers.has(folder)) return;
    const names = this.#events.get(folder) ?? new Map<string, boolean>();
    this.#events.set(folder, names);
    // Without a name it is about the folder itself, which the folder above reports by its name.
    if (name === null) return;
    const key = nameFromBytes(name);
    names.set(key, type === 'rename' || names.get(key) === true);
  }

  #fail(error: unknown): void {
    this.failure ??= (error as NodeJS.ErrnoException).code ?? String(error);
    this.close();
  }
}

function maxQueuedEvents(): number {
  try {
    return Number.parseInt(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8'), 10);
  } catch {
    return DEFAULT_MAX_QUEUED;
  }
}
