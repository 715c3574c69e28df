import { createHash } from 'node:crypto';
import { lstatSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from '../../../private/private-folder.ts';
import { expectTrustedFolder, readTrustedFile } from '../../../private/trust.ts';
import type { ContentStore } from '../../recorder/stores.ts';
import { namesIn, temporaryName } from './temporary-name.ts';

export type StoredBlob = { readonly id: string; readonly bytes: number; readonly modifiedMs: number };

const blobPattern = /^[0-9a-f]{64}$/;
const RENEWED_AFTER_MS = 60_000;
const folderPattern = /^[0-9a-f]{2}$/;

/** Contents in files that are named by their SHA-256, in a private folder that processes share. */
export class BlobFiles implements ContentStore {
  readonly #folder: string;
  /** Folders that are known to be private. */
  readonly #made = new Set<string>();
  /** Of all blobs that were stored here by this process. */
  addedBytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  has(id: string): boolean {
    return lstatSync(this.#fileOf(id), { throwIfNoEntry: false })?.isFile() ?? false;
  }

  async read(id: string): Promise<Uint8Array | undefined> {
    return this.readNow(id);
  }

  /** Never returns other bytes than those that were stored. */
  readNow(id: string): Uint8Array | undefined {
    try {
      const bytes = readTrustedFile(this.#fileOf(id));
      if (idOf(bytes) === id) return bytes;
      // Damaged: it must not block the right one.
      this.remove(id);
    } catch {
      // Missing, or another user's.
    }
    return undefined;
  }

  async save(bytes: Uint8Array): Promise<string> {
    return this.saveNow(bytes);
  }

  saveNow(bytes: Uint8Array, id = idOf(bytes)): string {
    if (this.#isKept(id)) return id;
    const folder = join(this.#folder, id.slice(0, 2));
    const temporary = join(this.#folder, temporaryName());
    if (!this.#made.has(folder)) makePrivateFolder(folder);
    this.#made.add(folder);
    try {
      writeFileSync(temporary, bytes, { flag: 'wx', mode: 0o600 });
      renameSync(temporary, join(folder, id));
    } catch (error) {
      // It may have been removed: the next one makes it again.
      this.#made.delete(folder);
      rmSync(temporary, { force: true });
      throw error;
    }
    this.addedBytes += bytes.length;
    return id;
  }

  remove(id: string): void {
    rmSync(this.#fileOf(id), { force: true });
  }

  list(): StoredBlob[] {
    expectTrustedFolder(this.#folder);
    const folders = namesIn(this.#folder).filter((name) => folderPattern.test(name));
    return folders.flatMap((name) => blobsIn(join(this.#folder, name)));
  }

  /** One that is there counts as just stored: contents that nothing names are removed after a while. */
  #isKept(id: string): boolean {
    const file = this.#fileOf(id);
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (!stats?.isFile()) return false;
    const now = new Date();
    if (now.getTime() - stats.mtimeMs > RENEWED_AFTER_MS) utimesSync(file, now, now);
    return true;
  }

  #fileOf(id: string): string {
    if (!blobPattern.test(id)) throw new TypeError(`Not the id of a content: ${id}`);
    return join(this.#folder, id.slice(0, 2), id);
  }
}

export function idOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function blobsIn(folder: string): StoredBlob[] {
  return namesIn(folder).flatMap((id) => {
    const stats = blobPattern.test(id) ? lstatSync(join(folder, id), { throwIfNoEntry: false }) : undefined;
    return stats ? [{ id, bytes: stats.size, modifiedMs: stats.mtimeMs }] : [];
  });
}
