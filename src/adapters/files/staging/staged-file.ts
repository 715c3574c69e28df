import { type BigIntStats, constants } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { StagedFile } from '../../../ports/files.ts';
import { stagingName } from '../../private/path-names.ts';
import { type AnchoredDirectory, type OpenDirectory, withDirectory } from '../anchored-directory.ts';
import { explainingFailures, listNotKept, readOnlyFile, systemCode } from '../file-errors.ts';
import { access, copyFile, type FileHandle, lstat, mkdir, open, rmdir, unlink } from '../quick-io.ts';
import { type FilePlace, statRegularFile } from '../regular-file.ts';
import { type Attributes, copyAttributes, differenceIn, type FilePair } from './attributes.ts';
import { type Kept, keepOwner, knownAttributes, newMode, rememberAttributes } from './permissions.ts';
import { atFreeName, isSame, makeFile, type Ready, replaceFile } from './take-place.ts';

type Found = { readonly attributes: Attributes; readonly asked: number };
type Staged = Ready & { readonly found: Found | undefined };

/** What a file is to hold; its permission bits count only if it does not exist yet. */
export type NewContent = { readonly content: Uint8Array; readonly newMode?: number | undefined };

/** Stores content beside its target. The directory stays open until `commit` or `discard`. */
export async function stageFile(
  openDirectory: OpenDirectory,
  path: string,
  content: NewContent,
): Promise<StagedFile> {
  const madeFolders: string[] = [];
  let folder: AnchoredDirectory | undefined;
  try {
    folder = await openOrMakeDirectory(openDirectory, dirname(path), path, madeFolders);
    const place = { folder, name: basename(path), path };
    const staged = await writeStaged(place, content);
    return stagedFile(openDirectory, place, staged, madeFolders);
  } catch (error) {
    await folder?.close();
    await removeEmptyFolders(openDirectory, madeFolders);
    throw error;
  }
}

