import type { Dirent, Stats } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { DirectoryEntry, FileInfo, Files } from '../../ports/files.ts';
import { withAnchoredDirectory } from './anchored-directory.ts';
import { explainingFailures, fileChanged, systemCode } from './file-errors.ts';
import { lstat, readEntries, unlink } from './quick-io.ts';
import { realPath } from './real-path.ts';
import { type FilePlace, holdsExactly, readRegularFile } from './regular-file.ts';
import { stageFile } from './staged-file.ts';

/** The files of this machine. */
export function localFiles(): Files {
  return {
    realPath: (path) => explainingFailures(path, () => realPath(path)),
    info: (path) => explainingFailures(path, () => infoOf(path)),
    read: (path, range) => atPlace(path, (place) => readRegularFile(place, range)),
    stage: (path, content) => explainingFailures(path, () => stageFile(path, content)),
    remove: (path, replacing) => atPlace(path, (place) => removeFile(place, replacing)),
    list: (path) => explainingFailures(path, () => listDirectory(path)),
  };
}

function atPlace<T>(path: string, action: (place: FilePlace) => Promise<T>): Promise<T> {
  return explainingFailures(path, () =>
    withAnchoredDirectory(dirname(path), path, (folder) => action({ folder, name: basename(path), path })),
  );
}

async function infoOf(path: string): Promise<FileInfo | undefined> {
  try {
    const stats = await lstat(path);
    return { kind: kindOf(stats), size: stats.size, modifiedMs: stats.mtimeMs };
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

async function removeFile(place: FilePlace, replacing: Uint8Array): Promise<void> {
  if (!(await holdsExactly(place, replacing))) {
    throw fileChanged(place.path, 'someone else changed or removed it meanwhile');
  }
  await unlink(place.folder.at(place.name));
  await place.folder.sync();
}

async function listDirectory(path: string): Promise<DirectoryEntry[]> {
  const found = await withAnchoredDirectory(path, path, (folder) => readEntries(folder.at('.')));
  return found
    .map((entry) => ({ name: entry.name, kind: entry.isSymbolicLink() ? ('link' as const) : kindOf(entry) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function kindOf(entry: Stats | Dirent): FileInfo['kind'] {
  if (entry.isFile()) return 'file';
  return entry.isDirectory() ? 'directory' : 'other';
}
