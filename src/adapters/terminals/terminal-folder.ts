import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { OutputFile } from '../../ports/terminals.ts';
import { type AnchoredFolder, openAnchoredFolder } from './anchored-folder.ts';
import { type Handover, openHandover } from './handover.ts';
import { createServerFolder, type TerminalPlaces } from './private-folders.ts';

/** Output files beyond that number are removed, the oldest first. */
const MAX_OUTPUT_FILES = 20;

/** The folders of one shell. */
export type ShellFolder = {
  readonly handover: Handover;
  /** For the shell alone; that of the terminal's earlier shells. */
  readonly own: string;
  /** For what runs around the shell. */
  readonly pane: string;
};

/** The private folder of one server. */
export type TerminalFolder = {
  readonly path: string;
  /** New folders for a shell of the terminal with this number. */
  forShell(terminal: number): ShellFolder;
  createOutputFile(): OutputFile;
  remove(): void;
};

/**
 * `N-XXXXXX/in` is written by the server alone, `own-N` by the shells of terminal N alone, `N-XXXXXX/pane` by what runs
 * around a shell, `outputs` by the server alone. A sandbox can bind `in` and `outputs` read-only and `own-N` writable.
 */
export function createTerminalFolder(places: TerminalPlaces): TerminalFolder {
  const path = createServerFolder(places);
  const whole = openAnchoredFolder(path);
  const outputs = join(path, 'outputs');
  mkdirSync(outputs, { mode: 0o700 });
  const anchored = openAnchoredFolder(outputs);
  const used = new Map<number, { readonly folder: string; readonly handover: Handover }>();
  const names: string[] = [];
  return {
    path,
    forShell(terminal) {
      // A program may have put a link to another folder in its place.
      if (!whole.isInPlace())
        throw new Error(`the folder ${path} was replaced or removed. Start the server again`);
      const own = join(path, `own-${terminal}`);
      if (!existsSync(own)) mkdirSync(own, { mode: 0o700 });
      const last = used.get(terminal);
      if (last) discard(last);
      const folder = mkdtempSync(join(path, `${terminal}-`));
      const pane = join(folder, 'pane');
      mkdirSync(pane, { mode: 0o700 });
      const handover = openHandover(folder);
      used.set(terminal, { folder, handover });
      return { handover, own, pane };
    },
    createOutputFile() {
      const name = `output-${randomBytes(4).toString('hex')}.txt`;
      names.push(name);
      names.splice(0, Math.max(0, names.length - MAX_OUTPUT_FILES)).forEach(anchored.remove);
      return toOutputFile(anchored.create(name), join(outputs, name), anchored);
    },
    remove() {
      whole.close();
      anchored.close();
      for (const { handover } of used.values()) handover.close();
      rmSync(path, { recursive: true, force: true, maxRetries: 2 });
    },
  };
}

function discard({ folder, handover }: { readonly folder: string; readonly handover: Handover }): void {
  handover.close();
  rmSync(folder, { recursive: true, force: true });
}

function isRegularFile(path: string): boolean {
  try {
    return lstatSync(path).isFile();
  } catch {
    return false;
  }
}

function toOutputFile(descriptor: number, path: string, folder: AnchoredFolder): OutputFile {
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
    isInPlace: () => folder.isInPlace() && isRegularFile(path),
  };
}

/** The directory, or what is left of the way to it. */
export function existingDirectory(directory: string): string {
  if (existsSync(directory) && statSync(directory).isDirectory()) return directory;
  const parent = dirname(directory);
  return parent === directory ? directory : existingDirectory(parent);
}
