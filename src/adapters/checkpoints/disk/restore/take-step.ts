import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from 'node:fs';
import { isSameState, type PathState } from '../../../../core/checkpoints/path-state.ts';
import { OWNER_RIGHTS, type RestoreStep } from '../../../../core/checkpoints/restore-steps.ts';
import { errorCode } from '../table/byte-paths.ts';
import type { HeldFolder, HeldFolders } from './held-folders.ts';
import type { JournalEntry } from './journal.ts';
import { folderOf, holdsState, nameOf, stateIn } from './present-state.ts';

/** Why a path was left as it is. */
export class StepFailed extends Error {}

const CHANGED = 'it was changed meanwhile';

/**
 * Makes one step of a restore, if the path is as it should be before the step. A step that is made already, by a
 * process that was killed, is left as it is. Throws StepFailed, or the error of the system.
 */
export function takeStep(step: RestoreStep, entry: JournalEntry, folders: HeldFolders): void {
  const folder = folderOf(folders, step.path);
  if (!folder) {
    if (step.do === 'remove') return;
    throw new StepFailed('its folder is gone');
  }
  const place = { folder, name: nameOf(step.path) };
  if (step.do === 'remove') remove(place, step.from, entry);
  else if (step.do === 'open') openFolder(place, step);
  else if (step.do === 'close') changeMode(place, step.to.mode);
  else put(place, step, { entry, folders });
}

type Place = { readonly folder: HeldFolder; readonly name: string };

function remove({ folder, name }: Place, from: PathState, { aside, restore }: JournalEntry): void {
  settleAside({ folder, name }, from, aside);
  const there = stateIn(folder, name, sizeOf(from));
  if (!there || isReached(there, restore.to)) return;
  if (from.kind === 'folder') {
    if (!isFolderAs(there, from.mode)) throw new StepFailed(CHANGED);
    rmdirSync(folder.at(name));
    return;
  }
  if (!isSameState(there, from)) throw new StepFailed(CHANGED);
  renameSync(folder.at(name), folder.at(aside));
  settleAside({ folder, name }, from, aside);
  if (stateIn(folder, name, 0)) throw new StepFailed(CHANGED);
}

/** What was moved or linked aside goes if it is as it was; if another program wrote to it, it comes back. */
function settleAside({ folder, name }: Place, from: PathState, aside: string, made?: PathState): void {
  if (!stateIn(folder, aside, 0)) return;
  if (holdsState(folder, aside, from)) {
    unlinkSync(folder.at(aside));
    return;
  }
  const there = stateIn(folder, name, made ? sizeOf(made) : 0);
  // A file that another program has put there since is newer than both.
  if (!there) linkOrMove(folder, aside, name);
  else if (made && isSameState(there, made)) renameSync(folder.at(aside), folder.at(name));
  unlinkIfThere(folder, aside);
  throw new StepFailed(CHANGED);
}

function openFolder({ folder, name }: Place, { from, to }: RestoreStep & { do: 'open' }): void {
  const there = stateIn(folder, name, 0);
  const wanted = to.mode | OWNER_RIGHTS;
  if (from?.kind === 'folder') {
    if (!there || !(isFolderAs(there, from.mode) || isFolderAs(there, to.mode)))
      throw new StepFailed(CHANGED);
  } else if (!there) {
    mkdirSync(folder.at(name), wanted);
  } else if (there.kind !== 'folder') throw new StepFailed(CHANGED);
  changeMode({ folder, name }, wanted);
}

/** With these permissions, or opened for the restore. */
function isFolderAs(there: PathState, mode: number): boolean {
  return there.kind === 'folder' && (there.mode === mode || there.mode === (mode | OWNER_RIGHTS));
}

const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0 } = constants;

/** Of a folder, and not through a link. */
function changeMode({ folder, name }: Place, mode: number): void {
  const descriptor = openToChange(folder.at(name));
  if (descriptor === undefined) {
    // A folder that its owner may not read can be reached by its name alone.
    chmodSync(folder.at(name), mode);
    return;
  }
  try {
    if ((fstatSync(descriptor).mode & 0o7777) !== mode) fchmodSync(descriptor, mode);
  } finally {
    closeSync(descriptor);
  }
}

function openToChange(path: string | Buffer): number | undefined {
  try {
    return openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  } catch (error) {
    if (errorCode(error) === 'EACCES') return undefined;
    throw error;
  }
}

function put(
  { folder, name }: Place,
  { from, to }: RestoreStep & { do: 'put' },
  { entry, folders }: { entry: JournalEntry; folders: HeldFolders },
): void {
  const { aside, staged, stagedIn } = entry;
  if (from) settleAside({ folder, name }, from, aside, to);
  if (holdsState(folder, name, to)) return;
  const source = folders.folder(stagedIn).at(staged);
  if (!holdsState(folders.folder(stagedIn), staged, to)) throw new StepFailed(CHANGED);
  const there = from && from.kind !== 'folder' && stateIn(folder, name, sizeOf(from));
  if (!there) {
    putNew(source, { folder, name });
    return;
  }
  if (!isSameState(there, from)) throw new StepFailed(CHANGED);
  linkAside({ folder, name }, aside);
  renameSync(source, folder.at(name));
  settleAside({ folder, name }, from, aside, to);
}

/** Where a file cannot have a second name there is no aside. */
function linkAside({ folder, name }: Place, aside: string): void {
  try {
    linkSync(folder.at(name), folder.at(aside));
  } catch (error) {
    if (!hasNoLinks(error)) throw error;
  }
}

/** Never over something that another program has just made. */
function putNew(source: string | Buffer, { folder, name }: Place): void {
  try {
    linkSync(source, folder.at(name));
    unlinkSync(source);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw new StepFailed('another program made it meanwhile');
    if (!hasNoLinks(error)) throw error;
    if (stateIn(folder, name, 0)) throw new StepFailed('another program made it meanwhile');
    renameSync(source, folder.at(name));
  }
}

function linkOrMove(folder: HeldFolder, from: string, to: string): void {
  try {
    linkSync(folder.at(from), folder.at(to));
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return;
    if (!hasNoLinks(error)) throw error;
    renameSync(folder.at(from), folder.at(to));
  }
}

/** The file system has no hard links, or cannot give this file another one. */
function hasNoLinks(error: unknown): boolean {
  return ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(errorCode(error) ?? '');
}

function unlinkIfThere(folder: HeldFolder, name: string): void {
  try {
    unlinkSync(folder.at(name));
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

/** A folder is reached before it has its own permissions. */
function isReached(there: PathState, to: PathState | undefined): boolean {
  return to !== undefined && (to.kind === 'folder' ? there.kind === 'folder' : isSameState(there, to));
}

function sizeOf(state: PathState): number {
  return state.kind === 'file' ? state.size : 0;
}
