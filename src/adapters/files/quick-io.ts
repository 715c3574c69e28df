import {
  accessSync,
  type BigIntStats,
  closeSync,
  copyFileSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  type Stats,
  unlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';

// The calls of node:fs/promises that we use, done at once. Each of these takes microseconds while the detour over
// the thread pool takes a tenth of a millisecond, and an edit needs dozens. Only waiting for the disk is left to
// the pool.

const waitForDisk = promisify(fsync);

export type FileHandle = ReturnType<typeof handleOf>;

export const access = async (...given: Parameters<typeof accessSync>) => accessSync(...given);
export const copyFile = async (...given: Parameters<typeof copyFileSync>) => copyFileSync(...given);
export const link = async (...given: Parameters<typeof linkSync>) => linkSync(...given);
export const mkdir = async (path: string, options?: { mode?: number }) => void mkdirSync(path, options);
export const open = async (...given: Parameters<typeof openSync>) => handleOf(openSync(...given));
export const readlink = async (path: string) => readlinkSync(path);
export const realpath = async (path: string) => realpathSync.native(path);
export const rename = async (...given: Parameters<typeof renameSync>) => renameSync(...given);
export const rmdir = async (path: string) => rmdirSync(path);
export const unlink = async (path: string) => unlinkSync(path);
export const utimes = async (...given: Parameters<typeof utimesSync>) => utimesSync(...given);
export const writeFile = async (...given: Parameters<typeof writeFileSync>) => writeFileSync(...given);

export async function lstat(path: string): Promise<Stats>;
export async function lstat(path: string, options: { bigint: true }): Promise<BigIntStats>;
export async function lstat(path: string, options?: { bigint: true }): Promise<Stats | BigIntStats> {
  return options ? lstatSync(path, options) : lstatSync(path);
}

export async function readFile(path: string): Promise<Uint8Array>;
export async function readFile(path: string, encoding: 'utf8'): Promise<string>;
export async function readFile(path: string, encoding?: 'utf8'): Promise<Uint8Array | string> {
  return encoding ? readFileSync(path, encoding) : readFileSync(path);
}

export async function readNames(path: string): Promise<string[]> {
  return readdirSync(path);
}

export async function readEntries(path: string) {
  return readdirSync(path, { withFileTypes: true });
}

function handleOf(fd: number) {
  return {
    fd,
    stat: async () => fstatSync(fd),
    identity: async () => fstatSync(fd, { bigint: true }),
    read: async (into: Uint8Array, at: number, length: number, position: number) =>
      readSync(fd, into, at, length, position),
    write: async (from: Uint8Array, at: number, length: number) => writeSync(fd, from, at, length),
    chmod: async (mode: number) => fchmodSync(fd, mode),
    chown: async (uid: number, gid: number) => fchownSync(fd, uid, gid),
    sync: () => waitForDisk(fd),
    close: async () => closeSync(fd),
  };
}
