import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  lstatSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { bytesOfName } from '../../../../core/checkpoints/byte-names.ts';
import type { LinkState, SavedFile } from '../../../../core/checkpoints/path-state.ts';
import type { ContentStore } from '../../recorder/stores.ts';
import type { HeldFolders } from './held-folders.ts';
import type { JournalEntry } from './journal.ts';
import { folderOf, nameOf } from './present-state.ts';

const waitForDisk = promisify(fsync);
const MAX_OPEN = 32;
const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants;

/** Lays all contents ready beside their places, on the disk, before anything is changed. Throws if one cannot be. */
export async function stageFiles(
  entries: readonly JournalEntry[],
  folders: HeldFolders,
  contents: ContentStore,
): Promise<void> {
  for (let at = 0; at < entries.length; at += MAX_OPEN) {
    const opened: number[] = [];
    try {
      for (const entry of entries.slice(at, at + MAX_OPEN)) {
        const descriptor = await stageOne(entry, folders, contents);
        if (descriptor !== undefined) opened.push(descriptor);
      }
      await Promise.all(opened.map((descriptor) => waitForDisk(descriptor)));
    } finally {
      for (const descriptor of opened) closeSync(descriptor);
    }
  }
}

/** The descriptor of a file, which is to be closed; undefined for all else. */
async function stageOne(
  entry: JournalEntry,
  folders: HeldFolders,
  contents: ContentStore,
): Promise<number | undefined> {
  const { to } = entry.restore;
  if (to?.kind === 'link') stageLink(entry, to, folders);
  if (to?.kind !== 'file' || !('id' in to)) return undefined;
  const bytes = await contents.read(to.id);
  if (!bytes) throw new Error('the old content is gone');
  return stageContent(entry, to, { bytes, folders });
}

function stageLink({ stagedIn, staged }: JournalEntry, { target }: LinkState, folders: HeldFolders): void {
  const place = folders.folder(stagedIn).at(staged);
  rmSync(place, { force: true });
  symlinkSync(Buffer.from(bytesOfName(target)), place);
}

function stageContent(
  { restore, stagedIn, staged }: JournalEntry,
  { mode, owner }: SavedFile,
  { bytes, folders }: { bytes: Uint8Array; folders: HeldFolders },
): number {
  const place = folders.folder(stagedIn).at(staged);
  // Of an earlier attempt that was cut short: the name is ours alone.
  rmSync(place, { force: true });
  const descriptor = openSync(place, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    writeFileSync(descriptor, bytes);
    if (owner) fchownSync(descriptor, ...owner);
    else keepOwner(descriptor, restore.path, folders);
    fchmodSync(descriptor, mode);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** The owner of the file that is replaced, as far as this process may give it. */
function keepOwner(descriptor: number, path: string, folders: HeldFolders): void {
  const place = folderOf(folders, path)?.at(nameOf(path));
  const there = place && lstatSync(place, { throwIfNoEntry: false });
  const made = fstatSync(descriptor);
  if (!there || (there.uid === made.uid && there.gid === made.gid)) return;
  try {
    fchownSync(descriptor, there.uid, there.gid);
  } catch {
    // Only root may: then it belongs to this user.
  }
}
