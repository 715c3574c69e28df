import { type BigIntStats, constants } from 'node:fs';
import { otherStagingName, type Purpose, stagingName } from '../../private/path-names.ts';
import { fileChanged, ignoringMissing, systemCode } from '../file-errors.ts';
import { link, lstat, open, rename, unlink } from '../quick-io.ts';
import { type FilePlace, openWithoutLink, readsAs } from '../regular-file.ts';

/** A new file that lies ready beside its target. */
export type Ready = {
  readonly name: string;
  /** Its state after staging, to recognise a file that a writer without a lock put in its place. */
  readonly made: BigIntStats;
  /** The file whose permissions it has. */
  readonly target: BigIntStats | undefined;
};

/** Puts a new file where there is none. */
export async function makeFile(place: FilePlace, ready: Ready): Promise<void> {
  await expectOurs(place, ready);
  const isLinked = await place.folder
    .reach((at) => link(at(ready.name), at(place.name)))
    .then(
      () => true,
      (error: unknown) => ifNoLinks(error, place.path),
    );
  // A staged file that stays is removed by the next edit.
  if (isLinked) await place.folder.reach((at) => unlink(at(ready.name))).catch(() => {});
  else await makeWithoutLink(place, ready);
}

/** Where the file system has no hard links: an empty file takes the place, so that no other program's is overwritten. */
async function makeWithoutLink({ folder, name, path }: FilePlace, ready: Ready): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  const empty = await folder
    .reach((at) => open(at(name), flags, 0o600))
    .catch((error: unknown) => {
      throw systemCode(error) === 'EEXIST' ? madeMeanwhile(path) : error;
    });
  await empty.close();
  try {
    await folder.reach((at) => rename(at(ready.name), at(name)));
  } catch (error) {
    await folder.reach((at) => unlink(at(name))).catch(() => {});
    throw error;
  }
}

/** False if the file system has no hard links, or cannot give this file another one. */
function ifNoLinks(error: unknown, path: string): false {
  const code = systemCode(error) ?? '';
  if (code === 'EEXIST') throw madeMeanwhile(path);
  if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code)) throw error;
  return false;
}

/**
 * Puts a new file in the place of one that holds `replacing`. The old one keeps a second name until it is known that
 * no other program has written to it in the meantime; otherwise it comes back.
 */
export async function replaceFile(place: FilePlace, ready: Ready, replacing: Uint8Array): Promise<void> {
  const { folder, name, path } = place;
  const old = await expectContent(place, replacing, 'another program changed it meanwhile');
  if (!ready.target || !hasSamePermissions(old, ready.target))
    throw fileChanged(path, 'its permissions changed meanwhile, or another file took its place');
  await expectOurs(place, ready);
  const aside = await linkAside(place);
  try {
    await folder.reach((at) => rename(at(ready.name), at(name)));
  } catch (error) {
    if (aside) await removeAside(place, aside);
    throw error;
  }
  if (!aside) return;
  if (await stillHolds(place, aside, replacing)) await removeAside(place, aside);
  else await bringBack(place, aside, ready);
}

/** Removes a file that holds `replacing`. Moved aside first: what another program makes of it meanwhile comes back. */
export async function removeFile(place: FilePlace, replacing: Uint8Array): Promise<void> {
  const { folder, name, path } = place;
  const why = 'another program changed or removed it meanwhile';
  await expectContent(place, replacing, why);
  const aside = await moveAside(place);
  // Before the last look at it, since it takes a moment, in which a program that had found the file may begin to write.
  await folder.sync();
  const isUnchanged = await stillHolds(place, aside, replacing);
  if (!isUnchanged)
    await folder
      .reach((at) => link(at(aside), at(name)))
      .catch((error: unknown) => ifNoLinks(error, path) || folder.reach((at) => rename(at(aside), at(name))));
  await removeAside(place, aside);
  if (!isUnchanged) throw fileChanged(path, why);
}

