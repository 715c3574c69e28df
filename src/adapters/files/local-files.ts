import type { Dirent, Stats } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { DirectoryEntry, FileInfo, Files } from '../../ports/files.ts';
import { type Anchoring, directoryOpener, type OpenDirectory, withDirectory } from './anchored-directory.ts';
import { explainingFailures, systemCode } from './file-errors.ts';
import { lstat, readEntries } from './quick-io.ts';
import { realPath } from './real-path.ts';
import { type FilePlace, readRegularFile } from './regular-file.ts';
import { stageFile } from './staging/staged-file.ts';
import { removeFile } from './staging/take-place.ts';

/** The files of this machine. */
export function localFiles(anchoring?: Anchoring): Files {
  const openDirectory = directoryOpener(anchoring);
  const atPlace = <T>(path: string, action: (place: FilePlace) => Promise<T>): Promise<T> =>
    explainingFailures(path, () =>
      withDirectory(openDirectory(dirname(path), path), (folder) =>
        action({ folder, name: basename(path), path }),
      ),
    );
  return {
    realPath: (path) => explainingFailures(path, () => realPath(path)),
    info: (path) => explainingFailures(path, () => infoOf(path)),
    read: (path, range) => atPlace(path, (place) => readRegularFile(place, range)),
    stage: (path, content) => explainingFailures(path, () => stageFile(openDirectory, path, content)),
    remove: (path, replacing) => atPlace(path, (place) => removeFile(place, replacing)),
    list: (path) => explainingFailures(path, () => listDirectory(path, openDirectory)),
  };
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

async function listDirectory(path: string, openDirectory: OpenDirectory): Promise<DirectoryEntry[]> {
  const found = await withDirectory(openDirectory(path, path), (folder) =>
    folder.reach((at) => readEntries(at('.'))),
  );
  return found
    .map((entry) => ({ name: entry.name, kind: entry.isSymbolicLink() ? ('link' as const) : kindOf(entry) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function kindOf(entry: Stats | Dirent): FileInfo['kind'] {
  if (entry.isFile()) return 'file';
  return entry.isDirectory() ? 'directory' : 'other';
}