function stagedFile(
  openDirectory: OpenDirectory,
  place: FilePlace,
  staged: Staged,
  madeFolders: readonly string[],
): StagedFile {
  let open = true;
  const clearAway = async () => {
    await removeStaged(place, staged);
    await removeEmptyFolders(openDirectory, madeFolders);
  };
  return {
    async commit(replacing) {
      if (!open) throw new Error(`Already committed or discarded: ${place.path}`);
      open = false;
      try {
        await explainingFailures(place.path, () => takePlace(place, staged, replacing));
      } catch (error) {
        await clearAway();
        await place.folder.close();
        throw error;
      }
      // Not waited for: until it is done, a power loss leaves the old content, never a mixture.
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

async function takePlace(place: FilePlace, staged: Staged, replacing: Uint8Array | undefined): Promise<void> {
  const { folder, name, path } = place;
  await folder.verify();
  if (!replacing) return makeFile(place, staged);
  await replaceFile(place, staged, replacing);
  const now = await folder.reach((at) => lstat(at(name), { bigint: true })).catch(() => undefined);
  // The attributes went with it, so the next edit need not ask again.
  if (now && staged.found && isSame(now, staged.made))
    rememberAttributes(path, now, staged.found.attributes, staged.found.asked);
}

async function removeStaged({ folder }: FilePlace, { name, made }: Staged): Promise<void> {
  const found = await folder.reach((at) => lstat(at(name), { bigint: true })).catch(() => undefined);
  if (found && isSame(found, made)) await folder.reach((at) => unlink(at(name))).catch(() => {});
}

async function writeStaged(place: FilePlace, { content, newMode }: NewContent): Promise<Staged> {
  const { folder, path } = place;
  const target = await statRegularFile(place);
  if (target) await refuseReadOnly(place, target);
  // What an undo could not remove; an edit comes across it by itself.
  else await folder.reach((at) => unlink(at(stagingName(path, 'old')))).catch(() => {});
  const { name, handle } = await atFreeName(place, 'tmp', async (name) => ({
    name,
    handle: await createStaged(place, name, target),
  }));
  try {
    const found = target
      ? fillLike(place, { name, handle, target }, content)
      : fill(handle, content, newMode);
    return { name, target, ...(await found.finally(handle.close)) };
  } catch (error) {
    await folder.reach((at) => unlink(at(name))).catch(() => {});
    throw error;
  }
}

type Filled = Pick<Staged, 'made' | 'found'>;

/** A new file has the permissions that the system gives it, unless it takes those of another one. */
async function fill(handle: FileHandle, content: Uint8Array, mode: number | undefined): Promise<Filled> {
  await writeAll(handle, content);
  if (mode !== undefined) await handle.chmod(mode & 0o777);
  await handle.sync();
  return { made: await handle.identity(), found: undefined };
}

/** A file that replaces another one has its permissions once it has its content, and until then none for others. */
async function fillLike(
  place: FilePlace,
  { name, handle, target }: { name: string; handle: FileHandle; target: BigIntStats },
  content: Uint8Array,
): Promise<Filled> {
  const pair = { folder: place.folder, from: place.name, to: name };
  const before = knownAttributes(place.path, target);
  const time = before?.asked ?? performance.now();
  const asking = before ? Promise.resolve(before.attributes) : attributesOf(pair);
  // Both to their end: the question needs the folder open.
  const [asked, written] = await Promise.allSettled([asking, writeAs(handle, content, target)]);
  if (written.status === 'rejected') throw written.reason;
  if (asked.status === 'rejected') throw asked.reason;
  const [attributes, kept] = [asked.value, written.value];
  if (attributes === 'list' || attributes === 'attributes') {
    await copyFrom(pair, place.path, attributes, kept);
    // It drops the capabilities of a program, as each write does.
    await handle.chown(-1, -1);
  }
  await handle.chmod(newMode(Number(target.mode), kept, attributes !== 'unknown'));
  return { made: await handle.identity(), found: { attributes, asked: time } };
}

async function writeAs(handle: FileHandle, content: Uint8Array, target: BigIntStats): Promise<Kept> {
  const kept = await keepOwner(handle, target);
  await writeAll(handle, content);
  await handle.sync();
  return kept;
}

async function copyFrom(pair: FilePair, path: string, attributes: Attributes, kept: Kept): Promise<void> {
  // An entry for the group would be one for another group.
  const isPossible = attributes !== 'list' || kept.group;
  if (!isPossible || !(await copyAttributes(pair, kept.group ? 'all' : 'attributes')))
    throw listNotKept(path);
}

/** On macOS the copy has them already, and the mode is not part of an access control list. */
function attributesOf(pair: FilePair): Promise<Attributes> {
  const isSeparate = process.platform === 'darwin' || process.platform === 'win32';
  return isSeparate ? Promise.resolve('plain') : differenceIn(pair);
}

/** A rename would replace it all the same; its owner has said that it should not be changed. */
async function refuseReadOnly({ folder, name, path }: FilePlace, target: BigIntStats): Promise<void> {
  const writable = await folder.reach((at) => access(at(name), constants.W_OK)).then(() => true, ifDenied);
  const mode = Number(target.mode);
  if (!writable || (mode & 0o222) === 0) throw readOnlyFile(path, mode);
}

function ifDenied(error: unknown): false {
  if (!['EACCES', 'EPERM', 'EROFS'].includes(systemCode(error) ?? '')) throw error;
  return false;
}

const { O_WRONLY, O_CREAT, O_EXCL, O_TRUNC, O_NOFOLLOW = 0 } = constants;

async function createStaged(
  { folder, name: from }: FilePlace,
  name: string,
  target: BigIntStats | undefined,
): Promise<FileHandle> {
  const create = () =>
    folder.reach((at) => open(at(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, target ? 0o600 : 0o666));
  if (!target || process.platform !== 'darwin') return create();
  // There copying a file takes its access control list and attributes along.
  const { COPYFILE_EXCL, COPYFILE_FICLONE } = constants;
  try {
    await folder.reach((at) => copyFile(at(from), at(name), COPYFILE_EXCL | COPYFILE_FICLONE));
    return await folder.reach((at) => open(at(name), O_WRONLY | O_TRUNC | O_NOFOLLOW));
  } catch (error) {
    if (systemCode(error) === 'EEXIST') throw error;
    await folder.reach((at) => unlink(at(name))).catch(() => {});
    return create();
  }
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
  openDirectory: OpenDirectory,
  directory: string,
  path: string,
  made: string[],
): Promise<AnchoredDirectory> {
  try {
    return await openDirectory(directory, path);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' || directory === dirname(directory)) throw error;
  }
  const parent = await openOrMakeDirectory(openDirectory, dirname(directory), path, made);
  try {
    if (await makeDirectory(parent, basename(directory))) made.push(directory);
    await parent.sync();
  } finally {
    await parent.close();
  }
  return openDirectory(directory, path);
}

/** False if another process has just made it. */
async function makeDirectory(parent: AnchoredDirectory, name: string): Promise<boolean> {
  try {
    await parent.reach((at) => mkdir(at(name)));
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Those that hold something by now are kept. */
async function removeEmptyFolders(openDirectory: OpenDirectory, folders: readonly string[]): Promise<void> {
  for (const folder of folders.toReversed()) {
    const remove = (parent: AnchoredDirectory) => parent.reach((at) => rmdir(at(basename(folder))));
    await withDirectory(openDirectory(dirname(folder), folder), remove).catch(() => {});
  }
}
