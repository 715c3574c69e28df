import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { OutputFile } from '../../ports/terminals.ts';
import { fileError } from '../files/file-errors.ts';

export const FOLDER_PREFIX = 'corvid-terminal-';

/** In that folder, if tmux owns the shells. */
export const TMUX_SOCKET = 'tmux';

/** Output files beyond that number are removed, the oldest first. */
const MOST_OUTPUT_FILES = 20;

/** The private folder of one server, with one folder for each terminal in it. */
export type TerminalFolder = {
  readonly path: string;
  /** The folder of a terminal; the same for the same name. */
  of(name: string): string;
  createOutputFile(): OutputFile;
  remove(): void;
};

export function createTerminalFolder(): TerminalFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), FOLDER_PREFIX)));
  const folders = new Map<string, string>();
  const outputs: string[] = [];
  return {
    path,
    of(name) {
      const folder = folders.get(name) ?? join(path, String(folders.size + 1));
      folders.set(name, folder);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return folder;
    },
    createOutputFile() {
      const file = join(path, `output-${randomBytes(4).toString('hex')}.txt`);
      outputs.push(file);
      for (const old of outputs.splice(0, Math.max(0, outputs.length - MOST_OUTPUT_FILES)))
        rmSync(old, { force: true });
      return openOutput(file);
    },
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 2 }),
  };
}

function openOutput(path: string): OutputFile {
  const descriptor = openSync(path, 'wx', 0o600);
  let isOpen = true;
  return {
    path,
    write(bytes) {
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    },
    close() {
      if (isOpen) closeSync(descriptor);
      isOpen = false;
    },
  };
}

/** The start file, written for a shell that is about to start. */
export function writeStartFile(folder: string, text: string, fresh: boolean): string {
  if (fresh) rmSync(join(folder, 'saved'), { force: true });
  writeFileSync(join(folder, 'typed'), '', { mode: 0o600 });
  const file = join(folder, 'start');
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

/** Commands are handed over as numbered files; each is removed when the next one comes. */
export function createHandover(folder: string): (number: number, command: string) => void {
  let last: string | undefined;
  return (number, command) => {
    if (last !== undefined) removeQuietly(last);
    last = join(folder, String(number));
    try {
      writeFileSync(last, command, { mode: 0o600 });
    } catch (error) {
      throw fileError(error, last);
    }
  };
}

/** Tells the shell that something was typed that it should not take for a command. */
export function noteTyping(folder: string): void {
  try {
    writeFileSync(join(folder, 'typed'), '1', { mode: 0o600 });
  } catch {
    // On a full disk one must still be able to press C-c.
  }
}

/** The directory, or what is left of the way to it. */
export function existingDirectory(directory: string): string {
  if (existsSync(directory) && statSync(directory).isDirectory()) return directory;
  const parent = dirname(directory);
  return parent === directory ? directory : existingDirectory(parent);
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was removed with the folder, or by someone who found it.
  }
}
