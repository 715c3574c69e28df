import { constants, existsSync, type Stats } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { fileChanged, systemCode } from './file-errors.ts';
import { type FileHandle, lstat, open, readlink, realpath } from './quick-io.ts';
import { inDirectory, leadsWithoutLinks } from './working-directory.ts';

/**
 * How names in a directory are reached wherever its path leads by then: through its descriptor in /proc, or, where
 * there is no /proc, as names in the working directory. By its path: Windows, and threads, which have no working
 * directory of their own; there a link that appears in time is followed.
 */
export type Anchoring = 'descriptor' | 'working-directory' | 'path';

/** A directory held open: names in it are reached through itself. */
export type AnchoredDirectory = {
  /** Makes one call of quick-io, which must begin at once: `at` gives the path of a name for its duration only. */
  reach<T>(call: (at: (name: string) => string) => Promise<T>): Promise<T>;
  /** Through which a child process can reach it; undefined if only this process can. */
  readonly descriptor: number | undefined;
  /** Throws FILE_CHANGED if the directory is no longer at its path. */
  verify(): Promise<void>;
  /** Makes renames in it survive a power loss, where the system can do that. */
  sync(): Promise<void>;
  close(): Promise<void>;
};

/** Opens the directories of one adapter. */
export type OpenDirectory = (directory: string, path: string) => Promise<AnchoredDirectory>;

/** Opens directories without following any link on the way to them; `path` is what the caller works on. */
export function directoryOpener(anchoring: Anchoring = defaultAnchoring()): OpenDirectory {
  return async (directory, path) => {
    const handle = await openDirectory(directory, path);
    try {
      const anchored = await anchor(handle, anchoring, directory, path);
      await anchored.verify();
      return anchored;
    } catch (error) {
      await handle?.close().catch(() => {});
      throw error;
    }
  };
}

export async function withDirectory<T>(
  openIt: Promise<AnchoredDirectory>,
  action: (anchored: AnchoredDirectory) => Promise<T>,
): Promise<T> {
  const anchored = await openIt;
  try {
    return await action(anchored);
  } finally {
    await anchored.close();
  }
}

function defaultAnchoring(): Anchoring {
  if (process.platform === 'linux' && existsSync('/proc/self/fd')) return 'descriptor';
  return process.platform !== 'win32' && isMainThread ? 'working-directory' : 'path';
}

const directoryFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
/** Linux's O_PATH, which Node does not name: enough to work in a directory that may be entered but not listed. */
const pathOnly = 0o10000000;

async function openDirectory(directory: string, path: string): Promise<FileHandle | undefined> {
  if (process.platform === 'win32') return undefined;
  try {
    return await open(directory, directoryFlags);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EACCES' && process.platform === 'linux') return open(directory, directoryFlags | pathOnly);
    if ((code === 'ENOTDIR' || code === 'ELOOP') && (await isLink(directory))) throw folderReplaced(path);
    throw error;
  }
}

type Reaching = Pick<AnchoredDirectory, 'reach' | 'descriptor'> & { isInPlace(): Promise<boolean> };

async function anchor(
  handle: FileHandle | undefined,
  anchoring: Anchoring,
  directory: string,
  path: string,
): Promise<AnchoredDirectory> {
  const { isInPlace, ...reaching } = await reachingOf(handle, anchoring, directory, path);
  return {
    ...reaching,
    verify: async () => {
      if (!(await isInPlace())) throw folderReplaced(path);
    },
    // The content is in place by then: a file system that cannot sync a directory is no reason to fail.
    sync: async () => handle?.sync().catch(() => {}),
    // Nothing was written through it, so a close that fails has no consequence.
    close: async () => handle?.close().catch(() => {}),
  };
}

async function reachingOf(
  handle: FileHandle | undefined,
  anchoring: Anchoring,
  directory: string,
  path: string,
): Promise<Reaching> {
  if (!handle || anchoring === 'path') return byPath(directory);
  return anchoring === 'descriptor'
    ? byDescriptor(handle, directory)
    : byWorkingDirectory(await handle.stat(), directory, path);
}

/** Opening, renaming and removing through /proc is what openat, renameat and unlinkat do. */
function byDescriptor(handle: FileHandle, directory: string): Reaching {
  const proc = `/proc/self/fd/${handle.fd}`;
  return {
    // Not joined: a normalised path would lead to the link in /proc instead of the directory.
    reach: (call) => call((name) => `${proc}/${name}`),
    descriptor: handle.fd,
    isInPlace: async () =>
      (await readlink(proc)) === directory || (await isInOtherSpelling(handle, directory)),
  };
}

/** On a file system that ignores case the kernel may spell the same directory differently. */
async function isInOtherSpelling(handle: FileHandle, directory: string): Promise<boolean> {
  const found = await walkByDescriptors(directory).catch(() => undefined);
  return found !== undefined && isSameFile(await handle.stat(), found);
}

/** The file at a path of which no part is a link; throws if one is. */
async function walkByDescriptors(directory: string): Promise<Stats> {
  let folder = await open('/', directoryFlags | pathOnly);
  try {
    for (const part of directory.split('/').filter(Boolean)) {
      const next = await open(`/proc/self/fd/${folder.fd}/${part}`, directoryFlags | pathOnly);
      await folder.close();
      folder = next;
    }
    return await folder.stat();
  } finally {
    await folder.close();
  }
}

function byWorkingDirectory(held: Stats, directory: string, path: string): Reaching {
  return {
    reach: (call) =>
      inDirectory(directory, (here) => {
        if (!isSameFile(here, held)) throw folderReplaced(path);
        return call((name) => `./${name}`);
      }),
    descriptor: undefined,
    isInPlace: async () => leadsWithoutLinks(directory, (found) => isSameFile(found, held)),
  };
}

function byPath(directory: string): Reaching {
  return {
    reach: (call) => call((name) => `${directory}/${name}`),
    descriptor: undefined,
    isInPlace: async () => (await realpath(directory)) === directory,
  };
}

function isSameFile(one: Stats, other: Stats): boolean {
  return one.ino === other.ino && one.dev === other.dev;
}

async function isLink(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isSymbolicLink() ?? false;
}

function folderReplaced(path: string) {
  return fileChanged(path, 'the folder it is in was replaced meanwhile');
}
