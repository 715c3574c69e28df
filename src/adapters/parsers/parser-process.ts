import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { builtFile } from '../built-file.ts';
import {
  askProcess,
  cancelled,
  ParserFailure,
  type RunOptions,
  type TaskMessage,
  type TaskRequest,
} from './ask-process.ts';

/** A child process for parsers. It starts on first use, runs one task at a time, and is replaced after it ends. */
export type ParserProcess = {
  /** Throws a ParserFailure. */
  run(task: string, input: unknown, options: RunOptions): Promise<unknown>;
  close(): Promise<void>;
};

/** The programs that such a process can run; the build makes a file of each. */
export type HostProgram = 'parser-host' | 'web-host';

export function createParserProcess(program: HostProgram = 'parser-host'): ParserProcess {
  return new ReplacedProcess(program);
}

/** The memory of WebAssembly never shrinks: a process that exceeds this is ended after its task. */
const MAX_RESIDENT_BYTES = 500_000_000;
/** An unused process is ended after this time. */
const IDLE_MS = 300_000;
/** A task that timed out may go on for this time, unless there is another one to run. */
const LATE_MS = 5_000;

class ReplacedProcess implements ParserProcess {
  readonly #program: HostProgram;
  #child: ChildProcess | undefined;
  /** The child, while it works on a task that timed out. */
  #late: ChildProcess | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #idleTimer: NodeJS.Timeout | undefined;
  #timesClosed = 0;

  constructor(program: HostProgram) {
    this.#program = program;
  }

  run(task: string, input: unknown, options: RunOptions): Promise<unknown> {
    const timesClosed = this.#timesClosed;
    const done = this.#queue.then(() => {
      if (timesClosed !== this.#timesClosed) throw cancelled();
      return this.#runNext({ task, input }, options);
    });
    this.#queue = done.catch(() => {});
    return done;
  }

  async close(): Promise<void> {
    this.#timesClosed++;
    clearTimeout(this.#idleTimer);
    const last = this.#child;
    this.#end();
    if (last && isAlive(last)) {
      keepAlive(last, true);
      await once(last, 'exit');
    }
    await this.#queue;
  }

  async #runNext(request: TaskRequest, options: RunOptions): Promise<unknown> {
    if (options.signal?.aborted) throw cancelled();
    clearTimeout(this.#idleTimer);
    if (this.#child === this.#late) this.#end();
    const child = this.#child ?? this.#start();
    this.#child = child;
    keepAlive(child, true);
    try {
      const message = await askProcess(child, request, options);
      this.#keepIfSmall(message);
      return message.result;
    } catch (error) {
      // After another failure the process may be broken: an aborted grammar corrupts all others.
      if (error instanceof ParserFailure && error.reason === 'timed-out') this.#finishLate(child);
      else this.#end();
      throw error;
    } finally {
      keepAlive(child, false);
    }
  }

  #start(): ChildProcess {
    const started = fork(hostFile(this.#program), { ...forkOptions });
    started.on('error', () => {});
    started.once('exit', () => {
      if (this.#child === started) this.#child = undefined;
    });
    return started;
  }

  #end(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
    this.#late = undefined;
  }

  #endAfter(ms: number): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#end(), ms).unref();
  }

  #keepIfSmall(message: TaskMessage): void {
    if ('result' in message && message.residentBytes <= MAX_RESIDENT_BYTES) this.#endAfter(IDLE_MS);
    else this.#end();
  }

  /** The first use of a parser is the slowest: if it can finish, the next one is fast. */
  #finishLate(child: ChildProcess): void {
    this.#late = child;
    this.#endAfter(LATE_MS);
    child.once('message', (message: TaskMessage) => {
      if (this.#late !== child) return;
      this.#late = undefined;
      this.#keepIfSmall(message);
    });
  }
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

// Nothing of the parent's environment is needed, and some of it would slow the start of Node.
const forkOptions = {
  env: {},
  execArgv: [],
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'] as ('ignore' | 'ipc')[],
  serialization: 'advanced' as const,
};

/** Only a child with a task keeps this process alive. */
function keepAlive(child: ChildProcess, isBusy: boolean): void {
  if (isBusy) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

/** In the source tree, the program is that of the last build. */
function hostFile(program: HostProgram): string {
  const built = builtFile(`${program}.cjs`);
  return built ?? fileURLToPath(new URL(`../../../dist/${program}.cjs`, import.meta.url));
}
