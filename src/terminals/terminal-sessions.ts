import { closedError, ToolError } from '../core/errors.ts';
import type { OutputFile } from '../ports/terminals.ts';
import type { SessionParts } from './session-parts.ts';
import { TerminalSession } from './terminal-session.ts';

const MAX_TERMINALS = 16;

/** The terminals of one client, by name; each is opened when it is first used. */
export class TerminalSessions {
  readonly #parts: SessionParts;
  readonly #sessions = new Map<string, TerminalSession>();
  readonly #usedAt = new Map<string, number>();
  readonly #callsInProgress = new Map<string, number>();
  readonly #outputFiles = new Map<string, OutputFile>();
  #isClosed = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#sessions.size;
  }

  get(name: string): TerminalSession {
    if (this.#isClosed) throw closedError();
    this.#usedAt.set(name, performance.now());
    const known = this.#sessions.get(name);
    if (known) return known;
    if (this.#sessions.size >= MAX_TERMINALS) throw tooManyError([...this.#sessions.keys()]);
    const session = new TerminalSession(name, this.#parts, {
      keepFile: (file) => this.#keepFile(file),
      newsOfOthers: () => this.#newsExcept(name),
    });
    this.#sessions.set(name, session);
    return session;
  }

  /** Runs a call. The terminal counts as used until the call ends. */
  async use<T>(name: string, call: (session: TerminalSession) => Promise<T>): Promise<T> {
    const session = this.get(name);
    this.#countCall(name, 1);
    try {
      return await call(session);
    } finally {
      this.#countCall(name, -1);
      this.#usedAt.set(name, performance.now());
    }
  }

  #countCall(name: string, change: number): void {
    this.#callsInProgress.set(name, (this.#callsInProgress.get(name) ?? 0) + change);
  }

  /** Ends the terminals without a call for this time, whatever runs in them; the next call starts a new shell. */
  async closeIdle(idleMs: number): Promise<void> {
    const since = performance.now() - idleMs;
    const isIdle = (name: string) => !this.#callsInProgress.get(name) && this.#usedAt.get(name)! <= since;
    const idle = [...this.#sessions].filter(([name]) => isIdle(name));
    for (const [name] of idle) this.#sessions.delete(name);
    await Promise.all(idle.map(([, session]) => session.close()));
  }

  async #newsExcept(name: string): Promise<string[]> {
    const others = [...this.#sessions].filter(([other]) => other !== name);
    return (await Promise.all(others.map(([, session]) => session.news()))).flat();
  }

  /** Whether a command's whole output is in this file. */
  isOutputFile(path: string): boolean {
    return this.#outputFiles.get(path)?.isInPlace() ?? false;
  }

  #keepFile(file: OutputFile): OutputFile {
    this.#outputFiles.set(file.path, file);
    return file;
  }

  /** Ends every shell and every process that it started. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#sessions.values()].map((session) => session.close()));
    await this.#parts.terminals.close();
  }
}

function tooManyError(names: readonly string[]): ToolError {
  return new ToolError(
    'BUSY',
    `There are ${names.length} terminals already, and no more are opened: ${names.join(', ')}.`,
    { terminals: names },
    'Use one of them; reset: true gives it a new shell.',
  );
}
