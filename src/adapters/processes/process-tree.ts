import { readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cgroup } from './cgroups.ts';
import { type KnownProcess, type ProcessRow, readOr, readProcess, readProcesses } from './process-table.ts';
import { ProcessWatch } from './process-watch.ts';
import { identify, signalAll, stillRunning } from './signals.ts';

/** Set in every shell, so that the processes that it starts can be recognised after they have left its session. */
export const TREE_MARK = 'CORVID_TERMINAL';

const GRACE_MS = 300;
const STEP_MS = 3;
const MAX_KILL_ROUNDS = 50;

/** The processes of one terminal: its shells, and all that they start. */
export type ProcessTree = {
  /** Counts a shell as part of it; false if there is no such process. */
  adopt(pid: number): boolean;
  /**
   * Counts the processes that use this terminal as part of it, until `release`. Only for a device that is held open: the
   * system gives the name of a closed one to the next terminal, of any program.
   */
  hold(tty: string): void;
  release(tty: string): void;
  /** A command begins: what it starts is looked at while it is still below the shell. */
  commandStarts(): void;
  /** Ends all processes: first with SIGHUP and SIGTERM, then with SIGKILL. */
  end(): Promise<void>;
  close(): void;
};

export type TreeParts = {
  readonly mark: string;
  /** Undefined where the system offers none: then the tree is watched. */
  readonly cgroup: Cgroup | undefined;
  /** A process that would have to be ended if this server could not do it. */
  readonly onFound: (found: KnownProcess) => void;
};

export function openProcessTree({ mark, cgroup, onFound }: TreeParts): ProcessTree {
  const shells: KnownProcess[] = [];
  const ttys = new Set<string>();
  const watch = new ProcessWatch({ sweep: () => membersByTable(), onFound });
  const ownStart = Number(readProcess(process.pid)?.startedAt);
  let isWatched = cgroup === undefined;

  function members(): KnownProcess[] {
    const grouped = (cgroup?.members() ?? []).flatMap((pid) => identify(pid) ?? []);
    const all = [...grouped, ...membersByTable()];
    return [...new Map(all.map((one) => [one.pid, one])).values()];
  }

  function membersByTable(): KnownProcess[] {
    const rows = readProcesses().filter(({ pid }) => pid > 1 && pid !== process.pid);
    const found = new Set(rows.filter(isOwn).map(({ pid }) => pid));
    for (let size = -1; size !== found.size; ) {
      size = found.size;
      for (const { pid, parent } of rows) if (found.has(parent)) found.add(pid);
    }
    return rows.filter(({ pid }) => found.has(pid));
  }

  function isOwn(row: ProcessRow): boolean {
    if (watch.knows(row)) return true;
    if (shells.some(({ pid, startedAt }) => pid === row.pid && startedAt === row.startedAt)) return true;
    if (process.platform !== 'linux') return false;
    // No process of a shell is older than this one.
    if (!(Number(row.startedAt) >= ownStart)) return false;
    return watch.ownsSession(row.session) || hasMark(row.pid, mark) || usesTerminal(row.pid, ttys);
  }

  return {
    adopt(pid) {
      const shell = identify(pid);
      if (!shell) return false;
      shells.push(shell);
      watch.follow(shell);
      if (cgroup?.add(pid) === false) isWatched = true;
      return true;
    },
    hold: (tty) => void ttys.add(tty),
    release: (tty) => void ttys.delete(tty),
    commandStarts() {
      if (isWatched && process.platform === 'linux') watch.start();
    },
    async end() {
      watch.stop();
      // A process without the mark gets no SIGTERM: processes that it starts in response could not be found.
      const mayTerminate = (pid: number) => !isWatched || process.platform !== 'linux' || hasMark(pid, mark);
      await killProcessTree(members, { shells, mayTerminate, killGroup: () => cgroup?.kill() });
      shells.splice(0);
      watch.forget();
    },
    close() {
      watch.stop();
      cgroup?.remove();
    },
  };
}

type Ending = {
  readonly shells: readonly KnownProcess[];
  readonly mayTerminate: (pid: number) => boolean;
  readonly killGroup: () => void;
};

async function killProcessTree(membersNow: () => KnownProcess[], ending: Ending): Promise<void> {
  const deadline = performance.now() + GRACE_MS;
  let left = membersNow();
  while (left.length > 0 && performance.now() < deadline) {
    terminate(left, ending);
    left = await untilGone(left, deadline);
    // Before they ended, they may have started others.
    if (left.length === 0) left = membersNow();
  }
  for (let round = 0; round < MAX_KILL_ROUNDS && left.length > 0; round++) {
    ending.killGroup();
    signalAll(left, 'SIGKILL');
    await sleep(STEP_MS);
    left = membersNow();
  }
}

function terminate(members: readonly KnownProcess[], { shells, mayTerminate }: Ending): void {
  signalAll(
    members.filter(({ pid }) => !mayTerminate(pid)),
    'SIGKILL',
  );
  const terminated = members.filter(({ pid }) => mayTerminate(pid));
  signalAll(terminated, 'SIGHUP');
  signalAll(terminated, 'SIGCONT');
  // An interactive shell ignores SIGTERM.
  signalAll(
    terminated.filter(({ pid }) => !shells.some((shell) => shell.pid === pid)),
    'SIGTERM',
  );
}

/** Returns those that still run at the deadline. */
async function untilGone(members: readonly KnownProcess[], deadline: number): Promise<KnownProcess[]> {
  let left = stillRunning(members);
  while (left.length > 0 && performance.now() < deadline) {
    await sleep(STEP_MS);
    left = stillRunning(left);
  }
  return left;
}

function hasMark(pid: number, mark: string): boolean {
  return `\0${readOr(`/proc/${pid}/environ`)}`.includes(`\0${TREE_MARK}=${mark}\0`);
}

/** Whether its input, output or error output is one of these terminals, as it inherits them from a shell. */
function usesTerminal(pid: number, ttys: ReadonlySet<string>): boolean {
  return [0, 1, 2].some((descriptor) => {
    try {
      return ttys.has(readlinkSync(`/proc/${pid}/fd/${descriptor}`));
    } catch {
      return false;
    }
  });
}
