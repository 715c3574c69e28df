import { contentsOf, groupsToDrop, type RetentionLimits } from '../../../../core/checkpoints/retention.ts';
import type { BlobFiles, StoredBlob } from './blob-files.ts';
import type { GroupFiles } from './group-files.ts';

export type RetentionParts = {
  readonly blobs: BlobFiles;
  readonly groups: GroupFiles;
  readonly limits: RetentionLimits;
  /** The contents that are needed beside those of the stored groups. */
  readonly needed: () => ReadonlySet<string>;
  /** Whether no other process records changes of this folder: it may need contents that nothing names yet. */
  readonly isAlone: () => boolean;
  readonly now: () => number;
};

/** What is there at the beginning may take so much: the rest is for what changes. */
const BASE_SHARE = 0.75;
/** A content that was just stored will be named by a group soon, perhaps by one of another process. */
const MIN_AGE_MS = 600_000;
/** Also if there is no room: the call that stored it has not ended. */
const MIN_AGE_WHEN_FULL_MS = 10_000;
/** Room is not made more often. */
const MIN_PAUSE_MS = 10_000;

/** Keeps groups and contents within their limits. */
export class Retention {
  readonly #parts: RetentionParts;
  #counted: { readonly bytes: number; readonly added: number } | undefined;
  #ranAt = Number.NEGATIVE_INFINITY;
  /** Contents that nothing names, since when. */
  #unnamed = new Map<string, number>();

  constructor(parts: RetentionParts) {
    this.#parts = parts;
  }

  /** Whether a content may be stored; if there is no room, the oldest groups go first. */
  hasRoom(bytes: number, { isBase = false } = {}): boolean {
    const { limits, now } = this.#parts;
    const limit = isBase ? limits.maxBytes * BASE_SHARE : limits.maxBytes;
    if (this.storedBytes + bytes <= limit) return true;
    if (isBase || now() - this.#ranAt < MIN_PAUSE_MS) return false;
    this.run(bytes);
    return this.storedBytes + bytes <= limit;
  }

  get storedBytes(): number {
    const { blobs } = this.#parts;
    this.#counted ??= {
      bytes: blobs.list().reduce((total, blob) => total + blob.bytes, 0),
      added: blobs.addedBytes,
    };
    return this.#counted.bytes + blobs.addedBytes - this.#counted.added;
  }

  /** Drops the groups that are beyond the limits, and the contents that nothing needs; so much room is to be made. */
  run(room = 0): void {
    const { blobs, groups, needed, now } = this.#parts;
    const limits = { ...this.#parts.limits, maxBytes: this.#parts.limits.maxBytes - room };
    this.#ranAt = now();
    const all = groups.listNow();
    const stored = blobs.list();
    const contents = { sizes: new Map(stored.map(({ id, bytes }) => [id, bytes])), needed: needed() };
    const dropped = new Set(groupsToDrop(all, contents, { limits, now: now() }));
    for (const group of dropped) groups.remove(group);
    const named = new Set(
      all.filter((group) => !dropped.has(group)).flatMap(({ changes }) => contentsOf(changes)),
    );
    const unnamed = stored.filter(({ id }) => !named.has(id) && !contents.needed.has(id));
    this.#removeUnnamed(unnamed, this.storedBytes > limits.maxBytes);
    this.#counted = undefined;
  }

  #removeUnnamed(blobs: readonly StoredBlob[], isFull: boolean): void {
    const { isAlone, now } = this.#parts;
    const [time, alone] = [now(), isAlone()];
    const since = new Map(blobs.map(({ id }) => [id, this.#unnamed.get(id) ?? time]));
    for (const { id, modifiedMs } of blobs) {
      const ageMs = time - modifiedMs;
      const isOld = ageMs > MIN_AGE_MS && (alone || time - since.get(id)! > MIN_AGE_MS);
      const makesRoom = isFull && alone && ageMs > MIN_AGE_WHEN_FULL_MS;
      if (!isOld && !makesRoom) continue;
      this.#parts.blobs.remove(id);
      since.delete(id);
    }
    this.#unnamed = since;
  }
}
