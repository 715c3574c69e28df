import { execFile, execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Foreground } from '../../ports/terminals.ts';

const run = promisify(execFile);

/** The system calls in which a program waits, by the processor's own numbers. */
const calls: Readonly<Record<string, { read: readonly number[]; wait: readonly number[] } | undefined>> = {
  x64: { read: [0, 19], wait: [7, 23, 232, 270, 271, 281, 426, 441] },
  arm64: { read: [63, 65], wait: [22, 72, 73, 426, 441] },
};

const BUSY: Foreground = { waitsFor: 'nothing', isShell: false, takesSignals: undefined };

/** Looks at the program in the foreground of a terminal: does it wait for someone to type? */
export async function lookAtForeground(shellPid: number, tty: string): Promise<Foreground> {
  try {
    return process.platform === 'linux' ? await lookByProc(shellPid, tty) : await lookByPs(shellPid, tty);
  } catch {
    // It has ended meanwhile, or the system does not tell: then only time does.
    return BUSY;
  }
}

/** Sends SIGINT to the process group in the foreground of the shell's terminal. */
export function interruptForeground(shellPid: number): void {
  try {
    const group = process.platform === 'linux' ? statOf(shellPid).foregroundGroup : groupByPs(shellPid);
    if (group > 1) process.kill(-group, 'SIGINT');
  } catch {
    // It has ended meanwhile.
  }
}

function groupByPs(shellPid: number): number {
  return Number(execFileSync('ps', ['-o', 'tpgid=', '-p', String(shellPid)], { encoding: 'utf8' }));
}

async function lookByProc(shellPid: number, tty: string): Promise<Foreground> {
  const group = statOf(shellPid).foregroundGroup;
  const isShell = group === shellPid;
  const members = familyOf(shellPid).filter((pid) => isInGroup(pid, group));
  if (members.some((pid) => isReading(pid, tty)))
    return { waitsFor: 'line', isShell, takesSignals: undefined };
  if (isShell) return { ...BUSY, isShell };
  const mode = await modeOf(tty);
  const rests = members.length > 0 && members.some(isWaiting) && !members.some(isRunning);
  // A password is asked for without echo, by programs that do not let others look at them.
  const asks = rests ? !mode.lines : mode.lines && !mode.echo && !members.some(isRunning);
  return { waitsFor: asks ? 'keys' : 'nothing', isShell, takesSignals: mode.signals };
}

/** Where there is no /proc: a program that takes single keys is known by the terminal's mode. */
async function lookByPs(shellPid: number, tty: string): Promise<Foreground> {
  const isShell = groupByPs(shellPid) === shellPid;
  const mode = await modeOf(tty);
  return {
    waitsFor: !isShell && !(mode.lines && mode.echo) ? 'keys' : 'nothing',
    isShell,
    takesSignals: mode.signals,
  };
}

async function modeOf(tty: string): Promise<{ lines: boolean; echo: boolean; signals: boolean }> {
  const { stdout } = await run('stty', [process.platform === 'linux' ? '-F' : '-f', tty, '-a']);
  const isOn = (name: string) => !new RegExp(`(^|\\s)-${name}\\b`).test(stdout);
  return { lines: isOn('icanon'), echo: isOn('echo'), signals: isOn('isig') };
}

type Stat = { readonly state: string; readonly group: number; readonly foregroundGroup: number };

function statOf(pid: number | string): Stat {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name of the program stands in parentheses and may hold some itself.
  const [state = '', , group, , , foreground] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state, group: Number(group), foregroundGroup: Number(foreground) };
}

function isInGroup(pid: number, group: number): boolean {
  try {
    return statOf(pid).group === group;
  } catch {
    return false;
  }
}

function familyOf(pid: number): number[] {
  const children = threadsOf(pid).flatMap((thread) =>
    readOr(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(familyOf)];
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

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function readOr(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
