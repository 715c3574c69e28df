import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Set in every shell, so that whatever it starts can be known again, also after it has left its session. */
export const FAMILY_MARK = 'CORVID_TERMINAL';

const GRACE_MS = 300;
const STEP_MS = 3;

export type Family = {
  /** The leader of its session; undefined if only the mark is known. */
  readonly shellPid: number | undefined;
  readonly mark: string;
};

/** Ends all processes of a shell: first as a terminal that is closed does, then without asking. */
export async function endFamily(family: Family): Promise<void> {
  const deadline = performance.now() + GRACE_MS;
  let members = membersOf(family);
  while (members.length > 0 && performance.now() < deadline) {
    askToEnd(members, family.shellPid);
    members = await untilGone(members, deadline);
    // Those that have ended may have started others just before.
    if (members.length === 0) members = membersOf(family);
  }
  for (let round = 0; round < 5 && members.length > 0; round++) {
    signalAll(members, 'SIGKILL');
    await sleep(STEP_MS);
    members = membersOf(family);
  }
}

function askToEnd(members: readonly number[], shellPid: number | undefined): void {
  signalAll(members, 'SIGHUP');
  signalAll(members, 'SIGCONT');
  signalAll(
    members.filter((pid) => pid !== shellPid),
    'SIGTERM',
  );
}

/** Those of them that are still there at the deadline. */
async function untilGone(members: readonly number[], deadline: number): Promise<number[]> {
  let left = members.filter(isAlive);
  while (left.length > 0 && performance.now() < deadline) {
    await sleep(STEP_MS);
    left = left.filter(isAlive);
  }
  return left;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !hasEnded(statOf(pid));
  } catch {
    return false;
  }
}

function membersOf(family: Family): number[] {
  return process.platform === 'linux' ? membersByProc(family) : membersByPs(family);
}

/** Of the fields of /proc/PID/stat that follow the program's name. */
const STATE = 0;
const SESSION = 3;
const STARTED_AT = 19;

function membersByProc({ shellPid, mark }: Family): number[] {
  const wanted = `${FAMILY_MARK}=${mark}\0`;
  const ownStart = Number(statOf(process.pid)[STARTED_AT]);
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    if (!(pid > 1) || pid === process.pid) return [];
    const stat = statOf(pid);
    if (hasEnded(stat)) return [];
    if (Number(stat[SESSION]) === shellPid) return [pid];
    // Most processes are older than this one, and none of those is looked at more closely.
    const isYounger = Number(stat[STARTED_AT]) >= ownStart;
    return isYounger && readOr(`/proc/${pid}/environ`).includes(wanted) ? [pid] : [];
  });
}

function hasEnded(stat: readonly (string | undefined)[]): boolean {
  const state = stat[STATE];
  return state === undefined || state === 'Z' || state === 'X';
}

function membersByPs({ shellPid }: Family): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , state]) => state !== undefined && !state.startsWith('Z'));
  const family = new Set(shellPid === undefined ? [] : [shellPid]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const [pid, parent] of rows) if (family.has(Number(parent))) family.add(Number(pid));
  }
  return rows.map(([pid]) => Number(pid)).filter((pid) => family.has(pid));
}

function statOf(pid: number): (string | undefined)[] {
  const text = readOr(`/proc/${pid}/stat`);
  return text === '' ? [] : text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended by itself.
    }
  }
}

function readOr(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
