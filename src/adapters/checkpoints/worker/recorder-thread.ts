import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { builtFile } from '../../built-file.ts';
import { DiskLocks } from '../../locks/disk-locks.ts';
import { type FromWorker, receivedError, type SentMethod, type SentOptions, sentError } from './messages.ts';

/** The table of 200,000 files takes less than half of it. */
const MAX_HEAP_MB = 1_024;
/** A worker that fails so often is not started again. */
const MAX_CRASHES = 3;

type Waiting = { readonly resolve: (result: unknown) => void; readonly reject: (error: Error) => void };

/** The worker is not there, or ended before it answered. */
export class WorkerFailure extends Error {}

/** The worker that records changes: it starts with the first question, and again after a crash. */
export class RecorderThread {
  readonly #start: () => Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #releases = new Map<number, () => void>();
  #worker: Worker | undefined;
  #number = 0;
  #crashes = 0;
  #lastCrash = '';
  #isClosed = false;

  constructor(start: () => Worker = startWorker) {
    this.#start = start;
  }

  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** Throws a WorkerFailure if the worker ends before it answers. */
  ask(options: SentOptions, method: SentMethod, given: readonly unknown[] = []): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const number = ++this.#number;
      const worker = this.#running();
      this.#waiting.set(number, { resolve, reject });
      // Only a question keeps this process alive.
      worker.ref();
      worker.postMessage({ number, options, method, given });
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
  }

  #running(): Worker {
    if (this.#worker) return this.#worker;
    if (this.#isClosed) throw new WorkerFailure('it is closed');
    if (this.#crashes >= MAX_CRASHES)
      throw new WorkerFailure(`it failed ${this.#crashes} times, the last time with: ${this.#lastCrash}`);
    const worker = this.#start();
    this.#worker = worker;
    worker.on('message', (message: FromWorker) => this.#receive(worker, message));
    worker.on('error', (error) => {
      this.#lastCrash = error instanceof Error ? error.message : String(error);
    });
    worker.once('exit', () => this.#ended(worker));
    return worker;
  }

  #receive(worker: Worker, message: FromWorker): void {
    if ('lock' in message) void this.#lock(worker, message);
    else if ('unlock' in message) this.#releases.get(message.unlock)?.();
    else this.#answered(worker, message);
  }

  #answered(worker: Worker, message: Extract<FromWorker, { number: number }>): void {
    const waiting = this.#waiting.get(message.number);
    this.#waiting.delete(message.number);
    if (this.#waiting.size === 0) worker.unref();
    if ('failure' in message) waiting?.reject(receivedError(message.failure));
    else waiting?.resolve(message.result);
  }

  /** A lock of the worker is held here, so that it is released when the worker crashes. */
  async #lock(
    worker: Worker,
    { lock, directory, path }: Extract<FromWorker, { lock: number }>,
  ): Promise<void> {
    const held = () =>
      new Promise<void>((release) => {
        if (this.#worker !== worker) return release();
        this.#releases.set(lock, release);
        worker.postMessage({ locked: lock });
      });
    try {
      await new DiskLocks({ directory }).withLock(path, held);
    } catch (error) {
      worker.postMessage({ locked: lock, failure: sentError(error) });
    } finally {
      this.#releases.delete(lock);
    }
  }

  #ended(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    if (!this.#isClosed) this.#crashes++;
    for (const release of this.#releases.values()) release();
    const failure = new WorkerFailure(this.#lastCrash || 'it ended');
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(failure);
  }
}

function startWorker(): Worker {
  return new Worker(recorderProgram(), { ...workerOptions });
}

const workerOptions = {
  env: {},
  execArgv: [],
  // What it prints must not reach the client.
  ...{ stdout: true, stderr: true },
  resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
};

/** In the source tree, the program is that of the last build. */
export function recorderProgram(): string {
  const built = builtFile('recorder-host.cjs');
  return built ?? fileURLToPath(new URL('../../../../dist/recorder-host.cjs', import.meta.url));
}
