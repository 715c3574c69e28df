import { cancelled } from './ask-process.ts';
import type { ParserProcess } from './parser-process.ts';

type Waiting = { readonly resolve: (parser: ParserProcess) => void; readonly reject: (error: Error) => void };

/** Parser processes that each run one task at a time. A process is started only when all others are busy. */
export class ParserPool {
  readonly #maxProcesses: number;
  readonly #start: () => ParserProcess;
  readonly #all: ParserProcess[] = [];
  readonly #idle: ParserProcess[] = [];
  readonly #waiting: Waiting[] = [];

  constructor(maxProcesses: number, start: () => ParserProcess) {
    this.#maxProcesses = maxProcesses;
    this.#start = start;
  }

  async use<T>(task: (parser: ParserProcess) => Promise<T>): Promise<T> {
    const parser = await this.#take();
    try {
      return await task(parser);
    } finally {
      this.#giveBack(parser);
    }
  }

  /** Cancels the tasks that have not begun. */
  async close(): Promise<void> {
    for (const { reject } of this.#waiting.splice(0)) reject(cancelled());
    await Promise.all(this.#all.map((parser) => parser.close()));
  }

  async #take(): Promise<ParserProcess> {
    const free = this.#idle.pop();
    if (free) return free;
    if (this.#all.length === this.#maxProcesses)
      return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
    const started = this.#start();
    this.#all.push(started);
    return started;
  }

  #giveBack(parser: ParserProcess): void {
    const next = this.#waiting.shift();
    if (next) next.resolve(parser);
    else this.#idle.push(parser);
  }
}
