import { constants, existsSync } from 'node:fs';
import { fileChanged, systemCode } from './file-errors.ts';
import { type FileHandle, lstat, open, readlink, realpath } from './quick-io.ts';

/** A directory held open: names in it are reached through itself, wherever its path leads by then. */
export type AnchoredDirectory = {
  at(name: string): string;
  /** Throws FILE_CHANGED if the directory no longer stands at its path. */
  verify(): Promise<void>;
  /** Makes renames in it survive a power loss, where the system can do that. */
  sync(): Promise<void>;
  close(): Promise<void>;
};

/** Opens a directory without following any link on the way to it; `path` is what the caller works on. */
export async function openAnchoredDirectory(directory: string, path: string): Promise<AnchoredDirectory> {
  const handle = await openDirectory(directory, path);
  try {
    const anchored = anchor(handle, directory, path);
    await anchored.verify();
    return anchored;
  } catch (error) {
    await handle?.close().catch(() => {});
    throw error;
  }
}

export async function withAnchoredDirectory<T>(
  directory: string,
  path: string,
  action: (anchored: AnchoredDirectory) => Promise<T>,
): Promise<T> {
  const anchored = await openAnchoredDirectory(directory, path);
  try {
    return await action(anchored);
  } finally {
    await anchored.close();
  }
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

/** Opening, renaming and removing through /proc is what openat, renameat and unlinkat do. */
const procTellsOpenFiles = process.platform === 'linux' && existsSync('/proc/self/fd');

function anchor(handle: FileHandle | undefined, directory: string, path: string): AnchoredDirectory {
  const proc = handle && procTellsOpenFiles ? `/proc/self/fd/${handle.fd}` : undefined;
  const stands = async () =>
    proc === undefined ? (await realpath(directory)) === directory : leadsTo(handle!, proc, directory);
  return {
    // Not joined: a normalised path would lead to the link in /proc instead of the directory.
    at: (name) => `${proc ?? directory}/${name}`,
    verify: async () => {
      if (!(await stands())) throw folderReplaced(path);
    },
    // The content is in place by then: a file system that cannot sync a directory is no reason to fail.
    sync: async () => handle?.sync().catch(() => {}),
    // Nothing was written through it: whoever is done with it has nothing to fear from a close that fails.
    close: async () => handle?.close().catch(() => {}),
  };
}

async function leadsTo(handle: FileHandle, proc: string, directory: string): Promise<boolean> {
  const actual = await readlink(proc);
  if (actual === directory) return true;
  // On a file system that ignores case the kernel may spell the same directory differently.
  if (foldCase(actual) !== foldCase(directory)) return false;
  const [held, standing] = await Promise.all([handle.stat(), lstat(directory)]);
  return held.ino === standing.ino && held.dev === standing.dev;
}

function foldCase(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

async function isLink(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isSymbolicLink() ?? false;
}

function folderReplaced(path: string) {
  return fileChanged(path, 'the folder it is in was replaced meanwhile');
}
