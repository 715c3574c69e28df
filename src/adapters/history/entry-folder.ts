import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { systemCode } from '../files/file-errors.ts';
import { readNames, rmdir, unlink, writeFile } from '../files/quick-io.ts';
import { makePrivateFolder } from '../private/private-folder.ts';
import { expectTrustedFolder, readTrustedFile, UntrustedError } from '../private/trust.ts';
import { decodeEntry, encodeEntry, type StoredEntry } from './entry-file.ts';

/** The entries of one path: a folder with a file for each, whose name is the entry's id. */
export type EntryFolder = {
  /** Oldest first. Empty if there is no such folder; throws if it cannot be read. */
  ids(): Promise<string[]>;
  /** Undefined if a crash cut it short; throws if it cannot be read. */
  load(id: string): Promise<StoredEntry | undefined>;
  /** Returns the bytes it took; throws if the entry cannot be stored. */
  save(stored: StoredEntry, maxBytes: number): Promise<number>;
  /** Removes the folder too when it becomes empty. */
  remove(ids: readonly string[]): Promise<void>;
};

export function entryFolder(folder: string): EntryFolder {
  return {
    ids: async () => (await namesIn(folder)).filter((name) => idPattern.test(name)).sort(),
    load: async (id) => {
      const bytes = readUnlessOthers(join(folder, id));
      return bytes && decodeEntry(id, bytes);
    },
    save: async (stored, maxBytes) => {
      const bytes = encodeEntry(stored);
      if (bytes.length > maxBytes) throw new RangeError('The change alone exceeds the limit of the history.');
      await saveAs(folder, stored.entry.id, bytes);
      return bytes.length;
    },
    remove: async (ids) => {
      for (const id of ids) await unlink(join(folder, id)).catch(() => {});
      await rmdir(folder).catch(() => {});
    },
  };
}

/** Ids sort by time, and after those that are known even if the clock was set back. */
export function nextId(now: number, ...known: (string | undefined)[]): string {
  const newest = Math.max(...known.map((id = '') => Number(id.slice(0, stampDigits))));
  const stamp = Math.max(now, newest + 1);
  return `${String(stamp).padStart(stampDigits, '0')}-${randomBytes(4).toString('hex')}`;
}

const stampDigits = 15;
const idPattern = /^\d{15}-[0-9a-f]{8}$/;

async function namesIn(folder: string): Promise<string[]> {
  return (await readNames(folder).catch(unlessOurs)) ?? [];
}

function readUnlessOthers(file: string): Uint8Array | undefined {
  try {
    return readTrustedFile(file);
  } catch (error) {
    // A pipe, a socket: no entry.
    return error instanceof UntrustedError && error.reason === 'type' ? undefined : unlessOurs(error);
  }
}

/** Nothing is there, or something that others put there; what is ours and cannot be read is a failure. */
function unlessOurs(error: unknown): undefined {
  if (!['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENXIO'].includes(systemCode(error) ?? '')) throw error;
}

/** In place at once: an entry that a crash cut short is told by its checksum. */
async function saveAs(folder: string, id: string, bytes: Uint8Array): Promise<void> {
  const file = join(folder, id);
  try {
    await writeInFolder(folder, file, bytes);
  } catch (error) {
    await unlink(file).catch(() => {});
    await rmdir(folder).catch(() => {});
    throw error;
  }
}

/** Tries again, since another process may remove the folder while it is still empty. */
async function writeInFolder(folder: string, file: string, bytes: Uint8Array): Promise<void> {
  const options = { flag: 'wx', mode: 0o600 } as const;
  expectTrustedFolder(folder);
  for (let attempt = 1; attempt <= 3; attempt++) {
    const missing = await writeFile(file, bytes, options).then(() => false, ifFolderIsMissing);
    if (!missing) return;
    makePrivateFolder(folder);
  }
  await writeFile(file, bytes, options);
}

function ifFolderIsMissing(error: unknown): true {
  if (systemCode(error) !== 'ENOENT') throw error;
  return true;
}
