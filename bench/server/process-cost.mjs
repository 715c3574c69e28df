import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const LINUX = process.platform === 'linux';
const TICK_MS = 10;

/** CPU time of a process and its children, live and ended, in ms; undefined where the system does not tell. */
export function cpuMsOfTree(pid) {
  if (!LINUX) return undefined;
  let total = endedChildrenMs(pid);
  for (const member of treeOf(pid)) {
    for (const task of list(`/proc/${member}/task`)) {
      total += Number(read(`/proc/${member}/task/${task}/schedstat`).split(' ', 1)[0]) / 1e6;
    }
  }
  return total;
}

/** Resident memory of a process and its children in MiB; undefined where the system does not tell. */
export function rssMibOfTree(pid) {
  if (process.platform === 'win32') return undefined;
  if (!LINUX)
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
  const kilobytes = treeOf(pid).map((member) =>
    Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${member}/status`))?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, value) => sum + value, 0) / 1024;
}

function treeOf(pid) {
  const tasks = list(`/proc/${pid}/task`);
  const children = tasks.flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean),
  );
  return [pid, ...children.flatMap((child) => treeOf(Number(child)))];
}

function endedChildrenMs(pid) {
  const afterName = read(`/proc/${pid}/stat`).split(') ').at(-1).split(' ');
  return (Number(afterName[13] ?? 0) + Number(afterName[14] ?? 0)) * TICK_MS;
}

function list(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
