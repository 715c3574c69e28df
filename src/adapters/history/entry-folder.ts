import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { HistoryEntry } from '../../ports/history.ts';
import { systemCode } from '../files/file-errors.ts';
import { readNames, rmdir, unlink, writeFile } from '../files/quick-io.ts';
import { makePrivateFolder } from '../private/private-folder.ts';
import { expectTrustedFolder, readTrustedFile, UntrustedError } from '../private/trust.ts';
import type { PastChange } from './past-change.ts';

/** A stored change with what is needed to undo it. */
export type StoredEntry = { readonly entry: HistoryEntry; readonly change: PastChange };

type Header = Omit<HistoryEntry, 'id' | 'stored'> & {
  readonly version: 1;
  readonly start: number;
  readonly removed: number;
  readonly inserted: number;
  readonly afterHash: string | null;
};

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
    ids: async () => (await namesIn(folder)).filter((name) => ID_PATTERN.test(name)).sort(),
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
  const newest = Math.max(...known.map((id = '') => Number(id.slice(0, STAMP_DIGITS))));
  const stamp = Math.max(now, newest + 1);
  return `${String(stamp).padStart(STAMP_DIGITS, '0')}-${randomBytes(4).toString('hex')}`;
}

const STAMP_DIGITS = 15;
const ID_PATTERN = /^\d{15}-[0-9a-f]{8}$/;

async function namesIn(folder: string): Promise<string[]> {
  return (await readNames(folder).catch(unlessOurs)) ?? [];
}

function readUnlessOthers(file: string): Uint8Array | undefined {
  try {
    return readTrustedFile(file);
  } catch (error) {
    // A pipe or socket is no entry.
    return error instanceof UntrustedError && error.reason === 'type' ? undefined : unlessOurs(error);
  }
}

/** Undefined if nothing is there, or something that is not ours; what is ours and cannot be read is a failure. */
function unlessOurs(error: unknown): undefined {
  if (!['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENXIO'].includes(systemCode(error) ?? '')) throw error;
}

/** Not staged: an entry that a crash cut short is recognized by its checksum. */
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

/** One line of JSON, then the removed and the inserted bytes. */
function encodeEntry({ entry, change }: StoredEntry): Uint8Array {
  const { id: _, stored: __, ...described } = entry;
  const { start, removed, inserted } = change.patch;
  const header: Header = {
    version: 1,
    ...described,
    start,
    removed: removed.length,
    inserted: inserted.length,
    afterHash: change.afterHash,
  };
  const line = { ...header, checksum: checksumOf(header, removed, inserted) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(line)}\n`), removed, inserted]);
}

/** Undefined unless it is exactly what `encodeEntry` wrote. */
function decodeEntry(id: string, bytes: Uint8Array): StoredEntry | undefined {
  const lineEnd = bytes.indexOf(0x0a);
  const parsed = lineEnd < 0 ? undefined : parseLine(bytes.subarray(0, lineEnd));
  if (!parsed) return undefined;
  const { checksum, ...header } = parsed;
  const payload = bytes.subarray(lineEnd + 1);
  if (header.version !== 1 || header.removed + header.inserted !== payload.length) return undefined;
  const removed = payload.subarray(0, header.removed);
  const inserted = payload.subarray(header.removed);
  if (checksum !== checksumOf(header, removed, inserted)) return undefined;
  const { path, tool, time, kind, linesAdded, linesRemoved, diff, start, afterHash } = header;
  const entry = { id, path, tool, time, kind, linesAdded, linesRemoved, diff };
  return { entry, change: { kind, afterHash, patch: { start, removed, inserted } } };
}

function parseLine(line: Uint8Array): (Header & { checksum: unknown }) | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line));
    // The checksum guarantees the shape.
    return value instanceof Object ? (value as Header & { checksum: unknown }) : undefined;
  } catch {
    return undefined;
  }
}

function checksumOf(header: Header, removed: Uint8Array, inserted: Uint8Array): string {
  const hash = createHash('sha256').update(JSON.stringify(header));
  return hash.update('\n').update(removed).update(inserted).digest('hex');
}