/** Of the file, if it holds exactly `content`; throws FILE_CHANGED otherwise. */
async function expectContent(place: FilePlace, content: Uint8Array, why: string): Promise<BigIntStats> {
  const handle = await openWithoutLink(place).catch((error: unknown) => {
    const isNoFile = ['ENOENT', 'ENXIO'].includes(systemCode(error) ?? '');
    throw isNoFile ? fileChanged(place.path, why) : error;
  });
  try {
    const stats = await handle.identity();
    const mayBeSame = stats.isFile() && stats.size === BigInt(content.length);
    if (!mayBeSame || !(await readsAs(handle, content))) throw fileChanged(place.path, why);
    return stats;
  } finally {
    await handle.close().catch(() => {});
  }
}

/** What the new file has from the old one, which may have changed since. */
function hasSamePermissions(now: BigIntStats, then: BigIntStats): boolean {
  return (['dev', 'ino', 'mode', 'uid', 'gid'] as const).every((fact) => now[fact] === then[fact]);
}

async function expectOurs({ folder, path }: FilePlace, { name, made }: Ready): Promise<void> {
  const found = await folder.reach((at) => lstat(at(name), { bigint: true })).catch(ignoringMissing);
  if (!found || !isSame(found, made)) throw fileChanged(path, 'another process is writing it');
}

export function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return one.ino === other.ino && one.dev === other.dev && one.mtimeNs === other.mtimeNs;
}

/** Opened anew: on an overlay file system an older descriptor shows what the file was. What cannot be read has not changed. */
async function stillHolds(place: FilePlace, aside: string, content: Uint8Array): Promise<boolean> {
  try {
    const handle = await openWithoutLink({ ...place, name: aside });
    return await readsAs(handle, content).finally(handle.close);
  } catch {
    return true;
  }
}

/** What cannot be removed now is removed by the next change of the file. */
async function removeAside({ folder }: FilePlace, aside: string): Promise<void> {
  await folder.reach((at) => unlink(at(aside))).catch(() => {});
}

async function bringBack(place: FilePlace, aside: string, { made }: Ready): Promise<never> {
  const { folder, name, path } = place;
  const present = await folder.reach((at) => lstat(at(name), { bigint: true })).catch(ignoringMissing);
  // A file that another program has put there since is newer than both.
  if (present?.ino === made.ino) await folder.reach((at) => rename(at(aside), at(name)));
  else await removeAside(place, aside);
  throw fileChanged(path, 'another program changed it meanwhile');
}

/** Undefined where the file cannot have a second name. */
function linkAside(place: FilePlace): Promise<string | undefined> {
  return atFreeName(place, 'old', async (aside) => {
    await place.folder.reach((at) => link(at(place.name), at(aside)));
    return aside;
  }).catch((error: unknown) => ifNoLinks(error, place.path) || undefined);
}

async function moveAside({ folder, name, path }: FilePlace): Promise<string> {
  const move = async (aside: string) => {
    await folder.reach((at) => rename(at(name), at(aside)));
    return aside;
  };
  return move(stagingName(path, 'old')).catch((error: unknown) => {
    const isTaken = ['EISDIR', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(systemCode(error) ?? '');
    if (!isTaken) throw error;
    return move(otherStagingName(path, 'old'));
  });
}

/** Tries with the usual name, which a crash may have left taken, then with another one. `attempt` fails if it is taken. */
export async function atFreeName<T>(
  { folder, path }: FilePlace,
  purpose: Purpose,
  attempt: (name: string) => Promise<T>,
): Promise<T> {
  const usual = stagingName(path, purpose);
  const ifTaken = (error: unknown) => {
    if (systemCode(error) !== 'EEXIST') throw error;
  };
  const first = await attempt(usual).then((value) => ({ value }), ifTaken);
  if (first) return first.value;
  const taken = await folder.reach((at) => lstat(at(usual))).catch(() => undefined);
  // A folder, a link or a pipe there is not ours.
  if (taken?.isFile()) await folder.reach((at) => unlink(at(usual))).catch(() => {});
  const second = await attempt(usual).then((value) => ({ value }), ifTaken);
  return second ? second.value : attempt(otherStagingName(path, purpose));
}

function madeMeanwhile(path: string) {
  return fileChanged(path, 'another program made it meanwhile');
}
