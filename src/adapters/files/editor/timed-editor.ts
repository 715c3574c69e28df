import { ToolError } from '../../../core/errors.ts';
import type { EditorConnection } from '../../../ports/editor.ts';

const READ_MS = 5_000;
/** An editor may run a formatter before it responds. */
const WRITE_MS = 20_000;

export type Timeouts = {
  readonly readTimeoutMs?: number | undefined;
  readonly writeTimeoutMs?: number | undefined;
};

/** The editor did not respond in time; the request may still take effect. */
export class EditorTimeoutError extends Error {
  constructor(seconds: number) {
    super(`The editor did not respond within ${seconds} s.`);
  }

  asToolError(path: string): ToolError {
    return new ToolError(
      'IO_ERROR',
      `${this.message} It may still write ${path}: read the file before you repeat the edit.`,
      { path },
    );
  }
}

/** Requests to an editor with time limits. They return failures instead of throwing. */
export class TimedEditor {
  readonly #connection: EditorConnection;
  readonly #readMs: number;
  readonly #writeMs: number;

  constructor(
    connection: EditorConnection,
    { readTimeoutMs = READ_MS, writeTimeoutMs = WRITE_MS }: Timeouts,
  ) {
    this.#connection = connection;
    this.#readMs = readTimeoutMs;
    this.#writeMs = writeTimeoutMs;
  }

  async read(path: string): Promise<{ readonly text: string } | { readonly failure: string }> {
    try {
      return { text: await within(this.#readMs, this.#connection.readTextFile(path)) };
    } catch (error) {
      return { failure: failureText(error, 'return the file') };
    }
  }

  /** Undefined if it is written. */
  async write(path: string, text: string): Promise<string | EditorTimeoutError | undefined> {
    try {
      await within(this.#writeMs, this.#connection.writeTextFile(path, text));
      return undefined;
    } catch (error) {
      return error instanceof EditorTimeoutError ? error : failureText(error, 'accept the change');
    }
  }
}

function failureText(error: unknown, request: string): string {
  if (error instanceof EditorTimeoutError) return error.message;
  const reason = error instanceof Error ? error.message : String(error);
  return `The editor did not ${request}: ${reason.replace(/\.?$/, '.')}`;
}

function within<T>(limitMs: number, response: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new EditorTimeoutError(limitMs / 1000)), limitMs);
  });
  return Promise.race([response, timeout]).finally(() => clearTimeout(timer));
}
