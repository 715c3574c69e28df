import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Set in every shell, so that whatever it starts can be known again, also after it has left its session. */
export const FAMILY_MARK = 'CORVID_TERMINAL';

const GRACE_MS = 300;
const STEP_MS = 3;

export type Family = { readonly shellPid: number; readonly mark: string };

/** Ends all processes of a shell: first as a terminal that is closed does, then without asking. */
export async function endFamily(family: Family): Promise<void> {
  let members = membersOf(family);
  signalAll(members, 'SIGHUP');
  signalAll(members, 'SIGCONT');
  signalAll(
    members.filter((pid) => pid !== family.shellPid),
    'SIGTERM',
  );
  for (let waitedMs = 0; waitedMs < GRACE_MS && members.length > 0; waitedMs += STEP_MS) {
    await sleep(STEP_MS);
    members = membersOf(family);
  }
  // Those that are killed may have started others just before.
  for (let round = 0; round < 3 && members.length > 0; round++) {
    signalAll(members, 'SIGKILL');
    await sleep(1);
    members = membersOf(family);
  }
}

function membersOf(family: Family): number[] {
  return process.platform === 'linux' ? membersByProc(family) : membersByPs(family);
}

function membersByProc({ shellPid, mark }: Family): number[] {
  const wanted = `${FAMILY_MARK}=${mark}\0`;
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    if (!(pid > 1) || pid === process.pid) return [];
    const [state, , , session] = statOf(pid);
    if (state === undefined || state === 'Z' || state === 'X') return [];
    return Number(session) === shellPid || readOr(`/proc/${pid}/environ`).includes(wanted) ? [pid] : [];
  });
}

function membersByPs({ shellPid }: Family): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , state]) => state !== undefined && !state.startsWith('Z'));
  const family = new Set([shellPid]);
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
