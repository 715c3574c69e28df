import { ToolError } from '../core/errors.ts';
import { type SessionParts, TerminalSession } from './terminal-session.ts';

const MOST_TERMINALS = 16;

/** The terminals of one client, by name; each is opened when it is first used. */
export class TerminalSessions {
  readonly #parts: SessionParts;
  readonly #sessions = new Map<string, TerminalSession>();

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  get(name: string): TerminalSession {
    const known = this.#sessions.get(name);
    if (known) return known;
    if (this.#sessions.size >= MOST_TERMINALS) throw tooManyError([...this.#sessions.keys()]);
    const session = new TerminalSession(name, this.#parts);
    this.#sessions.set(name, session);
    return session;
  }

  /** Ends every shell and every process that it started. */
  async close(): Promise<void> {
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
