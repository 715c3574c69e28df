import { editBetween } from '../../core/edit/diff.ts';
import type { Change } from '../../core/edit/text-edit.ts';
import type { NextUndo } from '../../ports/history.ts';
import type { WorkspacePath } from '../paths/workspace-path.ts';
import type { Documents } from '../reading/document-reading.ts';
import type { Described, Undone } from './change.ts';
import { describeChange } from './store-changes.ts';

type UndoOfFile = {
  readonly path: WorkspacePath;
  /** What the file holds now; undefined if there is none. */
  readonly current: Uint8Array | undefined;
  readonly next: Extract<NextUndo, { state: 'ready' }>;
};

/** What the undo of the last change of a file does to its text. */
export async function describeUndo(
  documents: Pick<Documents, 'textOf'>,
  { path, current, next: { entry, before } }: UndoOfFile,
): Promise<Undone> {
  const change = { path: path.real, before: current, after: before };
  const described = await describeSides(documents, path, change);
  return { path: path.real, change, ...described, undoable: false, entry, removed: before === undefined };
}

/** What happens to a text between two contents of a file. */
export async function describeSides(
  documents: Pick<Documents, 'textOf'>,
  path: WorkspacePath,
  { before, after }: Pick<Change, 'before' | 'after'>,
): Promise<Described> {
  const [from, to] = await Promise.all([documents.textOf(path, before), documents.textOf(path, after)]);
  return describeChange(path, from, [editBetween(from, to)]);
}
