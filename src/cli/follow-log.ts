import type { HistoryEntry, HistoryEvent } from '../ports/history.ts';
import type { Workspace } from '../workspace/workspace.ts';

export type Following = {
  /** Only of this file. */
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
  const real = path && (await workspace.resolve(path)).real;
  const known = new Map<string, HistoryEntry>();
  const learn = (entry: HistoryEntry) => {
    if (known.has(entry.id) || (real && entry.path !== real)) return;
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
  const last = await workspace.log({ limit, ...(path && { path }) });
  for (const entry of last.reverse()) learn(entry);
  tell = take;
  early.forEach(take);
  return stop;
}
