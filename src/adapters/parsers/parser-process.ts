import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

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

export function createParserProcess(): ParserProcess {
  let child: ChildProcess | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  function start(): ChildProcess {
    const started = fork(hostProgram(), { ...forkOptions });
    started.once('exit', () => {
      if (child === started) child = undefined;
    });
    return started;
  }

  function end(): void {
    child?.removeAllListeners();
    child?.on('error', () => {});
    child?.kill('SIGKILL');
    child = undefined;
  }

  async function run(question: HostQuestion, options: RunOptions): Promise<unknown> {
    clearTimeout(idle);
    child ??= start();
    hold(child, true);
    try {
      const { result, residentBytes } = await ask(child, question, options);
      if (residentBytes > MOST_RESIDENT) end();
      return result;
    } catch (error) {
      // One that threw may be broken for good: an aborted grammar spoils all others.
      end();
      throw error;
    } finally {
      if (child) hold(child, false);
      idle = setTimeout(end, IDLE_MS).unref();
    }
  }

  return {
    run(task, input, options) {
      const done = queue.then(() => run({ task, input }, options));
      queue = done.catch(() => {});
      return done;
    },
    async close() {
      clearTimeout(idle);
      end();
    },
  };
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
    const limit = (ms: number) => setTimeout(() => fail('timed-out', `took more than ${ms} ms`), ms);
    let timer = limit(LOAD_MS);
    const onMessage = (answer: HostAnswer) => {
      if ('result' in answer) return settle(() => resolve(answer));
      if ('error' in answer) return fail('failed', answer.error);
      clearTimeout(timer);
      timer = limit(options.timeoutMs);
    };
    const onExit = (code: number | null, signal: string | null) =>
      fail('crashed', `ended with ${signal ?? `code ${code}`}`);
    const onError = (error: Error) => fail('crashed', error.message);
    const onAbort = () => fail('cancelled', 'was cancelled');
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      options.signal?.removeEventListener('abort', onAbort);
      finish();
    };
    child.on('message', onMessage).on('exit', onExit).on('error', onError);
    options.signal?.addEventListener('abort', onAbort);
    if (options.signal?.aborted) return onAbort();
    child.send(question, (error) => error && onError(error));
  });
}

/** The built program stands above the bundle's parts; in the source tree it is in the build's folder. */
function hostProgram(): string {
  const places = ['./parser-host.cjs', '../parser-host.cjs', '../../../dist/parser-host.cjs'];
  const paths = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return paths.find((path) => existsSync(path)) ?? paths[0]!;
}
