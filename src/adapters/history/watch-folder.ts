import { watch } from 'node:fs';
import { lstat } from '../files/quick-io.ts';
import { makePrivateFolder } from '../private/private-folder.ts';

/** How often to see whether the folder is still the one that is watched; where none can be, anything may have changed. */
const CHECK_MS = 2_000;

type Watched = { readonly identity: string | undefined; close(): void };

/**
 * Reports the name of what changes in a private folder, or undefined when anything may have changed. The folder is made
 * if it is missing, and found again if it is replaced. Returns a function that stops it.
 */
export async function watchFolder(
  folder: string,
  report: (name: string | undefined) => void,
): Promise<() => void> {
  let watched: Watched | undefined;
  let isOver = false;
  const check = async () => {
    if (watched && (await identityOf(folder)) === watched.identity) return;
    watched?.close();
    watched = await openWatch(folder, report, () => {
      watched = undefined;
    });
    if (isOver) watched?.close();
    else report(undefined);
  };
  await check();
  const timer = setInterval(() => void check(), CHECK_MS);
  return () => {
    isOver = true;
    clearInterval(timer);
    watched?.close();
  };
}

/** Undefined if the system cannot watch it. */
async function openWatch(
  folder: string,
  report: (name: string | undefined) => void,
  onLoss: () => void,
): Promise<Watched | undefined> {
  try {
    makePrivateFolder(folder);
    const watcher = watch(folder, (_, name) => report(name ?? undefined));
    const close = () => watcher.close();
    watcher.on('error', () => {
      close();
      onLoss();
    });
    return { identity: await identityOf(folder), close };
  } catch {
    return undefined;
  }
}

/** Its number alone may be that of a folder that was removed. */
export async function identityOf(folder: string): Promise<string | undefined> {
  const stats = await lstat(folder).catch(() => undefined);
  return stats && `${stats.dev}:${stats.ino}:${stats.birthtimeMs}`;
}
