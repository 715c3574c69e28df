import { type BigIntStats, constants, type Stats } from 'node:fs';
import { fileNotFound } from '../../core/errors.ts';
import type { AnchoredDirectory } from './anchored-directory.ts';
import { fileChanged, ignoringMissing, notAFile, systemCode } from './file-errors.ts';
import { type FileHandle, lstat, open } from './quick-io.ts';

/** A file by its place: the name in its directory, and the whole path for messages. */
export type FilePlace = { readonly folder: AnchoredDirectory; readonly name: string; readonly path: string };

export type ByteRange = { readonly start: number; readonly end: number };

/** Undefined if nothing is there; throws for a link, a directory and everything else that is not a file. */
export async function statRegularFile({ folder, name, path }: FilePlace): Promise<BigIntStats | undefined> {
  const stats = await folder.reach((at) => lstat(at(name), { bigint: true })).catch(ignoringMissing);
  if (stats) refuseIrregular(stats, path);
  return stats;
}

/** Reads to the end of the file, whatever size it claims to have. */
export async function readRegularFile(place: FilePlace, range?: ByteRange): Promise<Uint8Array> {
  if (!(await statRegularFile(place))) throw fileNotFound(place.path);
  return readLookedAt(place, range);
}

/** Looked at before it is opened: opening a fifo or a device can have effects, or never end. */
function readLookedAt(
  place: FilePlace,
  range: ByteRange = { start: 0, end: Number.POSITIVE_INFINITY },
): Promise<Uint8Array> {
  return withOpenFile(place, (handle, size) => readBytes(handle, size, range));
}

async function withOpenFile<T>(
  place: FilePlace,
  action: (handle: FileHandle, size: number) => Promise<T>,
): Promise<T> {
  const handle = await openWithoutLink(place);
  try {
    const stats = await handle.stat();
    refuseIrregular(stats, place.path);
    return await action(handle, stats.size);
  } finally {
    await handle.close();
  }
}

const compareBytes = 256 * 1024;

/** Whether the file holds exactly `content`. Piece by piece through one small buffer, which is quicker than to read a large file whole. */
export async function readsAs(handle: FileHandle, content: Uint8Array): Promise<boolean> {
  const piece = Buffer.allocUnsafe(Math.min(compareBytes, content.length + 1));
  for (let at = 0; ; ) {
    const length = await handle.read(piece, 0, piece.length, at);
    if (length === 0) return at === content.length;
    if (piece.compare(content, at, Math.min(at + length, content.length), 0, length) !== 0) return false;
    at += length;
    // Less than was asked for, and all that is expected: this is its end.
    if (at === content.length && length < piece.length) return true;
  }
}

export async function openWithoutLink(place: FilePlace): Promise<FileHandle> {
  try {
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    const flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;
    return await place.folder.reach((at) => open(at(place.name), flags));
  } catch (error) {
    throw systemCode(error) === 'ELOOP' ? becameLink(place.path) : error;
  }
}

function refuseIrregular(stats: Stats | BigIntStats, path: string): void {
  if (stats.isFile()) return;
  if (stats.isSymbolicLink()) throw becameLink(path);
  throw notAFile(path, stats.isDirectory() ? 'a directory' : 'a device, pipe or socket');
}

function becameLink(path: string) {
  return fileChanged(path, 'it was replaced by a symbolic link meanwhile');
}

/** Longer single reads are refused by Node. */
const maxReadBytes = 2 ** 30;

async function readBytes(handle: FileHandle, size: number, { start, end }: ByteRange): Promise<Uint8Array> {
  const wanted = Math.max(0, end - start);
  // One byte more than the file has, so that its end shows without another allocation.
  let buffer = allocate(Math.min(wanted, Math.max(0, size - start) + 1));
  let filled = 0;
  while (filled < wanted) {
    if (filled === buffer.length) buffer = grow(buffer, wanted);
    const length = Math.min(buffer.length - filled, maxReadBytes);
    const bytesRead = await handle.read(buffer, filled, length, start + filled);
    filled += bytesRead;
    // Files of /proc say that they are empty, and give less than asked for before their end.
    if (bytesRead === 0 || (bytesRead < length && size > 0 && start + filled >= size)) break;
  }
  return buffer.subarray(0, filled);
}

function grow(buffer: Uint8Array, limit: number): Uint8Array {
  const larger = allocate(Math.min(limit, Math.max(4096, buffer.length * 2)));
  larger.set(buffer);
  return larger;
}

/** Without the cost of zeroes. */
function allocate(length: number): Uint8Array {
  return Buffer.allocUnsafeSlow(length);
}
