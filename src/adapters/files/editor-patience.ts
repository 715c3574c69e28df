import { ToolError } from '../../core/errors.ts';
import type { EditorConnection } from '../../ports/editor.ts';

const READ_MS = 5_000;
/** An editor may ask a language server to format before it answers. */
const WRITE_MS = 20_000;

type Patience = {
  readonly readTimeoutMs?: number | undefined;
  readonly writeTimeoutMs?: number | undefined;
};

export type EditorPatience = {
  tryToRead(path: string): Promise<{ readonly text: string } | { readonly failure: string }>;
  /** Undefined if it is written. */
  tryToWrite(path: string, text: string): Promise<string | EditorSilent | undefined>;
};

/** An editor that did not answer in time; what was asked of it may still happen. */
export class EditorSilent extends Error {
  constructor(readonly seconds: number) {
    super(`The editor did not answer within ${seconds} s.`);
  }

  asToolError(path: string): ToolError {
    return new ToolError(
      'IO_ERROR',
      `${this.message} It may still write ${path}: read the file before you repeat the edit.`,
      { path },
    );
  }
}

/** Questions to an editor that end in time and never throw. */
export function createEditorPatience(connection: EditorConnection, patience: Patience): EditorPatience {
  const { readTimeoutMs = READ_MS, writeTimeoutMs = WRITE_MS } = patience;
  return {
    async tryToRead(path) {
      try {
        return { text: await within(readTimeoutMs, connection.readTextFile(path)) };
      } catch (error) {
        return { failure: told(error, 'give the file') };
      }
    },
    async tryToWrite(path, text) {
      try {
        await within(writeTimeoutMs, connection.writeTextFile(path, text));
        return undefined;
      } catch (error) {
        return error instanceof EditorSilent ? error : told(error, 'take the change');
      }
    },
  };
}

function told(error: unknown, what: string): string {
  if (error instanceof EditorSilent) return error.message;
  const reason = error instanceof Error ? error.message : String(error);
  return `The editor did not ${what}: ${reason.replace(/\.?$/, '.')}`;
}

function within<T>(limitMs: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new EditorSilent(limitMs / 1000)), limitMs);
  });
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer));
}
