import type { Foreground } from '../ports/terminals.ts';

/** Why a call stops waiting for a command. */
export type WaitEnd = 'finished' | 'soft' | 'hard' | 'input' | 'ignored' | 'cancelled';

export type WaitLimits = {
  /** Without new output for that long. */
  readonly softMs: number | undefined;
  /** In all. */
  readonly hardMs: number;
  /** Without new output for that long after a key that should have ended the command. */
  readonly patienceMs: number | undefined;
  /** A program that takes single keys may also be at work: it must have been quiet for that long. */
  readonly restMs: number;
};

export type Waiting = WaitLimits & {
  readonly signal: AbortSignal | undefined;
  readonly finished: Promise<unknown>;
  /** When something was last printed or typed. */
  lastChangeAt(): number;
  look(quietMs: number): Promise<Foreground>;
  cancel(): Promise<void>;
  tell?: ((seconds: number) => void) | undefined;
};

/** Looked at when it has been quiet that long: a program that reads a line then is certain to wait for one. */
const FIRST_LOOK_MS = 100;
const NEXT_LOOK_MS = 300;
const LATER_LOOK_MS = 700;

/** How long what has been printed may take to arrive. */
const ARRIVAL_MS = 25;

const TELL_EVERY_MS = 5_000;
const CANCEL_PATIENCE_MS = 2_000;

/** Waits until the command ends or there is a reason not to wait any longer: by events, and one timer for the rest. */
export function waitForCommand(waiting: Waiting): Promise<WaitEnd> {
  const startedAt = performance.now();
  let lookedAt = 0;
  let looks = 0;
  let toldAt = startedAt;
  let cancelledAt: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  return new Promise((resolve) => {
    const end = (reason: WaitEnd) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      waiting.signal?.removeEventListener('abort', cancel);
      resolve(reason);
    };
    const cancel = () => {
      cancelledAt = performance.now();
      waiting.cancel().catch(nothingSeen);
      arm();
    };
    const arm = () => {
      clearTimeout(timer);
      const nextMs = Math.min(...deadlines()) - performance.now();
      if (!isOver) timer = setTimeout(check, Math.max(1, nextMs));
    };
    const check = async () => {
      const reason = outOfTime(performance.now()) ?? (await inputReason().catch(nothingSeen));
      if (reason) return end(reason);
      tellIfDue();
      arm();
    };
    waiting.finished.then(() => end('finished'));
    if (waiting.signal?.aborted) cancel();
    else waiting.signal?.addEventListener('abort', cancel, { once: true });
    arm();
  });

  function deadlines(): number[] {
    const changedAt = waiting.lastChangeAt();
    const quiet = [waiting.softMs, waiting.patienceMs].filter((ms) => ms !== undefined);
    return [
      startedAt + waiting.hardMs,
      ...quiet.map((ms) => Math.max(startedAt, changedAt) + ms),
      nextLookAt(),
      toldAt + TELL_EVERY_MS,
      ...(cancelledAt === undefined ? [] : [cancelledAt + CANCEL_PATIENCE_MS]),
    ];
  }

  function outOfTime(now: number): WaitEnd | undefined {
    const quietMs = quietFrom(now);
    if (cancelledAt !== undefined && now - cancelledAt >= CANCEL_PATIENCE_MS) return 'cancelled';
    if (now - startedAt >= waiting.hardMs) return 'hard';
    if (waiting.patienceMs !== undefined && quietMs >= waiting.patienceMs) return 'ignored';
    return waiting.softMs !== undefined && quietMs >= waiting.softMs ? 'soft' : undefined;
  }

  /** For how long this call has seen nothing new. */
  function quietFrom(now: number): number {
    return now - Math.max(startedAt, waiting.lastChangeAt());
  }

  function nextLookAt(): number {
    const changedAt = waiting.lastChangeAt();
    if (lookedAt <= changedAt) return changedAt + FIRST_LOOK_MS;
    return lookedAt + (looks === 1 ? NEXT_LOOK_MS : LATER_LOOK_MS);
  }

  async function inputReason(): Promise<WaitEnd | undefined> {
    const now = performance.now();
    if (now < nextLookAt() || cancelledAt !== undefined) return undefined;
    const changedAt = waiting.lastChangeAt();
    looks = lookedAt <= changedAt ? 1 : looks + 1;
    lookedAt = now;
    const { waitsFor } = await waiting.look(now - changedAt);
    if (waitsFor === 'nothing') return undefined;
    await whatIsOnItsWay();
    if (waiting.lastChangeAt() !== changedAt) return undefined;
    return waitsFor === 'line' || quietFrom(now) >= waiting.restMs ? 'input' : undefined;
  }

  function tellIfDue(): void {
    const now = performance.now();
    if (now - toldAt < TELL_EVERY_MS) return;
    toldAt = now;
    waiting.tell?.(Math.round((now - startedAt) / 1000));
  }
}

/** There is nothing to look at while a shell that ended has no successor, or gets none. */
function nothingSeen(): undefined {}

/**
 * A shell that has ended a command also waits for a line, and what it said before may not have been read yet: by a
 * kernel or a server that is busy. After this, all of that has been heard.
 */
function whatIsOnItsWay(): Promise<void> {
  return new Promise((resolve) => setTimeout(() => setImmediate(resolve), ARRIVAL_MS));
}
