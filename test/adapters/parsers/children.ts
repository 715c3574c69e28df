import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The parsers' processes that a process has started and that still run (Linux only). */
export function parserProcessesOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent && read(`/proc/${pid}/cmdline`).includes('parser-host'));
}

export function isRunning(pid: number): boolean {
  return parentOf(pid) !== undefined;
}

/** Waits until a process has used next to no time for a while, at most so long. */
export async function untilIdle(pid: number, mostMs: number): Promise<void> {
  const usedBy = () => Number(read(`/proc/${pid}/stat`).split(') ').at(-1)!.split(' ')[11]);
  const end = Date.now() + mostMs;
  for (let used = -9; usedBy() - used > 1 && Date.now() < end; await sleep(300)) used = usedBy();
}

/** Waits until a condition holds, at most so long. */
export async function until(isTrue: () => boolean, mostMs: number): Promise<boolean> {
  for (const end = Date.now() + mostMs; Date.now() < end; await sleep(20)) if (isTrue()) return true;
  return isTrue();
}

/** Undefined for a process that has ended, whether or not it was waited for. */
function parentOf(pid: number): number | undefined {
  const [state, parent] = read(`/proc/${pid}/stat`).split(') ').at(-1)!.split(' ');
  return state === '' || state === 'Z' || state === 'X' ? undefined : Number(parent);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
