import { childrenOf, type KnownProcess, readProcess } from './process-table.ts';
import { stillRunning } from './signals.ts';

export type ProcessWatch = {
  /** From now on all that this process starts is looked for. */
  follow(root: KnownProcess): void;
  /** Looks often for a moment, then now and then for as long as there is something to follow. */
  start(): void;
  stop(): void;
  forget(): void;
  knows(one: KnownProcess): boolean;
  /** Whether it is the session of a process that was seen. */
  ownsSession(session: number): boolean;
};

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
export function createProcessWatch({ sweep, onFound }: WatchParts): ProcessWatch {
  const roots: KnownProcess[] = [];
  /** By number; how often it was seen. */
  const seen = new Map<number, { readonly startedAt: string; times: number }>();
  /** The start times of the leaders of sessions. */
  const sessions = new Map<number, string>();
  let timer: NodeJS.Timeout | undefined;
  let looks = 0;

  function knows({ pid, startedAt }: KnownProcess): boolean {
    return seen.get(pid)?.startedAt === startedAt;
  }

  function note(found: KnownProcess): void {
    const entry = knows(found) ? seen.get(found.pid)! : { startedAt: found.startedAt, times: 0 };
    entry.times++;
    seen.set(found.pid, entry);
    if (entry.times === 2) onFound({ pid: found.pid, startedAt: found.startedAt });
  }

  function look(): void {
    looks++;
    const known = [...seen].map(([pid, { startedAt }]) => ({ pid, startedAt }));
    const alive = stillRunning([...roots, ...known]);
    for (const one of known) if (!alive.includes(one)) seen.delete(one.pid);
    const waiting = alive.map(({ pid }) => pid);
    const visited = new Set<number>();
    for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
      const row = visited.has(pid) ? undefined : readProcess(pid);
      visited.add(pid);
      if (!row) continue;
      note(row);
      if (row.session === row.pid) sessions.set(row.pid, row.startedAt);
      waiting.push(...childrenOf(pid));
    }
    const isDue = SWEEP_AT.has(looks) || (looks > FIRST_WAITS_MS.length && looks % SWEEP_EVERY === 0);
    if (isDue) sweep().forEach(note);
  }

  function arm(): void {
    const wait = FIRST_WAITS_MS[looks] ?? LATER_WAIT_MS;
    timer = setTimeout(() => {
      look();
      const isQuiet = looks > FIRST_WAITS_MS.length && seen.size <= roots.length;
      timer = undefined;
      if (!isQuiet) arm();
    }, wait).unref();
  }

  return {
    follow: (root) => void roots.push(root),
    start() {
      clearTimeout(timer);
      looks = 0;
      arm();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
    forget() {
      roots.splice(0);
      seen.clear();
      sessions.clear();
    },
    knows,
    ownsSession(session) {
      const startedAt = sessions.get(session);
      // A number that another process has now belongs to that one.
      return startedAt !== undefined && [undefined, startedAt].includes(readProcess(session)?.startedAt);
    },
  };
}
