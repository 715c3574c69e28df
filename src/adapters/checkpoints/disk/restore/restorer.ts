import { rmSync } from 'node:fs';
import type { Group } from '../../../../core/checkpoints/group.ts';
import {
  foldersAbove,
  isSameState,
  type PathState,
  parentOf,
} from '../../../../core/checkpoints/path-state.ts';
import type { Restore } from '../../../../core/checkpoints/plan-undo.ts';
import { type RestoreStep, restoreSteps } from '../../../../core/checkpoints/restore-steps.ts';
import type { Restored, RestoreRequest } from '../../recorder/covered-tree.ts';
import type { ContentStore } from '../../recorder/stores.ts';
import { errorCode } from '../table/byte-paths.ts';
import { HeldFolders } from './held-folders.ts';
import { type JournalEntry, type JournalFiles, journalEntry } from './journal.ts';
import { presentState } from './present-state.ts';
import { stageFiles } from './stage-files.ts';
import { StepFailed, takeStep } from './take-step.ts';

export type RestorerParts = {
  readonly root: string;
  readonly journals: JournalFiles;
  readonly contents: ContentStore;
};

type Failure = { readonly path: string; readonly why: string };

/** Restores paths so that a crash at any moment leaves what another process can finish. */
export class Restorer {
  readonly #parts: RestorerParts;

  constructor(parts: RestorerParts) {
    this.#parts = parts;
  }

  /** The journal stays until `forget`. */
  async restore({ group, restores }: RestoreRequest): Promise<Restored> {
    const stagedIn = stagingFolders(restores);
    const entries = restores.map((restore) => journalEntry(restore, stagedIn(restore.path)));
    try {
      this.#parts.journals.write({ group, entries });
      return await this.#work(entries, stageFiles);
    } catch (error) {
      // Nothing was changed: all is laid ready before the first step.
      this.#parts.journals.remove(group.id);
      return { done: [], failed: restores.map(({ path }) => ({ path, why: reasonOf(error) })) };
    }
  }

  forget(id: string): void {
    this.#parts.journals.remove(id);
  }

  hasUnfinished(): boolean {
    return this.#parts.journals.list().length > 0;
  }

  /** Finishes what processes that were killed have begun, as far as the paths are as these left them. */
  async finishAll(save: (group: Group) => Promise<void>): Promise<void> {
    for (const { group, entries } of this.#parts.journals.list()) {
      const { done } = await this.#work(entries, stageEach);
      const reached = new Map(done.map((restore) => [restore.path, restore]));
      const changes = group.changes.flatMap((change) => {
        const restore = reached.get(change.path);
        return restore ? [{ ...change, after: restore.to }] : [];
      });
      if (changes.length > 0) await save({ ...group, changes });
      this.forget(group.id);
    }
  }

  async #work(entries: readonly JournalEntry[], stage: typeof stageFiles): Promise<Restored> {
    const folders = new HeldFolders(this.#parts.root);
    try {
      const open = entries.filter(({ restore }) => !isAt(folders, restore.path, restore.to));
      await stage(open, folders, this.#parts.contents);
      const failed = takeSteps(entries, folders);
      return { done: doneOf(entries, folders), failed };
    } finally {
      removeStaged(entries, folders);
      folders.close();
    }
  }
}

/** One that cannot be laid ready stays as it is. */
async function stageEach(...[entries, folders, contents]: Parameters<typeof stageFiles>): Promise<void> {
  for (const entry of entries) await stageFiles([entry], folders, contents).catch(() => {});
}

/** What became of each path: also one that is gone, since what should have come could not. */
function doneOf(entries: readonly JournalEntry[], folders: HeldFolders): Restore[] {
  return entries.flatMap(({ restore }) => {
    const { path, from, to } = restore;
    if (isAt(folders, path, to)) return [restore];
    const changesKind = from && to && (from.kind === 'folder') !== (to.kind === 'folder');
    return changesKind && isAt(folders, path, undefined) ? [{ path, from, to: undefined }] : [];
  });
}

function takeSteps(entries: readonly JournalEntry[], folders: HeldFolders): Failure[] {
  const byPath = new Map(entries.map((entry) => [entry.restore.path, entry]));
  const failed = new Map<string, Failure>();
  const take = (step: RestoreStep) => {
    if (failed.has(step.path)) return;
    try {
      takeStep(step, byPath.get(step.path)!, folders);
    } catch (error) {
      failed.set(step.path, { path: step.path, why: reasonOf(error) });
    }
  };
  for (const step of restoreSteps(entries.map(({ restore }) => restore))) take(step);
  return [...failed.values()];
}

/** The nearest folder above each path that is a folder now and stays one. */
function stagingFolders(restores: readonly Restore[]): (path: string) => string {
  const byPath = new Map(restores.map((restore) => [restore.path, restore]));
  const staysFolder = (path: string) => {
    const restore = byPath.get(path);
    return !restore || (restore.from?.kind === 'folder' && restore.to?.kind === 'folder');
  };
  const known = new Map<string, string>();
  return (path) => {
    const parent = parentOf(path);
    const found =
      known.get(parent) ??
      ['', ...foldersAbove(path)].reverse().find((folder) => isStaying(folder, staysFolder));
    known.set(parent, found ?? '');
    return found ?? '';
  };
}

/** Neither it nor a folder above it goes, comes or becomes something else. */
function isStaying(folder: string, staysFolder: (path: string) => boolean): boolean {
  return folder === '' || [...foldersAbove(folder), folder].every(staysFolder);
}

function isAt(folders: HeldFolders, path: string, expected: PathState | undefined): boolean {
  const limit = expected?.kind === 'file' ? expected.size : 0;
  return isSameState(presentState(folders, path, limit), expected);
}

/** Files that were not used, since the restore failed or was cut short. */
function removeStaged(entries: readonly JournalEntry[], folders: HeldFolders): void {
  for (const { stagedIn, staged } of entries) {
    try {
      rmSync(folders.folder(stagedIn).at(staged), { force: true });
    } catch {
      // Its folder is gone, and it with it.
    }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof StepFailed) return error.message;
  const code = errorCode(error);
  if (code === 'ENOTEMPTY' || code === 'EEXIST') return 'there is something else in it';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return `no permission (${code})`;
  if (code === 'ENOSPC' || code === 'EDQUOT') return `no space (${code})`;
  return code ?? (error instanceof Error ? error.message : String(error));
}
