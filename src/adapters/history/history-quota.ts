import { join } from 'node:path';
import { lstat, readNames, rmdir } from '../files/quick-io.ts';
import { expectTrustedFolder } from '../private/trust.ts';
import { entryFolder } from './entry-folder.ts';
import { pathHashPattern } from './path-hash.ts';

/** Keeps the whole history within its size, beside the edits and not in their way. */
export type HistoryQuota = {
  /** Counts an entry just stored in `folder`, and starts to evict others when there are too many. */
  added(folder: string, bytes: number): void;
  /** Resolves when no eviction is under way. */
  settled(): Promise<void>;
};

export function historyQuota(root: string, maxBytes: number): HistoryQuota {
  // Unknown until the first look at the disk, which the first entry brings about.
  let counted = Number.POSITIVE_INFINITY;
  let latest = '';
  let work = Promise.resolve();
  const keepWithin = async () => {
    while (counted > maxBytes) {
      counted = 0;
      const kept = await evict(root, latest, maxBytes);
      const addedMeanwhile = counted;
      counted += kept;
      if (addedMeanwhile === 0) return;
    }
  };
  return {
    added(folder, bytes) {
      counted += bytes;
      latest = folder;
      if (counted > maxBytes) work = work.then(keepWithin).catch(() => {});
    },
    settled: () => work,
  };
}

/** Some room is made, so that not each further entry means another look at the whole disk. */
const keptShare = 0.9;

type FolderOnDisk = {
  readonly folder: string;
  readonly newest: string;
  readonly entries: readonly EntryOnDisk[];
};
type EntryOnDisk = { readonly id: string; readonly bytes: number };

/** Evicts the entries of the least recently changed paths first, and returns the bytes that remain. */
async function evict(root: string, latest: string, maxBytes: number): Promise<number> {
  expectTrustedFolder(root);
  const folders = await foldersIn(root);
  let total = folders.flatMap(({ entries }) => entries).reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= maxBytes) return total;
  for (const { folder, entries } of byAge(folders, latest)) {
    const evictable = folder === latest ? entries.slice(0, -1) : entries;
    const chosen: string[] = [];
    for (const { id, bytes } of evictable) {
      if (total <= maxBytes * keptShare) break;
      chosen.push(id);
      total -= bytes;
    }
    await entryFolder(folder).remove(chosen);
  }
  return total;
}

function byAge(folders: readonly FolderOnDisk[], latest: string): FolderOnDisk[] {
  const older = folders.filter(({ folder }) => folder !== latest);
  const last = folders.filter(({ folder }) => folder === latest);
  return [...older.sort((a, b) => (a.newest < b.newest ? -1 : 1)), ...last];
}

async function foldersIn(root: string): Promise<FolderOnDisk[]> {
  const found: FolderOnDisk[] = [];
  for (const name of await readNames(root)) {
    if (!pathHashPattern.test(name)) continue;
    const folder = join(root, name);
    const entries = await entriesIn(folder);
    const newest = entries.at(-1)?.id;
    if (newest === undefined) await rmdir(folder).catch(() => {});
    else found.push({ folder, newest, entries });
  }
  return found;
}

async function entriesIn(folder: string): Promise<EntryOnDisk[]> {
  const sizes = (
    await entryFolder(folder)
      .ids()
      .catch(() => [])
  ).map(async (id) => {
    const stats = await lstat(join(folder, id)).catch(() => undefined);
    return stats ? [{ id, bytes: stats.size }] : [];
  });
  return (await Promise.all(sizes)).flat();
}
