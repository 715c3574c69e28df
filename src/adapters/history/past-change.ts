import { createHash } from 'node:crypto';
import { DIFF_CUT } from '../../core/edit/diff.ts';
import {
  createReversePatch,
  type ReversePatch,
  redoPatch,
  revertPatch,
} from '../../core/edit/reverse-patch.ts';
import type { Change } from '../../core/edit/text-edit.ts';
import type { HistoryEntry, NewHistoryEntry } from '../../ports/history.ts';

/** What must be stored of a change to undo it later. */
export type PastChange = {
  readonly kind: HistoryEntry['kind'];
  readonly patch: ReversePatch;
  /** Of the bytes after the change; null if it removed the file. */
  readonly afterHash: string | null;
};

/** Whether a change was the last that happened to the current bytes, so that it can be undone. */
export type UndoState =
  | { readonly state: 'not-applied' | 'changed-since' }
  | { readonly state: 'ready'; readonly before: Uint8Array | undefined };

export function pastChange({ before, after, region }: Change): PastChange {
  const patch = createReversePatch(before ?? nothing, after ?? nothing, region);
  return { kind: kindOf(before, after), patch, afterHash: hashOf(after) };
}

export function newEntry(
  id: string,
  time: number,
  kind: HistoryEntry['kind'],
  given: NewHistoryEntry,
): HistoryEntry {
  const { path, tool, linesAdded, linesRemoved, diff } = given;
  return { id, path, tool, time, kind, linesAdded, linesRemoved, diff: cutAtLine(diff) };
}

export function undoStateOf(change: PastChange, current: Uint8Array | undefined): UndoState {
  if (hashOf(current) === change.afterHash) return revert(change, current);
  return { state: isNotApplied(change, current) ? 'not-applied' : 'changed-since' };
}

const nothing = new Uint8Array();
const MAX_DIFF_CHARACTERS = 4_000;

function cutAtLine(diff: string): string {
  if (diff.length <= MAX_DIFF_CHARACTERS) return diff;
  const room = diff.slice(0, MAX_DIFF_CHARACTERS - DIFF_CUT.length);
  return room.slice(0, room.lastIndexOf('\n') + 1) + DIFF_CUT;
}

function revert({ kind, patch }: PastChange, current: Uint8Array | undefined): UndoState {
  if (kind === 'create') return { state: 'ready', before: undefined };
  const before = revertPatch(patch, current ?? nothing);
  return before ? { state: 'ready', before } : { state: 'changed-since' };
}

function isNotApplied({ kind, patch, afterHash }: PastChange, current: Uint8Array | undefined): boolean {
  if (kind === 'create') return current === undefined;
  if (!current) return false;
  if (kind === 'delete') return Buffer.compare(current, patch.removed) === 0;
  const after = redoPatch(patch, current);
  return after !== undefined && hashOf(after) === afterHash;
}

function kindOf(before: Uint8Array | undefined, after: Uint8Array | undefined): HistoryEntry['kind'] {
  if (!before) return 'create';
  return after ? 'edit' : 'delete';
}

function hashOf(bytes: Uint8Array | undefined): string | null {
  return bytes ? createHash('sha256').update(bytes).digest('hex') : null;
}
