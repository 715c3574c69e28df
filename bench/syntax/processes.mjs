import { readdirSync, readFileSync } from 'node:fs';

const LINUX = process.platform === 'linux';

/** The processes that a process has started; none where the system does not tell. */
export function childrenOf(pid) {
  if (!LINUX) return [];
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  );
}

/** The one whose command line holds these words. */
export function childWith(pid, words) {
  return childrenOf(pid).find((child) => read(`/proc/${child}/cmdline`).includes(words));
}

/** Undefined if the process is gone. */
export function rssMib(pid) {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** Whether a process holds a file with such a name in its memory. */
export function hasMapped(pid, pattern) {
  return pattern.test(read(`/proc/${pid}/maps`));
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
