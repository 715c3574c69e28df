import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A process, certain to be the same one later: a number alone is given to another process after its end. */
export type KnownProcess = { readonly pid: number; readonly startedAt: string };

export type ProcessRow = KnownProcess & {
  readonly parent: number;
  readonly group: number;
  /** 0 where the system does not say. */
  readonly session: number;
  /** Of the terminal that the process belongs to. */
  readonly foregroundGroup: number;
};

const isLinux = process.platform === 'linux';

/** Undefined if there is no such process, or if it has ended and only its entry is left. */
export function readProcess(pid: number): ProcessRow | undefined {
  if (!isProcessNumber(pid)) return undefined;
  return isLinux ? readStat(pid) : rowsOfPs('-p', String(pid))[0];
}

/** All processes that run. */
export function readProcesses(): ProcessRow[] {
  if (!isLinux) return rowsOfPs('-A');
  return readdirSync('/proc').flatMap((name) => readProcess(Number(name)) ?? []);
}

/** The processes with these numbers that run, for the price of one look where a look is expensive. */
export function readSome(pids: readonly number[]): ProcessRow[] {
  const numbers = pids.filter(isProcessNumber);
  if (isLinux || numbers.length === 0) return numbers.flatMap((pid) => readStat(pid) ?? []);
  return rowsOfPs('-p', numbers.join(','));
}

/** 0, negative numbers and what is no number mean several processes to the system, or none. */
function isProcessNumber(pid: number): boolean {
  return Number.isSafeInteger(pid) && pid > 0;
}

/** The children of a process; all processes are read if the kernel keeps no list of them. */
export function childrenOf(pid: number): number[] {
  if (!keepsChildren())
    return readProcesses()
      .filter(({ parent }) => parent === pid)
      .map((row) => row.pid);
  return threadsOf(pid).flatMap((thread) =>
    readOr(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

export function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

export function readOr(path: string, otherwise = ''): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return otherwise;
  }
}

let hasChildrenFiles: boolean | undefined;

function keepsChildren(): boolean {
  hasChildrenFiles ??= readOr(`/proc/self/task/${process.pid}/children`, '-') !== '-';
  return hasChildrenFiles;
}

function readStat(pid: number): ProcessRow | undefined {
  const text = readOr(`/proc/${pid}/stat`);
  // The name of the program is in parentheses and may contain some itself.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state = '', parent, group, session, , foregroundGroup] = fields;
  const startedAt = fields[19];
  if (startedAt === undefined || state === 'Z' || state === 'X') return undefined;
  return {
    pid,
    startedAt,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    foregroundGroup: Number(foregroundGroup),
  };
}

const PS_COLUMNS = 'pid=,ppid=,pgid=,tpgid=,stat=,lstart=';

function rowsOfPs(...selection: string[]): ProcessRow[] {
  return psOutput([...selection, '-o', PS_COLUMNS])
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .filter(([pid, , , , state]) => isProcessNumber(Number(pid)) && state?.startsWith('Z') === false)
    .map(([pid, parent, group, foregroundGroup, , ...started]) => ({
      pid: Number(pid),
      startedAt: started.join(' '),
      parent: Number(parent),
      group: Number(group),
      session: 0,
      foregroundGroup: Number(foregroundGroup),
    }));
}

function psOutput(args: readonly string[]): string {
  try {
    return execFileSync('ps', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    // It fails if none of the processes exists.
    return '';
  }
}
