import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import { fileError, systemCode } from '../files/file-errors.ts';
import { openAnchoredFolder } from './anchored-folder.ts';

/** The folder through which commands reach one shell: the server writes it, and reads nothing in it. */
export type Handover = {
  readonly inbox: string;
  /** Gives the path of the shell's start file. */
  writeStartFile(text: string): string;
  /** Commands are handed over as numbered files; each is removed when the next one comes. */
  submit(number: number, command: string): void;
  /** Notes that something was typed that the shell should not take for a command. */
  noteTyping(): void;
  close(): void;
};

export function openHandover(folder: string): Handover {
  const inbox = join(folder, 'in');
  mkdirSync(inbox, { mode: 0o700 });
  const anchored = openAnchoredFolder(inbox);
  let last = 0;
  let hasTyped = false;

  return {
    inbox,
    writeStartFile(text) {
      anchored.write('start', text);
      return join(inbox, 'start');
    },
    submit(number, command) {
      if (last > 0) anchored.remove(String(last));
      if (hasTyped) anchored.remove(`typed-${last}`);
      hasTyped = false;
      last = number;
      try {
        anchored.write(String(number), command);
      } catch (error) {
        throw handoverError(error, join(inbox, String(number)));
      }
    },
    noteTyping() {
      if (hasTyped) return;
      hasTyped = true;
      try {
        anchored.write(`typed-${last}`, '');
      } catch {
        // On a full disk it must still be possible to press C-c.
      }
    },
    close: anchored.close,
  };
}

/** The shell could not read the command: it is not typed either. */
function handoverError(error: unknown, path: string): unknown {
  const isPlanted = ['ESTALE', 'EEXIST', 'EISDIR', 'EPERM', 'ENOTDIR'].includes(systemCode(error) ?? '');
  if (!isPlanted) return fileError(error, path);
  return new ToolError(
    'TERMINAL_UNAVAILABLE',
    `The command was NOT run: it cannot be handed to the shell as ${path}: ${(error as Error).message}.`,
    { path },
    'A program has changed the folder of this terminal. Send reset: true for a new shell with a new folder.',
  );
}
