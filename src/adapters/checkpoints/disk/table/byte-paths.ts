import { type BigIntStats, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { bytesOfName, hasRawBytes, nameFromBytes } from '../../../../core/checkpoints/byte-names.ts';

// Calls of the file system for paths whose names may be no UTF-8.

export type SystemPath = string | Buffer;

/** What the file system takes. */
export function systemPath(path: string): SystemPath {
  return hasRawBytes(path) ? Buffer.from(bytesOfName(path)) : path;
}

/** Undefined if nothing is there, or if something above it is no folder. */
export function lstatPath(path: string): BigIntStats | undefined {
  try {
    return lstatSync(systemPath(path), { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** Undefined if it is no folder, or may not be listed. */
export function namesOf(path: string): string[] | undefined {
  try {
    const names = readdirSync(systemPath(path));
    // A name with this character may be one whose bytes are no UTF-8.
    if (!names.some((name) => name.includes('\ufffd'))) return names;
    return readdirSync(systemPath(path), 'buffer').map(nameFromBytes);
  } catch {
    return undefined;
  }
}

export function linkTarget(path: string): string {
  return linkTargetAt(systemPath(path));
}

export function linkTargetAt(path: SystemPath): string {
  return nameFromBytes(readlinkSync(path, 'buffer'));
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
}

export function isGone(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(errorCode(error) ?? '');
}
