import { execFile } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Foreground } from '../../ports/terminals.ts';
import { childrenOf, type ProcessRow, readOr, readProcess, threadsOf } from '../processes/process-table.ts';
import { signalAll } from '../processes/signals.ts';

const run = promisify(execFile);

/**
 * The system calls in which a program waits, by the processor's own numbers: it reads, it waits for one of several
 * events, or for a signal, while another process reads for it.
 */
const calls: Readonly<Record<string, { read: readonly number[]; wait: readonly number[] } | undefined>> = {
  x64: { read: [0, 19], wait: [7, 23, 34, 130, 232, 270, 271, 281, 426, 441] },
  arm64: { read: [63, 65], wait: [22, 72, 73, 133, 426, 441] },
};

const BUSY: Foreground = {
  waitsFor: 'nothing',
  isShell: false,
  takesSignals: undefined,
  takesLines: undefined,
};

/** Time for a program to be woken by what was typed, and the longest time that it is given. */
const FIRST_READ_MS = 30;
const NEXT_READ_MS = 10;
const MAX_READ_MS = 1_000;

/** Looks at the program in the foreground of a terminal: does it wait for input? */
export async function lookAtForeground(shellPid: number, tty: string): Promise<Foreground> {
  try {
    return process.platform === 'linux' ? await lookByProc(shellPid, tty) : await lookByPs(shellPid, tty);
  } catch {
    // It has ended meanwhile, or the system does not say.
    return BUSY;
  }
}

/** Types, and waits until the program in the foreground was woken by that and rests again. */
export async function typeAndWait(shellPid: number, type: () => unknown): Promise<void> {
  const isLinux = process.platform === 'linux';
  const before = isLinux ? wakings(shellPid) : '';
  await type();
  await sleep(FIRST_READ_MS);
  const deadline = performance.now() + (isLinux ? MAX_READ_MS : 0);
  const isTaken = () => wakings(shellPid) !== before && !membersOf(shellPid).some(isRunning);
  while (performance.now() < deadline && !isTaken()) await sleep(NEXT_READ_MS);
}

/** How often the processes in the foreground have gone to sleep; another value after each time that one was woken. */
function wakings(shellPid: number): string {
  const files = membersOf(shellPid).flatMap((pid) =>
    threadsOf(pid).map((thread) => `/proc/${pid}/task/${thread}/status`),
  );
  return files.map((file) => /^voluntary_ctxt_switches:\s*(\d+)/m.exec(readOr(file))?.[1] ?? '').join(' ');
}

/** Sends SIGINT to the processes of the shell's tree that are in the foreground of its terminal. */
export function interruptForeground(shellPid: number): void {
  const group = readProcess(shellPid)?.foregroundGroup ?? 0;
  if (group > 1)
    signalAll(
      treeOf(shellPid).filter((row) => row.group === group),
      'SIGINT',
    );
}

async function lookByProc(shellPid: number, tty: string): Promise<Foreground> {
  const group = readProcess(shellPid)?.foregroundGroup;
  if (group === undefined) return BUSY;
  const isShell = group === shellPid;
  const members = membersOf(shellPid);
  const isRead = members.some((pid) => isReading(pid, tty));
  const mode = await modeOf(tty);
  const facts = { isShell, takesSignals: mode.signals, takesLines: mode.lines };
  if (isRead) return { waitsFor: 'line', ...facts };
  const rests = members.length > 0 && members.some(isWaiting) && !members.some(isRunning);
  // A password is asked for without echo, by programs that do not let others look at them.
  const isHidden = !isShell && mode.lines && !mode.echo && !members.some(isRunning);
  return { waitsFor: (rests && !mode.lines) || isHidden ? 'keys' : 'nothing', ...facts };
}

/** Where there is no /proc: a program that takes single keys is known by the terminal's mode. */
async function lookByPs(shellPid: number, tty: string): Promise<Foreground> {
  const isShell = readProcess(shellPid)?.foregroundGroup === shellPid;
  const mode = await modeOf(tty);
  return {
    waitsFor: !isShell && !(mode.lines && mode.echo) ? 'keys' : 'nothing',
    isShell,
    takesSignals: mode.signals,
    takesLines: mode.lines,
  };
}

async function modeOf(tty: string): Promise<{ lines: boolean; echo: boolean; signals: boolean }> {
  const { stdout } = await run('stty', [process.platform === 'linux' ? '-F' : '-f', tty, '-a']);
  const isOn = (name: string) => !new RegExp(`(^|\\s)-${name}\\b`).test(stdout);
  return { lines: isOn('icanon'), echo: isOn('echo'), signals: isOn('isig') };
}

/** The processes below the shell that are in the foreground. */
function membersOf(shellPid: number): number[] {
  const group = readProcess(shellPid)?.foregroundGroup;
  return treeOf(shellPid)
    .filter((row) => row.group === group)
    .map(({ pid }) => pid);
}

function treeOf(pid: number): ProcessRow[] {
  const row = readProcess(pid);
  return row ? [row, ...childrenOf(pid).flatMap(treeOf)] : [];
}

function isReading(pid: number, tty: string): boolean {
  return threadsOf(pid).some((thread) => {
    const [number, descriptor] = readOr(`/proc/${pid}/task/${thread}/syscall`).split(' ');
    if (!calls[process.arch]?.read.includes(Number(number)) || descriptor === undefined) return false;
    // One that has been woken, but not yet run, does not wait any more.
    if (!/\) S/.test(readOr(`/proc/${pid}/task/${thread}/stat`))) return false;
    const file = linkOf(`/proc/${pid}/fd/${Number(descriptor)}`);
    return file === tty || file === '/dev/tty';
  });
}

function isWaiting(pid: number): boolean {
  return threadsOf(pid).some((thread) => {
    const [number] = readOr(`/proc/${pid}/task/${thread}/syscall`).split(' ');
    return number !== '' && calls[process.arch]?.wait.includes(Number(number)) === true;
  });
}

function isRunning(pid: number): boolean {
  return threadsOf(pid).some((thread) => /\) [RD]/.test(readOr(`/proc/${pid}/task/${thread}/stat`)));
}

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
