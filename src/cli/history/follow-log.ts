import { statSync } from 'node:fs';
import { sep } from 'node:path';
import type { HistoryEntry, HistoryEvent } from '../../ports/history.ts';
import type { Workspace } from '../../workspace/workspace.ts';

export type Following = {
  /** Only of this file, or in this folder. */
  readonly path: string | undefined;
  /** How many of the edits before now. */
  readonly limit: number;
  readonly onEdit: (entry: HistoryEntry) => void;
  /** Of an edit that was told here. */
  readonly onUndo: (entry: HistoryEntry) => void;
};

/** Edits that are longer ago are not recognised when they are taken back. */
const MOST_KNOWN = 1_000;

/** Tells the last edits, oldest first, then each new one as it is made by whatever process. Gives what ends it. */
export async function followLog(workspace: Workspace, following: Following): Promise<() => void> {
  const { path, limit, onEdit, onUndo } = following;
  const isMeant = await chooser(workspace, path);
  const known = new Map<string, HistoryEntry>();
  const learn = (entry: HistoryEntry) => {
    if (known.has(entry.id) || !isMeant(entry)) return;
    known.set(entry.id, entry);
    if (known.size > MOST_KNOWN) known.delete(known.keys().next().value!);
    onEdit(entry);
  };
  const take = (event: HistoryEvent) => {
    if (event.kind === 'made') return learn(event.entry);
    const entry = known.get(event.id);
    if (!entry || !known.delete(event.id)) return;
    onUndo(entry);
  };
  // Watched first, so that nothing falls between the list and the news.
  const early: HistoryEvent[] = [];
  let tell: (event: HistoryEvent) => void = (event) => early.push(event);
  const stop = await workspace.watchLog((event) => tell(event));
  const last = await editsAt(workspace, path, limit);
  for (const entry of last.reverse()) learn(entry);
  tell = take;
  early.forEach(take);
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
  return (await workspace.log()).filter(await chooser(workspace, path)).slice(0, limit);
}

/** What is not there may have been a file or a folder. */
async function chooser(
  workspace: Workspace,
  path: string | undefined,
): Promise<(entry: HistoryEntry) => boolean> {
  if (path === undefined) return () => true;
  const { real } = await workspace.resolve(path);
  const folder = real.endsWith(sep) ? real : `${real}${sep}`;
  return (entry) => entry.path === real || entry.path.startsWith(folder);
}
