import { type KnownProcess, readProcess, readSome } from './process-table.ts';

/**
 * Signals these processes, one by one, and gives those that were signalled. All signals to processes that are not
 * held as a ChildProcess are sent from here: never to a process group, to the process 1, to this process or its
 * parent, nor to a process that has taken over the number of one that ended.
 */
export function signalAll(processes: readonly KnownProcess[], signal: NodeJS.Signals): KnownProcess[] {
  return stillRunning(processes.filter(({ pid }) => maySignal(pid))).filter(({ pid }) => {
    try {
      return process.kill(pid, signal);
    } catch {
      // It has ended, or belongs to another user.
      return false;
    }
  });
}

/** Those of them that run and are the same as when they were looked at. */
export function stillRunning(processes: readonly KnownProcess[]): KnownProcess[] {
  const started = new Map(
    readSome(processes.map(({ pid }) => pid)).map((row) => [row.pid, row.startedAt] as const),
  );
  return processes.filter(({ pid, startedAt }) => started.get(pid) === startedAt);
}

/** The process that has this number now. */
export function identify(pid: number): KnownProcess | undefined {
  const row = maySignal(pid) ? readProcess(pid) : undefined;
  return row && { pid: row.pid, startedAt: row.startedAt };
}

/** Whether a process of this number exists, of any owner. */
export function exists(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function maySignal(pid: number): boolean {
  return Number.isSafeInteger(pid) && pid > 1 && pid !== process.pid && pid !== process.ppid;
}
