import type { Dirent, Stats } from 'node:fs';
import { basename, dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';
import type { DirectoryEntry, FileInfo, Files } from '../../ports/files.ts';
import { type Anchoring, directoryOpener, type OpenDirectory, withDirectory } from './anchored-directory.ts';
import { explainingFailures, linkLoop, systemCode } from './file-errors.ts';
import { lstat, readEntries, readlink, realpath } from './quick-io.ts';
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
    stage: (path, content, newMode) =>
      explainingFailures(path, () => stageFile(openDirectory, path, { content, newMode })),
    remove: (path, replacing) => atPlace(path, (place) => removeFile(place, replacing)),
    list: (path) => explainingFailures(path, () => listDirectory(path, openDirectory)),
  };
}

async function infoOf(path: string): Promise<FileInfo | undefined> {
  try {
    const stats = await lstat(path);
    return { kind: kindOf(stats), size: stats.size, modifiedMs: stats.mtimeMs, mode: stats.mode & 0o777 };
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

/** As many as Linux follows. */
const MAX_LINKS = 40;

/** Follows every link, also where the path, or what a link points to, does not exist yet. */
async function realPath(path: string): Promise<string> {
  const absolute = isAbsolute(path) ? path : resolve() + sep + path;
  try {
    return await realpath(absolute);
  } catch (error) {
    if (systemCode(error) === 'ELOOP') throw linkLoop(path);
    return walk(absolute, path);
  }
}

async function walk(absolute: string, path: string): Promise<string> {
  let resolved = parse(absolute).root;
  const pending = partsOf(absolute);
  let links = 0;
  for (let part = pending.shift(); part !== undefined; part = pending.shift()) {
    // What precedes `..` has been followed by now, as the kernel does it.
    const candidate = part === '..' ? dirname(resolved) : join(resolved, part);
    const target = part === '..' ? undefined : await linkTarget(candidate);
    if (target === undefined) {
      resolved = candidate;
      continue;
    }
    if (++links > MAX_LINKS) throw linkLoop(path);
    if (isAbsolute(target)) resolved = parse(target).root;
    pending.unshift(...partsOf(target));
  }
  return resolved;
}

function partsOf(path: string): string[] {
  const separators = process.platform === 'win32' ? /[\\/]/ : '/';
  return path
    .slice(parse(path).root.length)
    .split(separators)
    .filter((part) => part !== '' && part !== '.');
}

/** Undefined for whatever is not a link, existing or not. */
async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return await readlink(path);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EINVAL' || code === 'ENOENT' || code === 'ENOTDIR' || code === 'UNKNOWN') return undefined;
    throw error;
  }
}
