import { constants } from 'node:os';
import { type ErrorName, fileNotFound, ToolError } from '../../core/errors.ts';

/** Runs a file operation; what the system refuses becomes a ToolError that names the path. */
export async function explainingFailures<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw fileError(error, path);
  }
}

/** Errors that do not come from the system are returned as they are. */
export function fileError(error: unknown, path: string): unknown {
  const code = systemCode(error);
  if (error instanceof ToolError || code === undefined) return error;
  const name = names[code] ?? 'IO_ERROR';
  const hint = name === 'PERMISSION_DENIED' ? deniedBecause(code) : undefined;
  return new ToolError(name, messageFor(name, code, path, error as Error), { path, errno: code }, hint);
}

export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, errno } = error as NodeJS.ErrnoException;
  // libuv has no name for an exceeded quota.
  return errno === -constants.errno.EDQUOT ? 'EDQUOT' : code;
}

/** For a look at something that may not be there. */
export function ignoringMissing(error: unknown): undefined {
  if (systemCode(error) !== 'ENOENT') throw error;
}

export function notAFile(path: string, what: string): ToolError {
  return new ToolError('NOT_A_FILE', `Not a file: ${path} is ${what}. Give the path of a regular file.`, {
    path,
  });
}

export function readOnlyFile(path: string, mode: number): ToolError {
  const digits = (mode & 0o7777).toString(8).padStart(4, '0');
  return new ToolError(
    'PERMISSION_DENIED',
    `Permission denied: ${path}`,
    { path, mode: digits },
    `The file is read-only (mode ${digits}). If it may be changed, its owner can run \`chmod u+w\` on it.`,
  );
}

export function listNotKept(path: string): ToolError {
  return new ToolError(
    'PERMISSION_DENIED',
    `Permission denied: ${path} has an access control list or attributes that a new version of it cannot have. Nothing was written.`,
    { path },
    'Its owner can edit it, or remove the list with `setfacl -b`. GNU `cp` must be installed.',
  );
}

export function fileChanged(path: string, what: string): ToolError {
  return new ToolError(
    'FILE_CHANGED',
    `File changed: ${path}: ${what}. Nothing was written. Read it again, then repeat the edit.`,
    { path },
  );
}

export function linkLoop(path: string): ToolError {
  return new ToolError('IO_ERROR', ioMessage('ELOOP', path, 'its symbolic links form a loop'), {
    path,
    errno: 'ELOOP',
  });
}

const names: Record<string, ErrorName> = {
  ENOENT: 'FILE_NOT_FOUND',
  EACCES: 'PERMISSION_DENIED',
  EPERM: 'PERMISSION_DENIED',
  EROFS: 'PERMISSION_DENIED',
  ENOSPC: 'NO_SPACE',
  EDQUOT: 'NO_SPACE',
  EFBIG: 'NO_SPACE',
  EISDIR: 'NOT_A_FILE',
  ENOTDIR: 'NOT_A_FILE',
  ERR_INVALID_ARG_VALUE: 'INVALID_PARAMS',
};

const advice: Record<string, string> = {
  ENAMETOOLONG: 'Choose a shorter path.',
  ELOOP: 'Repair the links, or give the path of the file itself.',
  EMFILE: 'Too many files are open: try again, or raise `ulimit -n`.',
  ENFILE: 'Too many files are open on this machine: try again later.',
  EIO: 'The disk may be failing: check it before you try again.',
};

function messageFor(name: ErrorName, code: string, path: string, error: Error): string {
  if (name === 'FILE_NOT_FOUND') return fileNotFound(path).message;
  if (name === 'PERMISSION_DENIED') return `Permission denied: ${path}`;
  if (name === 'NO_SPACE')
    return `No space: ${path} could not be written (${spaceBecause(code)}). The old file is intact. Make room, then try again.`;
  if (name === 'NOT_A_FILE')
    return notAFile(path, code === 'EISDIR' ? 'a directory' : 'below a file, or not a directory').message;
  if (name === 'INVALID_PARAMS')
    return `Invalid path: ${JSON.stringify(path)}. A path cannot hold a NUL character.`;
  return ioMessage(code, path, reasonIn(error));
}

function deniedBecause(code: string): string {
  if (code === 'EROFS') return 'Its file system is mounted read-only.';
  return `${code}: check the permissions of the file and of the folders above it.`;
}

function spaceBecause(code: string): string {
  if (code === 'EDQUOT') return 'the disk quota is used up';
  return code === 'EFBIG' ? 'it exceeds the limit for the size of a file' : 'the disk is full';
}

function ioMessage(code: string, path: string, reason: string): string {
  return `I/O error: ${path}: ${reason} (${code}). ${advice[code] ?? 'Check the file and its disk, then try again.'}`;
}

/** "EIO: i/o error, read" → "i/o error": the rest of the message may name an internal path. */
function reasonIn(error: Error): string {
  return /^[^:]*: ([^,]*)/.exec(error.message)?.[1] ?? error.message;
}
