import { readFile, writeFile } from 'node:fs/promises';
import type { EditorConnection } from '../../src/ports/editor.ts';

export type EditorHabits = {
  /** Shows every line ending as LF and saves with that of the file, as Zed does. */
  readonly hidesCarriageReturns?: boolean;
  /** Keeps written text as unsaved. */
  readonly savesNothing?: boolean;
  /** Applied to text that is written. */
  readonly format?: (text: string) => string;
};

export type ScriptedEditor = { -readonly [Key in keyof EditorConnection]: EditorConnection[Key] } & {
  /** Unsaved texts by path; all other files are read from the disk. */
  readonly buffers: Map<string, string>;
  readonly log: string[];
};

/** An editor with real files and unsaved buffers. Like most, it returns an empty text for a missing file. */
export function scriptedEditor(habits: EditorHabits = {}): ScriptedEditor {
  const buffers = new Map<string, string>();
  const log: string[] = [];
  const shownOf = (text: string) => (habits.hidesCarriageReturns ? text.replaceAll('\r\n', '\n') : text);

  async function onDisk(path: string): Promise<string> {
    try {
      return await readFile(path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
      throw error;
    }
  }

  async function save(path: string, text: string): Promise<void> {
    const wasCrlf = habits.hidesCarriageReturns && (await onDisk(path)).includes('\r\n');
    await writeFile(path, wasCrlf ? text.replaceAll('\n', '\r\n') : text);
    buffers.delete(path);
  }

  return {
    buffers,
    log,
    async readTextFile(path) {
      log.push(`read ${path}`);
      return buffers.get(path) ?? shownOf(await onDisk(path));
    },
    async writeTextFile(path, content) {
      log.push(`write ${path}`);
      const text = habits.format?.(content) ?? content;
      if (habits.savesNothing) buffers.set(path, text);
      else await save(path, text);
    },
  };
}
