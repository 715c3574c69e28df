import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makePrivateFolder } from '../../../private/private-folder.ts';
import { readTrustedFile } from '../../../private/trust.ts';
import { temporaryName } from './temporary-name.ts';

// Files of ours hold a line with version, length and checksum, then JSON: what a crash cut short is never used.

const VERSION = 1;

/** Writes a value; it is at its place as a whole or not at all. `isDurable`: also after a power loss. */
export function writeChecked(file: string, value: unknown, { isDurable = false } = {}): void {
  const body = Buffer.from(JSON.stringify(value));
  const head = `${VERSION} ${body.length} ${checksumOf(body)}\n`;
  const temporary = `${file}.${temporaryName()}`;
  makePrivateFolder(dirname(file));
  try {
    writeNew(temporary, Buffer.concat([Buffer.from(head), body]), isDurable);
    renameSync(temporary, file);
    if (isDurable) syncFolder(dirname(file));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Undefined for everything that is not, to the last bit, what `writeChecked` wrote; throws if others may have written it. */
export function readChecked(file: string): unknown {
  const bytes = readTrustedFile(file);
  const lineEnd = bytes.indexOf(0x0a);
  const [version, length, checksum] = bytes.toString('latin1', 0, Math.max(0, lineEnd)).split(' ');
  const body = bytes.subarray(lineEnd + 1);
  if (Number(version) !== VERSION || Number(length) !== body.length) return undefined;
  return checksum === checksumOf(body) ? JSON.parse(body.toString()) : undefined;
}

/** Makes renames in a folder survive a power loss, where the system can do that. */
export function syncFolder(folder: string): void {
  try {
    const opened = openSync(folder, 'r');
    try {
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  } catch {
    // Not every file system can sync a folder.
  }
}

function writeNew(file: string, bytes: Uint8Array, isDurable: boolean): void {
  const opened = openSync(file, 'wx', 0o600);
  try {
    writeFileSync(opened, bytes);
    if (isDurable) fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

function checksumOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}
