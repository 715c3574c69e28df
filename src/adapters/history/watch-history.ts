import { join } from 'node:path';
import type { HistoryEntry, HistoryEvent } from '../../ports/history.ts';
import { lstat, readNames } from '../files/quick-io.ts';
import { LOCK_SUFFIX } from '../locks/stale-lock.ts';
import { pathHashPattern } from '../private/path-names.ts';
import { entryFolder } from './entry-folder.ts';
import { idChanges } from './id-changes.ts';
import { identityOf, watchFolder } from './watch-folder.ts';

export type HistoryFolders = { readonly history: string; readonly locks: string };
type Report = (event: HistoryEvent) => void;

/** The ids that are known, oldest first, by the folder of their path. */
type Known = Map<string, readonly string[]>;

/**
 * Every change is made under a lock. So when a lock goes, the entries of its path are looked at: only the folder of the
 * locks must be watched, however many paths there are.
 */
export async function watchHistory(folders: HistoryFolders, report: Report): Promise<() => void> {
  const known: Known = new Map();
  for (const name of await foldersIn(folders)) known.set(name, await idsIn(folders, name));
  let place = await placeOf(folders);
  let work = Promise.resolve();
  const look = async (changed: string | undefined) => {
    const before = place;
    place = await placeOf(folders);
    const name = place === before ? changed : undefined;
    const names = name === undefined ? new Set([...known.keys(), ...(await foldersIn(folders))]) : [name];
    for (const each of names) {
      const events = await changesIn(folders, each, known);
      // What is gone when anything may have happened, or with its folder, may have been removed as well.
      const isSure = name !== undefined && (await placeOf(folders)) === place;
      for (const event of events) if (isSure || event.kind === 'made') report(event);
    }
  };
  return watchFolder(folders.locks, (name) => {
    if (name !== undefined && !name.endsWith(LOCK_SUFFIX)) return;
    work = work.then(() => look(name?.slice(0, -LOCK_SUFFIX.length))).catch(() => {});
  });
}

/** Another one if the folders were removed, whether or not they were made anew. */
async function placeOf({ history, locks }: HistoryFolders): Promise<string> {
  return `${await identityOf(history)} ${await identityOf(locks)}`;
}

async function changesIn(folders: HistoryFolders, name: string, known: Known): Promise<HistoryEvent[]> {
  // While it is held, a change is under way, whose end is reported as well.
  if (await lstat(join(folders.locks, name + LOCK_SUFFIX)).catch(() => undefined)) return [];
  const before = known.get(name) ?? [];
  const now = await idsIn(folders, name);
  const { made, undone } = idChanges(before, now);
  const entries = await loaded(folders, name, made);
  const isKnown = (id: string) => before.includes(id) || entries.some((entry) => entry.id === id);
  known.set(name, now.filter(isKnown));
  return [
    ...undone.map((id) => ({ kind: 'undone', id }) as const),
    ...entries.map((entry) => ({ kind: 'made', entry }) as const),
  ];
}

async function loaded(
  { history }: HistoryFolders,
  name: string,
  ids: readonly string[],
): Promise<HistoryEntry[]> {
  const folder = entryFolder(join(history, name));
  const stored = await Promise.all(ids.map((id) => folder.load(id).catch(() => undefined)));
  return stored.flatMap((found) => found?.entry ?? []);
}

async function foldersIn({ history }: HistoryFolders): Promise<string[]> {
  return (await readNames(history).catch(() => [])).filter((name) => pathHashPattern.test(name));
}

function idsIn({ history }: HistoryFolders, name: string): Promise<string[]> {
  return entryFolder(join(history, name))
    .ids()
    .catch(() => []);
}
