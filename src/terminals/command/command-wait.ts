import type { Foreground } from '../../ports/terminals.ts';

/** Why a call stops waiting for a command. */
export type WaitResult = 'finished' | 'soft' | 'hard' | 'input' | 'ignored' | 'until' | 'cancelled';

export type WaitLimits = {
  /** Time without new output after which the command counts as still running. */
  readonly softMs: number | undefined;
  /** Time in all. */
  readonly hardMs: number;
  /** Time without new output after a key that should have ended the command. */
  readonly ignoredKeyMs: number | undefined;
  /** Time without new output after which a program that reads single keys counts as waiting: it may also be busy. */
  readonly quietMs: number;
};

export type WaitRequest = WaitLimits & {
  readonly signal: AbortSignal | undefined;
  readonly finished: Promise<unknown>;
  /** What is waited for besides the end, if anything. */
  readonly met: Promise<void> | undefined;
  /** When something was last printed or typed. */
  lastChangeAt(): number;
  /** Whether a full-screen program holds the terminal, which may draw without end. */
  isFullScreen(): boolean;
  /** Examines the program in the foreground, after this time without a change. */
  look(quietMs: number): Promise<Foreground>;
  cancel(): Promise<void>;
  onProgress?: ((seconds: number) => void) | undefined;
};

/** Delay before the first check: a program still blocked in `read` after this long is waiting for input. */
const FIRST_LOOK_MS = 100;
const NEXT_LOOK_MS = 300;
const LATER_LOOK_MS = 700;

/** Time for printed bytes to arrive. */
const ARRIVAL_MS = 25;

/** A full-screen program that was shown for so long is reported, although it still draws. */
const SCREEN_MS = 5_000;

const PROGRESS_MS = 5_000;
const CANCEL_TIMEOUT_MS = 2_000;

/** Waits until the command ends or there is a reason to stop waiting: by events, and one timer for the rest. */
export function waitForCommand(request: WaitRequest): Promise<WaitResult> {
  return new CommandWait(request).run();
}

class CommandWait {
  readonly #request: WaitRequest;
  readonly #startedAt = performance.now();
  #lookedAt = 0;
  #looks = 0;
  #progressAt = this.#startedAt;
  #cancelledAt: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  #resolve: (result: WaitResult) => void = () => {};

  constructor(request: WaitRequest) {
    this.#request = request;
  }

  run(): Promise<WaitResult> {
    const { finished, met, signal } = this.#request;
    const result = new Promise<WaitResult>((resolve) => {
      this.#resolve = resolve;
    });
    finished.then(() => this.#end('finished'));
    void met?.then(() => this.#end('until'));
    if (signal?.aborted) this.#cancel();
    else signal?.addEventListener('abort', this.#cancel, { once: true });
    this.#arm();
    return result;
  }

  #end(result: WaitResult): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#request.signal?.removeEventListener('abort', this.#cancel);
    this.#resolve(result);
  }

  readonly #cancel = (): void => {
    this.#cancelledAt = performance.now();
    this.#request.cancel().catch(nothingSeen);
    this.#arm();
  };

  #arm(): void {
    clearTimeout(this.#timer);
    const nextMs = Math.min(...this.#deadlines()) - performance.now();
    if (!this.#isOver) this.#timer = setTimeout(() => void this.#check(), Math.max(1, nextMs));
  }

  async #check(): Promise<void> {
    const result = this.#timeout(performance.now()) ?? (await this.#inputResult().catch(nothingSeen));
    if (result) return this.#end(result);
    this.#reportProgress();
    this.#arm();
  }

  #deadlines(): number[] {
    const { softMs, ignoredKeyMs, hardMs } = this.#request;
    const changedAt = Math.max(this.#startedAt, this.#request.lastChangeAt());
    const quiet = [softMs, ignoredKeyMs].filter((ms) => ms !== undefined);
    return [
      this.#startedAt + hardMs,
      ...quiet.map((ms) => changedAt + ms),
      this.#nextLookAt(),
      this.#progressAt + PROGRESS_MS,
      ...(this.#cancelledAt === undefined ? [] : [this.#cancelledAt + CANCEL_TIMEOUT_MS]),
    ];
  }

  #timeout(now: number): WaitResult | undefined {
    const { softMs, ignoredKeyMs, hardMs } = this.#request;
    const quietMs = this.#quietFor(now);
    if (this.#cancelledAt !== undefined && now - this.#cancelledAt >= CANCEL_TIMEOUT_MS) return 'cancelled';
    if (now - this.#startedAt >= hardMs) return 'hard';
    if (ignoredKeyMs !== undefined && quietMs >= ignoredKeyMs) return 'ignored';
    if (softMs === undefined) return undefined;
    const isDrawing = this.#request.isFullScreen() && now - this.#startedAt >= SCREEN_MS;
    return quietMs >= softMs || isDrawing ? 'soft' : undefined;
  }

  /** Time in which this call has seen nothing new. */
  #quietFor(now: number): number {
    return now - Math.max(this.#startedAt, this.#request.lastChangeAt());
  }

  #nextLookAt(): number {
    const changedAt = this.#request.lastChangeAt();
    if (this.#lookedAt <= changedAt) return changedAt + FIRST_LOOK_MS;
    return this.#lookedAt + (this.#looks === 1 ? NEXT_LOOK_MS : LATER_LOOK_MS);
  }

  async #inputResult(): Promise<WaitResult | undefined> {
    const now = performance.now();
    if (now < this.#nextLookAt() || this.#cancelledAt !== undefined) return undefined;
    const changedAt = this.#request.lastChangeAt();
    this.#looks = this.#lookedAt <= changedAt ? 1 : this.#looks + 1;
    this.#lookedAt = now;
    const { waitsFor } = await this.#request.look(now - changedAt);
    if (waitsFor === 'nothing') return undefined;
    await drainPendingOutput();
    if (this.#request.lastChangeAt() !== changedAt) return undefined;
    if (waitsFor === 'line') return 'input';
    // A server that offers keys need not be ready yet.
    const isAsking = this.#request.met === undefined && this.#quietFor(now) >= this.#request.quietMs;
    return isAsking ? 'input' : undefined;
  }

  #reportProgress(): void {
    const now = performance.now();
    if (now - this.#progressAt < PROGRESS_MS) return;
    this.#progressAt = now;
    this.#request.onProgress?.(Math.round((now - this.#startedAt) / 1000));
  }
}

/** While a shell that exited is not replaced yet, there is no foreground to look at. */
function nothingSeen(): undefined {}

/**
 * A shell whose command has ended also waits for a line, and what it printed before may not have been read yet, if the
 * kernel or the server is busy. After this, all of it has been read.
 */
function drainPendingOutput(): Promise<void> {
  return new Promise((resolve) => setTimeout(() => setImmediate(resolve), ARRIVAL_MS));
}
