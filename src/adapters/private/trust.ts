import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';

// Code and history are used only if no other user can have written them. Windows has no owners and modes to ask for.

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const WRITABLE_BY_OTHERS = 0o022;

/** Why a file or folder is not used: another user may have made or changed it, or it is something else. */
export class UntrustedError extends Error {
  readonly reason: 'owner' | 'mode' | 'type';

  constructor(reason: UntrustedError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Reads a regular file that no other user can have written, in a folder that is this user's alone. Throws otherwise. */
export function readTrustedFile(file: string): Buffer {
  expectTrustedFolder(dirname(file));
  // A link is refused, and a pipe does not keep us waiting.
  const opened = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    expectTrustedFile(fstatSync(opened), file);
    return readFileSync(opened);
  } finally {
    closeQuietly(opened);
  }
}

/** Throws if what was opened is not a regular file, or if others may write it. */
export function expectTrustedFile(stats: Stats, file: string): void {
  if (!stats.isFile()) throw new UntrustedError('type', `${file} is not a regular file: remove it`);
  expectOwn(stats, file);
}

/** What was read is read, whatever becomes of the close. */
function closeQuietly(opened: number): void {
  try {
    closeSync(opened);
  } catch {}
}

/** Throws if others may write in the folder, or if something else is there. A link of this user is followed. */
export function expectTrustedFolder(folder: string): void {
  const stats = statsOf(folder);
  if (!stats) return;
  expectOwner(stats, folder);
  const target = stats.isSymbolicLink() ? statSync(folder, { throwIfNoEntry: false }) : stats;
  if (!target?.isDirectory()) throw new UntrustedError('type', `${folder} is not a folder: remove it`);
  expectOwn(target, folder);
}

/** Undefined if nothing is there. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return undefined;
  }
}

function expectOwn(stats: Stats, path: string): void {
  expectOwner(stats, path);
  if (process.getuid === undefined || (stats.mode & WRITABLE_BY_OTHERS) === 0) return;
  const mode = (stats.mode & 0o7777).toString(8).padStart(4, '0');
  throw new UntrustedError(
    'mode',
    `${path} can be written by other users (mode ${mode}): run \`chmod go-w ${path}\` if what is there is yours`,
  );
}

/** What root may do needs no planted file. */
function expectOwner({ uid }: Stats, path: string): void {
  const own = process.getuid?.();
  if (own === undefined || uid === own || uid === 0) return;
  throw new UntrustedError(
    'owner',
    `${path} belongs to the user with the id ${uid}, and you are ${own}: remove it, or use another folder`,
  );
}
