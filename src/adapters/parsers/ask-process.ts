import type { ChildProcess } from 'node:child_process';

export type TaskRequest = { readonly task: string; readonly input: unknown };

export type TaskMessage =
  /** All is loaded; the work begins. */
  { readonly ready: true } | TaskResult | { readonly error: string };

export type TaskResult = { readonly result: unknown; readonly residentBytes: number };

export type RunOptions = { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined };

export type FailureReason = 'crashed' | 'timed-out' | 'failed' | 'cancelled';

export class ParserFailure extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

export function cancelled(): ParserFailure {
  return new ParserFailure('cancelled', 'was cancelled');
}

/** Limit for starting the process and loading a parser, on a busy machine. */
const LOAD_MS = 20_000;

/** Sends a task to a process and waits for its result. Throws a ParserFailure. */
export function askProcess(
  child: ChildProcess,
  request: TaskRequest,
  options: RunOptions,
): Promise<TaskResult> {
  return new Promise((resolve, reject) => {
    const fail = (reason: FailureReason, message: string) =>
      finish(() => reject(new ParserFailure(reason, message)));
    let timer = setTimeout(() => fail('failed', `it was not loaded in ${LOAD_MS} ms`), LOAD_MS);
    const onMessage = (message: TaskMessage) => {
      if ('result' in message) return finish(() => resolve(message));
      if ('error' in message) return fail('failed', message.error);
      clearTimeout(timer);
      const { timeoutMs } = options;
      timer = setTimeout(() => fail('timed-out', `took more than ${timeoutMs} ms`), timeoutMs);
    };
    const onExit = (code: number | null, signal: string | null) =>
      fail('crashed', `ended with ${signal ?? `code ${code}`}`);
    const onError = (error: Error) => fail('crashed', `could not be asked: ${error.message}`);
    const onAbort = () => finish(() => reject(cancelled()));
    const finish = (end: () => void) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      options.signal?.removeEventListener('abort', onAbort);
      end();
    };
    child.on('message', onMessage).on('exit', onExit).on('error', onError);
    options.signal?.addEventListener('abort', onAbort);
    child.send(request, (error) => error && onError(error));
  });
}
