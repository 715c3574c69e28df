import { constants, type Stats } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { StagedFile } from '../../ports/files.ts';
import {
  type AnchoredDirectory,
  openAnchoredDirectory,
  withAnchoredDirectory,
} from './anchored-directory.ts';
import { explainingFailures, fileChanged, ignoringMissing, readOnlyFile, systemCode } from './file-errors.ts';
import { access, type FileHandle, lstat, mkdir, open, rename, rmdir, unlink } from './quick-io.ts';
import { type FilePlace, holdsExactly, statRegularFile } from './regular-file.ts';
import { stagingName } from './staging-name.ts';

/** Stores content beside its target. The directory stays open until `commit` or `discard`. */
export async function stageFile(path: string, content: Uint8Array): Promise<StagedFile> {
  const madeFolders: string[] = [];
  let folder: AnchoredDirectory | undefined;
  try {
    folder = await openOrMakeDirectory(dirname(path), path, madeFolders);
    const place = { folder, name: basename(path), path };
    const identity = await writeStaged(place, content);
    return stagedFile(place, identity, madeFolders);
  } catch (error) {
    await folder?.close();
    await removeEmptyFolders(madeFolders);
    throw error;
  }
}

/** Tells our staged file from one that a writer without a lock put in its place. */
type Identity = { readonly ino: bigint; readonly mtimeNs: bigint };

function stagedFile(place: FilePlace, identity: Identity, madeFolders: readonly string[]): StagedFile {
  let open = true;
  const clearAway = async () => {
    await removeStaged(place, identity);
    await removeEmptyFolders(madeFolders);
  };
  return {
    async commit(replacing) {
      if (!open) throw new Error(`Already committed or discarded: ${place.path}`);
      open = false;
      try {
        await explainingFailures(place.path, () => takePlaceOf(place, identity, replacing));
      } catch (error) {
        await clearAway();
        await place.folder.close();
        throw error;
      }
      // Nobody waits for this: until it is done, a power loss leaves the old content, never a mixture.
      void place.folder.sync().finally(place.folder.close);
    },
    async discard() {
      if (!open) return;
      open = false;
      await clearAway();
      await place.folder.close();
    },
  };
}

async function takePlaceOf(
  place: FilePlace,
  identity: Identity,
  replacing: Uint8Array | undefined,
): Promise<void> {
  const { folder, name, path } = place;
  await folder.verify();
  if (!(await holdsExactly(place, replacing))) throw fileChanged(path, changeSince(replacing));
  if (!(await isStillOurs(place, identity))) throw fileChanged(path, 'another process is writing it');
  await rename(folder.at(stagingName(path)), folder.at(name));
}

function changeSince(replacing: Uint8Array | undefined): string {
  return replacing ? 'someone else changed it meanwhile' : 'someone else made it meanwhile';
}

async function isStillOurs({ folder, path }: FilePlace, { ino, mtimeNs }: Identity): Promise<boolean> {
  const stats = await lstat(folder.at(stagingName(path)), { bigint: true }).catch(ignoringMissing);
  return stats?.ino === ino && stats.mtimeNs === mtimeNs;
}

async function removeStaged(place: FilePlace, identity: Identity): Promise<void> {
  if (!(await isStillOurs(place, identity).catch(() => false))) return;
  await unlink(place.folder.at(stagingName(place.path))).catch(() => {});
}

async function writeStaged(place: FilePlace, content: Uint8Array): Promise<Identity> {
  const target = await statRegularFile(place);
  if (target) await refuseReadOnly(place, target);
  const staged = place.folder.at(stagingName(place.path));
  const handle = await createStaged(staged, target ? 0o600 : 0o666);
  try {
    return await fill(handle, content, target).finally(handle.close);
  } catch (error) {
    await unlink(staged).catch(() => {});
    throw error;
  }
}

async function fill(handle: FileHandle, content: Uint8Array, target: Stats | undefined): Promise<Identity> {
  const kept = target && (await keepOwner(handle, target));
  await writeAll(handle, content);
  // Last, since both chown and write clear the set-id bits; these must not pass to another owner.
  if (target) await handle.chmod(target.mode & (kept ? 0o7777 : 0o777));
  await handle.sync();
  return handle.identity();
}

/** A rename would replace it all the same; its owner has said that it should not be changed. */
async function refuseReadOnly({ folder, name, path }: FilePlace, target: Stats): Promise<void> {
  const writable = await access(folder.at(name), constants.W_OK).then(() => true, ifDenied);
  if (!writable || (target.mode & 0o222) === 0) throw readOnlyFile(path, target.mode);
}

function ifDenied(error: unknown): false {
  if (!['EACCES', 'EPERM', 'EROFS'].includes(systemCode(error) ?? '')) throw error;
  return false;
}

async function createStaged(staged: string, mode: number): Promise<FileHandle> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants;
  const flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
  try {
    return await open(staged, flags, mode);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
    await unlink(staged);
    return open(staged, flags, mode);
  }
}

/** False if the owner or the group is another one afterwards. */
async function keepOwner(handle: FileHandle, { uid, gid }: Stats): Promise<boolean> {
  const made = await handle.stat();
  if (made.uid === uid && made.gid === gid) return true;
  const change = (owner: number) =>
    handle.chown(owner, gid).then(
      () => true,
      () => false,
    );
  if (await change(uid)) return true;
  if (made.gid !== gid) await change(made.uid);
  return false;
}

/** Longer single writes are refused by Node. */
const maxWriteBytes = 2 ** 30;

async function writeAll(handle: FileHandle, content: Uint8Array): Promise<void> {
  let written = 0;
  while (written < content.length) {
    const length = Math.min(content.length - written, maxWriteBytes);
    written += await handle.write(content, written, length);
  }
}

/** Adds what it makes to `made`, outermost first. */
async function openOrMakeDirectory(
  directory: string,
  path: string,
  made: string[],
): Promise<AnchoredDirectory> {
  try {
    return await openAnchoredDirectory(directory, path);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' || directory === dirname(directory)) throw error;
  }
  const parent = await openOrMakeDirectory(dirname(directory), path, made);
  try {
    if (await makeDirectory(parent.at(basename(directory)))) made.push(directory);
    await parent.sync();
  } finally {
    await parent.close();
  }
  return openAnchoredDirectory(directory, path);
}

/** False if someone else has just made it. */
async function makeDirectory(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Those that hold something by now are kept. */
async function removeEmptyFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders.toReversed()) {
    const remove = (parent: AnchoredDirectory) => rmdir(parent.at(basename(folder)));
    await withAnchoredDirectory(dirname(folder), folder, remove).catch(() => {});
  }
}
