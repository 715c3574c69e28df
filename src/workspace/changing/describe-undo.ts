import { editBetween } from '../../core/edit/diff.ts';
import type { NextUndo } from '../../ports/history.ts';
import type { WorkspacePath } from '../paths/workspace-path.ts';
import type { Documents } from '../reading/document-reading.ts';
import type { Undone } from './change.ts';
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
  const [from, to] = await Promise.all([documents.textOf(path, current), documents.textOf(path, before)]);
  const described = describeChange(path, from, [editBetween(from, to)]);
  return { path: path.real, change, ...described, undoable: false, entry, removed: before === undefined };
}
