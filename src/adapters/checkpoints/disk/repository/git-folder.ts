import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Where a repository keeps its things: a linked work tree shares most of them with the main one. */
export type GitFolder = {
  /** Of this work tree: its HEAD and what is under way. */
  readonly own: string;
  /** References and objects. */
  readonly shared: string;
};

/** Longer files are not those of Git. */
const MAX_BYTES = 10_000;

/** Of the work tree in this folder; undefined if there is none. */
export function gitFolderIn(folder: string): GitFolder | undefined {
  const path = join(folder, '.git');
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return { own: path, shared: sharedBy(path) };
  const target = stats?.isFile() ? /^gitdir: (.+)/.exec(shortText(path) ?? '')?.[1] : undefined;
  if (target === undefined) return undefined;
  const own = resolve(folder, target);
  return { own, shared: sharedBy(own) };
}

/** Of the work tree that a folder is in, and where that begins. */
export function gitFolderAbove(folder: string): { top: string; git: GitFolder } | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const git = gitFolderIn(at);
    if (git) return { top: at, git };
    if (at === dirname(at)) return undefined;
  }
}

/** The text of a small file; undefined if there is none. */
export function shortText(path: string): string | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats?.isFile() || stats.size > MAX_BYTES) return undefined;
    return readFileSync(path, 'utf8').trimEnd();
  } catch {
    return undefined;
  }
}

function sharedBy(own: string): string {
  const target = shortText(join(own, 'commondir'));
  return target === undefined ? own : resolve(own, target);
}
