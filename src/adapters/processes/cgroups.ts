import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A group of processes that the kernel keeps: whatever they start is in it, wherever it goes. */
export type Cgroup = {
  /** Moves a process into the group; false if the system does not allow that. */
  add(pid: number): boolean;
  /** The numbers of the processes in it. */
  members(): number[];
  /** Ends them all at once, with SIGKILL. */
  kill(): void;
  remove(): void;
};

/** The folder in which this process may make groups (cgroup v2, below its own group); undefined if it may not. */
export function findCgroupFolder(): string | undefined {
  try {
    const own = /^0::(\/.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1];
    const mount = /^\S+ (\/\S+) cgroup2 /m.exec(readFileSync('/proc/self/mounts', 'utf8'))?.[1];
    if (own === undefined || mount === undefined) return undefined;
    const folder = join(mount, own);
    const members = readFileSync(join(folder, 'cgroup.procs'), 'utf8').split('\n');
    return members.includes(String(process.pid)) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined where the system does not allow it, which is common for users who are not root. */
export function createCgroup(path: string): Cgroup | undefined {
  try {
    mkdirSync(path);
  } catch {
    return undefined;
  }
  return {
    add: (pid) => attempt(() => writeFileSync(join(path, 'cgroup.procs'), String(pid))),
    members: () => membersBelow(path),
    // Kernels before 5.14 do not have this file; the members are signalled one by one in any case.
    kill: () => void attempt(() => writeFileSync(join(path, 'cgroup.kill'), '1', { flag: 'r+' })),
    remove: () => removeBelow(path),
  };
}

function membersBelow(path: string): number[] {
  let own: number[] = [];
  attempt(() => {
    own = readFileSync(join(path, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean).map(Number);
  });
  return [...own, ...foldersIn(path).flatMap(membersBelow)];
}

function removeBelow(path: string): void {
  foldersIn(path).forEach(removeBelow);
  attempt(() => rmdirSync(path));
}

/** A program in the group may have made groups of its own. */
function foldersIn(path: string): string[] {
  let names: string[] = [];
  attempt(() => {
    names = readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  });
  return names.map((name) => join(path, name));
}

function attempt(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}
