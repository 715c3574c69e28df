import { join } from 'node:path';
import { lstat, readNames, rmdir } from '../files/quick-io.ts';
import { pathHashPattern } from '../private/path-names.ts';
import { expectTrustedFolder } from '../private/trust.ts';
import { entryFolder } from './entry-folder.ts';

/** More is evicted than necessary, so that not every further entry reads the whole folder again. */
const KEPT_SHARE = 0.9;

type FolderOnDisk = {
  readonly folder: string;
  readonly newest: string;
  readonly entries: readonly EntryOnDisk[];
};
type EntryOnDisk = { readonly id: string; readonly bytes: number };

/**
 * Removes entries until the history is within its size limit, those of the least recently changed paths first and never
 * the newest of the latest folder. Returns the bytes that remain.
 */
export async function evictEntries(root: string, latest: string, maxBytes: number): Promise<number> {
  expectTrustedFolder(root);
  const folders = await foldersIn(root);
  let total = folders.flatMap(({ entries }) => entries).reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= maxBytes) return total;
  for (const { folder, entries } of byAge(folders, latest)) {
    const evictable = folder === latest ? entries.slice(0, -1) : entries;
    const chosen: string[] = [];
    for (const { id, bytes } of evictable) {
      if (total <= maxBytes * KEPT_SHARE) break;
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
