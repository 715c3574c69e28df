import { ToolError } from '../core/errors.ts';
import type { FileInfo } from '../ports/files.ts';
import type { HistoryEntry } from '../ports/history.ts';

export function readOnlyError(path: string): ToolError {
  return new ToolError(
    'PERMISSION_DENIED',
    `Permission denied: ${path}`,
    { path },
    'Corvid runs with --read-only.',
  );
}

type Named = { readonly given: string; readonly real: string };

/** Also a file that is not there: its name alone decides. */
export function deniedError({ given, real }: Named, rule: string): ToolError {
  return new ToolError(
    'PATH_DENIED',
    `Path is denied: ${shownPath(given, real)} is caught by the rule \`${rule}\`. It was neither read nor written. ` +
      `Work without it, or ask the user to start Corvid with \`--allow-read '${real}'\`.`,
    { path: given, real, rule, option: '--allow-read' },
  );
}

export function protectedError({ given, real }: Named, rule: string): ToolError {
  return new ToolError(
    'PATH_PROTECTED',
    `Path is protected: ${shownPath(given, real)} is caught by the rule \`${rule}\`, since other programs run or obey it. ` +
      `It may be read, and nothing was written. Ask the user to make the change, or to start Corvid with \`--unprotect '${real}'\`.`,
    { path: given, real, rule, option: '--unprotect' },
  );
}

function shownPath(given: string, real: string): string {
  return real === given ? given : `${given} (really ${real})`;
}

export function tooLargeError(path: string, size: number, limit: number): ToolError {
  return new ToolError(
    'FILE_TOO_LARGE',
    `File is too large: ${path} has ${size} bytes, the limit is ${limit}. ` +
      'View a part of it with a line range, or change it with a shell command.',
    { path, size, limit },
  );
}

/** With a NUL the file would count as binary. */
export function nulError(): ToolError {
  return new ToolError(
    'INVALID_PARAMS',
    'The new text contains a NUL character, which text files cannot hold. Leave it out.',
  );
}

export function existsError(path: string, kind: FileInfo['kind'] = 'file'): ToolError {
  const message =
    kind === 'directory'
      ? `Cannot create a file at: ${path}. It is a directory: give the path of a file in it, or choose another path.`
      : `File already exists at: ${path}. Creating would overwrite it: change it with an edit, or choose another path.`;
  return new ToolError('FILE_EXISTS', message, { path });
}

export function notAFileError(path: string, kind: FileInfo['kind']): ToolError {
  const message =
    kind === 'directory'
      ? `Not a file: ${path} is a directory. Give the path of a file in it; \`view\` and \`file_read\` list directories.`
      : `Not a file: ${path} is not a regular file. Give the path of a file.`;
  return new ToolError('NOT_A_FILE', message, { path });
}

export function binaryError(path: string): ToolError {
  return new ToolError(
    'BINARY_FILE',
    `Cannot edit binary file: ${path}`,
    { path },
    'Only text can be edited. An image can be viewed; change the file with a program for its format.',
  );
}

export function noHistoryError(path: string): ToolError {
  return new ToolError('NO_HISTORY', `No edit history found for ${path}.`, { path });
}

export function changedSinceError(path: string, entry: HistoryEntry, exists: boolean): ToolError {
  const when = new Date(entry.time).toISOString();
  const happened = exists ? `${path} has been changed by someone else` : `${path} has been removed`;
  return new ToolError(
    'FILE_CHANGED',
    `Nothing was undone: ${happened} since its last edit here (${entry.tool}, ${when}), and undoing would destroy ` +
      `that work. To see the difference, view the file or run \`corvid log --diff ${path}\`; then edit it by hand.`,
    { path, entry },
  );
}

export function secretMaskedError(path: string): ToolError {
  return new ToolError(
    'SECRET_MASKED',
    `Nothing was changed: *** in the new text would take the place of a secret in ${path}. The secret is shown as *** and is not known to you.`,
    { path },
    'Leave the line with the secret out of the edit and change only what is around it; the file keeps the secret.',
  );
}
