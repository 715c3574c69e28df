import type { ReadyFacts, ShellFacts } from '../core/terminal/command-tracker.ts';
import { type RunningShell, type ShellEvent, type ShellParts, startShell } from './running-shell.ts';

export type ShellListener = {
  output(bytes: Uint8Array): void;
  background(bytes: Uint8Array): void;
  started(): void;
  finished(exitCode: number): void;
  /** The shell waits for a command although one was typed. */
  lost(shell: RunningShell): void;
  ended(exitCode: number): void;
  /** A new shell runs; the note is what the user should know about how it started. */
  begun(note: string | undefined): void;
};

/** One shell after the other under one name; what an earlier one still says is not heard. */
export class ShellSuccession {
  readonly #parts: ShellParts;
  readonly #listener: ShellListener;
  #shell: Promise<RunningShell> | undefined;
  #facts: ShellFacts | undefined;
  #ready: ReadyFacts | undefined;
  #generation = 0;

  constructor(parts: ShellParts, listener: ShellListener) {
    this.#parts = parts;
    this.#listener = listener;
  }

  /** The shell, if one was started and has not ended. */
  get current(): Promise<RunningShell> | undefined {
    return this.#shell;
  }

  /** What the newest shell last told of itself. */
  get facts(): ShellFacts | undefined {
    return this.#facts;
  }

  get ready(): ReadyFacts | undefined {
    return this.#ready;
  }

  /** The shell, started if there is none: where the last one was, unless that is forgotten. */
  open(): Promise<RunningShell> {
    this.#shell ??= this.#start();
    return this.#shell;
  }

  async end(): Promise<void> {
    const shell = await this.#shell?.catch(() => undefined);
    this.#generation++;
    this.#shell = undefined;
    await shell?.end();
  }

  /** The next shell starts anew in the original directory. */
  forget(): void {
    this.#facts = undefined;
  }

  async #start(): Promise<RunningShell> {
    try {
      return await this.#startNext();
    } catch (error) {
      this.#shell = undefined;
      throw error;
    }
  }

  async #startNext(): Promise<RunningShell> {
    const generation = ++this.#generation;
    const lastDirectory = this.#facts?.directoryBytes;
    const shell = await startShell(this.#parts, { lastDirectory }, (event) => {
      if (generation !== this.#generation) return;
      if (event.kind === 'lost') this.#listener.lost(shell);
      else this.#hear(event);
    });
    this.#facts = shell.facts;
    this.#ready = shell.ready;
    this.#listener.begun(shell.note);
    return shell;
  }

  #hear(event: Exclude<ShellEvent, { kind: 'lost' }>): void {
    if (event.kind === 'output') this.#listener.output(event.bytes);
    else if (event.kind === 'background') this.#listener.background(event.bytes);
    else if (event.kind === 'started') this.#listener.started();
    else if (event.kind === 'finished') {
      this.#facts = event.facts;
      this.#listener.finished(event.exitCode);
    } else {
      this.#shell = undefined;
      this.#listener.ended(event.exitCode);
    }
  }
}
