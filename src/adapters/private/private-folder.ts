import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expectTrustedFolder } from './trust.ts';

/**
 * Makes a folder and those above it, for this user alone; throws if others may write in it. One step at a time: Node's
 * own recursive mkdir never ends below /proc.
 */
export function makePrivateFolder(folder: string): void {
  makeFolder(folder);
  expectTrustedFolder(folder);
}

/** Those that are there already may be anyone's, as /tmp is. */
function makeFolder(folder: string): void {
  if (couldMake(folder)) return;
  makeFolder(dirname(folder));
  if (!couldMake(folder)) throw new Error(`The folder cannot be made: ${folder}`);
}

/** False if the folder above it is missing. */
function couldMake(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && dirname(folder) !== folder) return false;
    if (code !== 'EEXIST') throw error;
  }
  return true;
}
