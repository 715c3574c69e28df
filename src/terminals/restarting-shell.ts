import type { ReadyFacts, ShellFacts } from '../core/terminal/shell/command-tracker.ts';
import {
  type RunningShell,
  type ShellEvent,
  type ShellEventListener,
  type ShellParts,
  startShell,
} from './start-shell.ts';

/** A shell under one name, which is started again after it has exited. Events of earlier shells are ignored. */
export class RestartingShell {
  readonly #parts: ShellParts;
  readonly #listen: ShellEventListener;
  #opening: Promise<RunningShell> | undefined;
  #running: RunningShell | undefined;
  #facts: ShellFacts | undefined;
  #generation = 0;

  constructor(parts: ShellParts, listen: ShellEventListener) {
    this.#parts = parts;
    this.#listen = listen;
  }

  /** The shell, if one was started and has not exited. */
  get current(): Promise<RunningShell> | undefined {
    return this.#opening;
  }

  /** The newest shell that became ready. */
  get running(): RunningShell | undefined {
    return this.#running;
  }

  /** What the newest shell last reported about itself. */
  get facts(): ShellFacts | undefined {
    return this.#facts;
  }

  get ready(): ReadyFacts | undefined {
    return this.#running?.ready;
  }

  /** The shell, started if there is none: in the directory of the last one, unless that is forgotten. */
  open(): Promise<RunningShell> {
    this.#opening ??= this.#start();
    return this.#opening;
  }

  async end(): Promise<void> {
    const shell = await this.#opening?.catch(() => undefined);
    this.#generation++;
    this.#opening = undefined;
    await shell?.terminal.end();
  }

  /** The next shell starts in the original directory. */
  forget(): void {
    this.#facts = undefined;
  }

  async #start(): Promise<RunningShell> {
    try {
      return await this.#startNext();
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  async #startNext(): Promise<RunningShell> {
    const generation = ++this.#generation;
    const shell = await startShell(this.#parts, this.#facts, (event) => {
      if (generation === this.#generation) this.#onEvent(event);
    });
    this.#facts = shell.ready.facts;
    this.#running = shell;
    this.#listen({ kind: 'shell-started', note: shell.note });
    return shell;
  }

  #onEvent(event: ShellEvent): void {
    if (event.kind === 'command-finished') this.#facts = event.facts;
    if (event.kind === 'shell-exited') this.#opening = undefined;
    this.#listen(event);
  }
}
