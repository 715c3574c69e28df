import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { builtFile } from '../built-file.ts';

export type HostQuestion = { readonly task: string; readonly input: unknown };
export type HostAnswer =
  /** All is loaded: what is left is the work itself. */
  | { readonly ready: true }
  | { readonly result: unknown; readonly residentBytes: number }
  | { readonly error: string };

export type RunOptions = { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined };

/** A child process for parsers. It starts when first needed, does one task at a time, and is replaced when it ends. */
export type ParserProcess = {
  run(task: string, input: unknown, options: RunOptions): Promise<unknown>;
  close(): Promise<void>;
};

export type FailureReason = 'crashed' | 'timed-out' | 'failed' | 'cancelled';

export class ParserFailure extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Starting the process and loading a parser may take that long on a busy machine. */
const LOAD_MS = 20_000;
/** The memory of WebAssembly never shrinks, so a process that has grown beyond this is not kept. */
const MOST_RESIDENT = 500_000_000;
/** A process that nobody asks gives its memory back. */
const IDLE_MS = 300_000;
/** A task that was given up may come to its end within this time, unless another one is to be done. */
const LATE_MS = 5_000;

/** The programs that such a process can run; the build makes a file of each. */
export type HostProgram = 'parser-host' | 'web-host';

export function createParserProcess(program: HostProgram = 'parser-host'): ParserProcess {
  let child: ChildProcess | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let late: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let timesClosed = 0;

  function start(): ChildProcess {
    const started = fork(hostFile(program), { ...forkOptions });
    started.on('error', () => {});
    started.once('exit', () => {
      if (child === started) child = undefined;
    });
    return started;
  }

  function end(): void {
    child?.kill('SIGKILL');
    child = undefined;
    late = undefined;
  }

  function endAfter(ms: number): void {
    clearTimeout(idle);
    idle = setTimeout(end, ms).unref();
  }

  function keepIfHealthy(answer: HostAnswer): void {
    if ('result' in answer && answer.residentBytes <= MOST_RESIDENT) endAfter(IDLE_MS);
    else end();
  }

  /** What was slow for the first time will be quick the next time, if it is let finish. */
  function letFinish(working: ChildProcess): void {
    late = working;
    endAfter(LATE_MS);
    working.once('message', (answer: HostAnswer) => {
      if (late !== working) return;
      late = undefined;
      keepIfHealthy(answer);
    });
  }

  async function run(question: HostQuestion, options: RunOptions): Promise<unknown> {
    if (options.signal?.aborted) throw cancelled();
    clearTimeout(idle);
    if (child === late) end();
    const asked = child ?? start();
    child = asked;
    hold(asked, true);
    try {
      const answer = await ask(asked, question, options);
      keepIfHealthy(answer);
      return answer.result;
    } catch (error) {
      // One that threw may be broken for good: an aborted grammar spoils all others.
      if (error instanceof ParserFailure && error.reason === 'timed-out') letFinish(asked);
      else end();
      throw error;
    } finally {
      hold(asked, false);
    }
  }

  return {
    run(task, input, options) {
      const opened = timesClosed;
      const done = queue.then(() => {
        if (opened !== timesClosed) throw cancelled();
        return run({ task, input }, options);
      });
      queue = done.catch(() => {});
      return done;
    },
    async close() {
      timesClosed++;
      clearTimeout(idle);
      const last = child;
      end();
      if (last && isAlive(last)) {
        hold(last, true);
        await once(last, 'exit');
      }
      await queue;
    },
  };
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

function cancelled(): ParserFailure {
  return new ParserFailure('cancelled', 'was cancelled');
}

// Nothing of the parent's environment is needed, and some of it would slow Node's start.
const forkOptions = {
  env: {},
  execArgv: [],
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'] as ('ignore' | 'ipc')[],
  serialization: 'advanced' as const,
};

/** Only a process at work keeps ours alive. */
function hold(child: ChildProcess, isBusy: boolean): void {
  if (isBusy) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

type Answer = Extract<HostAnswer, { result: unknown }>;

function ask(child: ChildProcess, question: HostQuestion, options: RunOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const fail = (reason: FailureReason, message: string) =>
      settle(() => reject(new ParserFailure(reason, message)));
    let timer = setTimeout(() => fail('failed', `it was not loaded in ${LOAD_MS} ms`), LOAD_MS);
    const onMessage = (answer: HostAnswer) => {
      if ('result' in answer) return settle(() => resolve(answer));
      if ('error' in answer) return fail('failed', answer.error);
      clearTimeout(timer);
      const { timeoutMs } = options;
      timer = setTimeout(() => fail('timed-out', `took more than ${timeoutMs} ms`), timeoutMs);
    };
    const onExit = (code: number | null, signal: string | null) =>
      fail('crashed', `ended with ${signal ?? `code ${code}`}`);
    const onError = (error: Error) => fail('crashed', `could not be asked: ${error.message}`);
    const onAbort = () => settle(() => reject(cancelled()));
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      options.signal?.removeEventListener('abort', onAbort);
      finish();
    };
    child.on('message', onMessage).on('exit', onExit).on('error', onError);
    options.signal?.addEventListener('abort', onAbort);
    child.send(question, (error) => error && onError(error));
  });
}

/** In the source tree, the program is that of the last build. */
function hostFile(program: HostProgram): string {
  const built = builtFile(`${program}.cjs`);
  return built ?? fileURLToPath(new URL(`../../../dist/${program}.cjs`, import.meta.url));
}
