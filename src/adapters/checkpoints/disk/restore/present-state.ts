import { lstatSync } from 'node:fs';
import { isSameState, type PathState, parentOf } from '../../../../core/checkpoints/path-state.ts';
import { idOf } from '../store/blob-files.ts';
import { isGone, linkTargetAt } from '../table/byte-paths.ts';
import { savedState, unsavedState } from '../table/file-states.ts';
import { permissionsOf } from '../table/nodes.ts';
import { readSteadyFile } from '../table/read-file.ts';
import type { HeldFolder, HeldFolders } from './held-folders.ts';

/** What is at a path now, its content read; undefined also if a folder above it is gone or a link. */
export function presentState(folders: HeldFolders, path: string, maxBytes: number): PathState | undefined {
  const folder = folderOf(folders, path);
  return folder && stateIn(folder, nameOf(path), maxBytes);
}

export function stateIn(folder: HeldFolder, name: string, maxBytes: number): PathState | undefined {
  const at = folder.at(name);
  const stats = lstatSync(at, { bigint: true, throwIfNoEntry: false });
  if (!stats) return undefined;
  const mode = permissionsOf(stats.mode);
  if (stats.isDirectory()) return { kind: 'folder', mode };
  if (stats.isSymbolicLink()) return { kind: 'link', target: linkTargetAt(at) };
  if (!stats.isFile()) return { kind: 'special', mode };
  const read = readSteadyFile(at, maxBytes);
  if (read.outcome === 'read') return savedState(read.stats, idOf(read.bytes));
  return unsavedState(stats, read.outcome === 'gone' ? 'changing' : read.outcome);
}

/** Whether exactly this is there. Not more of a file is read than it should have. */
export function holdsState(folder: HeldFolder, name: string, expected: PathState): boolean {
  const limit = expected.kind === 'file' ? expected.size : 0;
  return isSameState(stateIn(folder, name, limit), expected);
}

/** Undefined if it is gone, or no folder any more. */
export function folderOf(folders: HeldFolders, path: string): HeldFolder | undefined {
  try {
    return folders.folder(parentOf(path));
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
