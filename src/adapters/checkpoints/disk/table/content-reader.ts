import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { isSameState, isSaved, type PathState, whyNotKept } from '../../../../core/checkpoints/path-state.ts';
import { type BlobFiles, idOf } from '../store/blob-files.ts';
import { systemPath } from './byte-paths.ts';
import { savedState, unsavedState } from './file-states.ts';
import {
  isRecent,
  isSameStamp,
  type LeafNode,
  type ObjectPlace,
  pathOf,
  permissionsOf,
  stampOf,
} from './nodes.ts';
import { type ReadFile, readSteadyFile } from './read-file.ts';

import type { Table } from './table.ts';

/** Where contents may already be, so that they need not be stored again. */
export type KnownObjects = {
  /** The repository that a path belongs to; undefined if it belongs to none that can be asked. */
  repositoryOf(path: string): { readonly name: string; readonly hash: 'sha1' | 'sha256' } | undefined;
  /** Which of these objects the repository has. */
  find(repository: string, objectIds: readonly string[]): Promise<ReadonlySet<string>>;
};

export type ReaderParts = {
  readonly table: Table;
  readonly blobs: BlobFiles;
  readonly objects: KnownObjects;
  readonly maxFileBytes: number;
  readonly clockTickMs: number;
  absolute(path: string): string;
  /** Whether there is room for this number of bytes; `isBase`: of what was there at first. */
  hasRoom(bytes: number, isBase: boolean): boolean;
  /** Called for a file that is gone: its name must be looked at again. */
  onGone(leaf: LeafNode): void;
};

type ReadOptions = {
  /** Contents that the repository has are not stored again. */
  readonly askRepository: boolean;
  /** They were there at first. */
  readonly isBase: boolean;
};

/** Files and bytes in one question to a repository: each question starts a process. */
const BATCH_FILES = 2_000;
const BATCH_BYTES = 32 * 1024 * 1024;

type Fresh = {
  readonly leaf: LeafNode;
  readonly bytes: Uint8Array;
  readonly stats: BigIntStats;
  readonly id: string;
};

/** Reads the contents of files that are new or may have changed, and stores them. */
export class ContentReader {
  readonly #parts: ReaderParts;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  /** One part of the files. */
  async readSome(leaves: Iterable<LeafNode>, { askRepository, isBase }: ReadOptions): Promise<void> {
    const batch = this.#readBatch(leaves);
    const missing = batch.filter(({ id }) => !this.#parts.blobs.has(id));
    const places = askRepository ? await this.#placesOf(missing) : new Map<Fresh, ObjectPlace>();
    for (const fresh of batch) this.#settle(fresh, places.get(fresh), isBase);
  }

  #readBatch(leaves: Iterable<LeafNode>): Fresh[] {
    const { absolute, maxFileBytes } = this.#parts;
    const batch: Fresh[] = [];
    let bytes = 0;
    for (const leaf of leaves) {
      if (batch.length >= BATCH_FILES || bytes >= BATCH_BYTES) break;
      const read = readSteadyFile(systemPath(absolute(pathOf(leaf))), maxFileBytes);
      this.#parts.table.wasRead(leaf);
      if (read.outcome !== 'read') {
        this.#settleUnread(leaf, read);
        continue;
      }
      bytes += read.bytes.length;
      batch.push({ leaf, bytes: read.bytes, stats: read.stats, id: idOf(read.bytes) });
    }
    return batch;
  }

  #settleUnread(leaf: LeafNode, read: Exclude<ReadFile, { outcome: 'read' }>): void {
    if (read.outcome === 'gone') this.#parts.onGone(leaf);
    else if (read.outcome === 'unreadable') this.#setUnknown(leaf, { notSaved: 'unreadable' });
    else this.#setUnknown(leaf, { notSaved: read.outcome, stats: read.stats });
  }

  /** Whatever was known of it, its content is not known now. */
  #setUnknown(
    leaf: LeafNode,
    { notSaved, stats }: { notSaved: 'unreadable' | 'large' | 'changing'; stats?: BigIntStats },
  ): void {
    const { table } = this.#parts;
    const mode = stats ? permissionsOf(stats.mode) : permissionsOf(leaf.stamp.mode);
    const size = Number(stats?.size ?? leaf.stamp.size);
    const isFilledIn = isPending(leaf) && (!stats || isSameStamp(leaf.stamp, stats));
    if (!isFilledIn) table.willChange(leaf);
    leaf.state = { kind: 'file', mode, size, notSaved };
    leaf.object = undefined;
    if (stats) leaf.stamp = stampOf(stats);
    leaf.isRacy = notSaved === 'changing';
    if (leaf.isRacy) table.racy.add(leaf);
    else table.racy.delete(leaf);
  }

  #settle(fresh: Fresh, found: ObjectPlace | undefined, isBase: boolean): void {
    const { leaf, stats, id } = fresh;
    const { table, blobs } = this.#parts;
    const isSame = isSaved(leaf.state) && leaf.state.id === id;
    const place = found ?? (isSame ? leaf.object : undefined);
    const state = place ? savedState(stats, id) : this.#stored(fresh, isBase);
    // A file that was only listed until now has its first content, unless it changed since.
    const isFilledIn = isPending(leaf) && isSameStamp(leaf.stamp, stats);
    if (!isFilledIn && !isSameState(leaf.state, state)) table.willChange(leaf);
    leaf.state = state;
    leaf.object = blobs.has(id) ? undefined : place;
    leaf.stamp = stampOf(stats);
    leaf.isRacy = isRecent(stats.ctimeNs, this.#parts.clockTickMs);
    if (leaf.isRacy) table.racy.add(leaf);
    else table.racy.delete(leaf);
  }

  #stored({ bytes, stats, id }: Fresh, isBase: boolean): PathState {
    const state = savedState(stats, id);
    if (this.#parts.blobs.has(id)) return state;
    if (!this.#parts.hasRoom(bytes.length, isBase)) return unsavedState(stats, 'quota');
    try {
      this.#parts.blobs.saveNow(bytes, id);
      return state;
    } catch {
      // A full disk: what cannot be stored cannot be undone, but the command goes on.
      return unsavedState(stats, 'quota');
    }
  }

  async #placesOf(batch: readonly Fresh[]): Promise<Map<Fresh, ObjectPlace>> {
    const { objects } = this.#parts;
    const byRepository = new Map<string, { fresh: Fresh; objectId: string }[]>();
    for (const fresh of batch) {
      const repository = objects.repositoryOf(pathOf(fresh.leaf));
      if (!repository) continue;
      const asked = byRepository.get(repository.name) ?? [];
      asked.push({ fresh, objectId: objectIdOf(fresh.bytes, repository.hash) });
      byRepository.set(repository.name, asked);
    }
    const places = new Map<Fresh, ObjectPlace>();
    for (const [repository, asked] of byRepository) {
      const ids = asked.map(({ objectId }) => objectId);
      const found = await objects.find(repository, ids);
      for (const { fresh, objectId } of asked)
        if (found.has(objectId)) places.set(fresh, { repository, objectId });
    }
    return places;
  }
}

function isPending({ state }: LeafNode): boolean {
  return whyNotKept(state) === 'pending';
}

/** The id that Git gives to a content. */
export function objectIdOf(bytes: Uint8Array, hash: 'sha1' | 'sha256'): string {
  return createHash(hash).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
