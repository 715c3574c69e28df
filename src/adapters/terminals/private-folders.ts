import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Where the terminals of this user keep their files and sockets. */
export type TerminalPlaces = {
  /** The user's state directory. */
  readonly state: string;
  /** The user's runtime directory, if there is one. */
  readonly runtime: string | undefined;
};

/** A Unix socket's path is limited to 108 bytes on Linux and 104 on macOS, including the NUL. */
const MAX_SOCKET_PATH_BYTES = 100;
const SOCKET = 'tmux';
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
const WORLD = 0o007;

/** A new folder for one server, which only this user can enter: in the state directory if that is private. */
export function createServerFolder(places: TerminalPlaces): string {
  const all = makeFolderOfServers(places.state);
  return mkdtempSync(all === undefined ? join(realpathSync(tmpdir()), 'corvid-') : join(all, 'server-'));
}

/** The folder with the folders of all servers; undefined if there is none, or if other users may change it. */
export function foldersOfServers(state: string): string | undefined {
  try {
    const real = realpathSync(state);
    const folder = join(real, 'terminals');
    return isOurFolder(real, OTHERS_WRITE) && isPrivateFolder(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

function makeFolderOfServers(state: string): string | undefined {
  try {
    mkdirSync(join(state, 'terminals'), { recursive: true, mode: 0o700 });
  } catch {
    // A home that cannot be written.
  }
  const folder = foldersOfServers(state);
  // The orphan reaper reads one path from each line.
  return folder?.includes('\n') ? undefined : folder;
}

/** The path for the socket of a server: in the runtime directory, or in its own folder, or in a short new one. */
export function createSocketPath(server: string, { runtime }: TerminalPlaces): string {
  const own = join(server, SOCKET);
  if (runtime !== undefined && isPrivateFolder(runtime)) {
    const path = join(mkdtempSync(join(runtime, 'corvid-')), SOCKET);
    if (Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES) return path;
  }
  if (Buffer.byteLength(own) <= MAX_SOCKET_PATH_BYTES) return own;
  return join(mkdtempSync(join('/tmp', 'corvid-')), SOCKET);
}

/** Whether a socket and its folder belong to this user alone; links are not followed. */
export function isPrivateSocket(path: string): boolean {
  const socket = lstatOf(path);
  return isPrivateFolder(dirname(path)) && socket?.isSocket() === true && isOurs(socket, WORLD);
}

const MAX_NOTE_BYTES = 4096;

/** The text of a small file of this user; undefined for anything else, which is neither followed nor waited for. */
export function readNote(path: string): string | undefined {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stats = fstatSync(descriptor);
    const isNote = stats.isFile() && stats.size <= MAX_NOTE_BYTES && isOurs(stats, OTHERS_WRITE);
    return isNote ? readFileSync(descriptor, 'utf8') : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

export function isPrivateFolder(path: string): boolean {
  return isOurFolder(path, OTHERS);
}

/** Whether it is a folder of this user that gives others none of these rights. */
function isOurFolder(path: string, refused: number): boolean {
  const stats = lstatOf(path);
  return stats?.isDirectory() === true && isOurs(stats, refused);
}

function isOurs({ uid, mode }: Stats, refused: number): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & refused) === 0);
}

function lstatOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}
