import { childrenOf, type KnownProcess, readProcess } from './process-table.ts';
import { stillRunning } from './signals.ts';

export type WatchParts = {
  /** All processes that can be found by other means. */
  readonly sweep: () => readonly KnownProcess[];
  /** Called once for each process that was seen twice. */
  readonly onFound: (found: KnownProcess) => void;
};

/** A program that leaves its parent does so in its first milliseconds. */
const FIRST_WAITS_MS = [1, 1, 2, 2, 4, 4, 8, 8, 16, 16, 32, 32, 64, 128];
const LATER_WAIT_MS = 250;
/** To read all processes takes milliseconds. */
const SWEEP_AT = new Set([6, 10, 13]);
const SWEEP_EVERY = 8;

/**
 * Remembers the processes below a shell, each with its start time. One that leaves the shell and its session later, and
 * has no environment by then, is known all the same. One that leaves between two looks is not.
 */
export class ProcessWatch {
  readonly #parts: WatchParts;
  readonly #roots: KnownProcess[] = [];
  /** By number; how often it was seen. */
  readonly #seen = new Map<number, { readonly startedAt: string; times: number }>();
  /** The start times of the leaders of sessions. */
  readonly #sessions = new Map<number, string>();
  #timer: NodeJS.Timeout | undefined;
  #looks = 0;

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  /** From now on all that this process starts is looked for. */
  follow(root: KnownProcess): void {
    this.#roots.push(root);
  }

  /** Looks often for a moment, then now and then for as long as there is something to follow. */
  start(): void {
    clearTimeout(this.#timer);
    this.#looks = 0;
    this.#arm();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  forget(): void {
    this.#roots.splice(0);
    this.#seen.clear();
    this.#sessions.clear();
  }

  knows({ pid, startedAt }: KnownProcess): boolean {
    return this.#seen.get(pid)?.startedAt === startedAt;
  }

  /** Whether it is the session of a process that was seen. */
  ownsSession(session: number): boolean {
    const startedAt = this.#sessions.get(session);
    // A number that another process has now belongs to that one.
    return startedAt !== undefined && [undefined, startedAt].includes(readProcess(session)?.startedAt);
  }

  #arm(): void {
    const wait = FIRST_WAITS_MS[this.#looks] ?? LATER_WAIT_MS;
    this.#timer = setTimeout(() => {
      this.#look();
      const isQuiet = this.#looks > FIRST_WAITS_MS.length && this.#seen.size <= this.#roots.length;
      this.#timer = undefined;
      if (!isQuiet) this.#arm();
    }, wait).unref();
  }

  #look(): void {
    this.#looks++;
    this.#visitBelow(this.#alive().map(({ pid }) => pid));
    const isLater = this.#looks > FIRST_WAITS_MS.length && this.#looks % SWEEP_EVERY === 0;
    if (SWEEP_AT.has(this.#looks) || isLater) for (const found of this.#parts.sweep()) this.#note(found);
  }

  /** The roots and the known processes that still run; the others are forgotten. */
  #alive(): readonly KnownProcess[] {
    const known = [...this.#seen].map(([pid, { startedAt }]) => ({ pid, startedAt }));
    const alive = stillRunning([...this.#roots, ...known]);
    for (const one of known) if (!alive.includes(one)) this.#seen.delete(one.pid);
    return alive;
  }

  #visitBelow(waiting: number[]): void {
    const visited = new Set<number>();
    for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
      const row = visited.has(pid) ? undefined : readProcess(pid);
      visited.add(pid);
      if (!row) continue;
      this.#note(row);
      if (row.session === row.pid) this.#sessions.set(row.pid, row.startedAt);
      waiting.push(...childrenOf(pid));
    }
  }

  #note(found: KnownProcess): void {
    const { pid, startedAt } = found;
    const entry = this.knows(found) ? this.#seen.get(pid)! : { startedAt, times: 0 };
    entry.times++;
    this.#seen.set(pid, entry);
    if (entry.times === 2) this.#parts.onFound({ pid, startedAt });
  }
}
