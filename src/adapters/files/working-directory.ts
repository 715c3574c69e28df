import { lstatSync, type Stats, statSync } from 'node:fs';

// Where there is no /proc, Node has nothing like openat. The working directory is the one directory that a name can be
// reached in without its path being followed again. It is changed and put back within one synchronous step, so no other
// code of this process sees it.

/** Calls `action` while `directory` is the working directory; `here` is what it really is. */
export async function inDirectory<T>(directory: string, action: (here: Stats) => Promise<T>): Promise<T> {
  return elsewhere(() => {
    process.chdir(directory);
    return action(statSync('.'));
  });
}

/** Goes down to a directory part by part, and not through links: whether it gets there and finds what is expected. */
export function leadsWithoutLinks(directory: string, isExpected: (found: Stats) => boolean): boolean {
  try {
    return elsewhere(() => {
      process.chdir('/');
      for (const part of directory.split('/').filter(Boolean)) enter(part);
      return isExpected(statSync('.'));
    });
  } catch {
    return false;
  }
}

/** Throws if it is a link, or something else than what was there a moment ago. */
function enter(part: string): void {
  const seen = lstatSync(`./${part}`);
  process.chdir(`./${part}`);
  const here = statSync('.');
  if (here.ino !== seen.ino || here.dev !== seen.dev) throw new Error(`${part} was replaced.`);
}

function elsewhere<T>(action: () => T): T {
  const home = workingDirectory();
  try {
    return action();
  } finally {
    returnTo(home);
  }
}

/** The root, if the folder in which the process was started is gone. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}

function returnTo(home: string): void {
  try {
    process.chdir(home);
  } catch {
    process.chdir('/');
  }
}
