import { statSync } from 'node:fs';
import { sep } from 'node:path';
import type { HistoryEntry, HistoryEvent } from '../../ports/history.ts';
import type { Workspace } from '../../workspace/workspace.ts';

export type FollowOptions = {
  /** A file or a folder; all edits without it. */
  readonly path: string | undefined;
  /** The number of earlier edits to show first. */
  readonly limit: number;
  readonly onEdit: (entry: HistoryEntry) => void;
  /** For an edit that was passed to `onEdit`. */
  readonly onUndo: (entry: HistoryEntry) => void;
};

/** The undo of an older edit is not reported. */
const MAX_KNOWN = 1_000;

/** Reports the last edits, oldest first, then each new one of any process. Returns a function that stops it. */
export async function followLog(workspace: Workspace, following: FollowOptions): Promise<() => void> {
  const { path, limit, onEdit, onUndo } = following;
  const isIncluded = await entryFilter(workspace, path);
  const known = new Map<string, HistoryEntry>();
  const add = (entry: HistoryEntry) => {
    if (known.has(entry.id) || !isIncluded(entry)) return;
    known.set(entry.id, entry);
    if (known.size > MAX_KNOWN) known.delete(known.keys().next().value!);
    onEdit(entry);
  };
  const handle = (event: HistoryEvent) => {
    if (event.kind === 'made') return add(event.entry);
    const entry = known.get(event.id);
    if (!entry || !known.delete(event.id)) return;
    onUndo(entry);
  };
  // Watches before it lists, so that no edit is missed in between.
  const early: HistoryEvent[] = [];
  let listener: (event: HistoryEvent) => void = (event) => early.push(event);
  const stop = await workspace.watchLog((event) => listener(event));
  const last = await editsAt(workspace, path, limit);
  for (const entry of last.reverse()) add(entry);
  listener = handle;
  early.forEach(handle);
  return stop;
}

/** The edits of a file or in a folder, or all, newest first. */
export async function editsAt(
  workspace: Workspace,
  path: string | undefined,
  limit: number,
): Promise<HistoryEntry[]> {
  if (path === undefined) return workspace.log({ limit });
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return workspace.log({ limit, path });
  return (await workspace.log()).filter(await entryFilter(workspace, path)).slice(0, limit);
}

/** A missing path may have been a file or a folder. */
async function entryFilter(
  workspace: Workspace,
  path: string | undefined,
): Promise<(entry: HistoryEntry) => boolean> {
  if (path === undefined) return () => true;
  const { real } = await workspace.resolve(path);
  const folder = real.endsWith(sep) ? real : `${real}${sep}`;
  return (entry) => entry.path === real || entry.path.startsWith(folder);
}
