import { ToolError } from '../core/errors.ts';
import type { HistoryEntry, LookBack } from '../ports/history.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** An edit, and what `corvid undo` with its file would do to it. */
export type UndoChoice = HistoryEntry & {
  /**
   * `next`: take it back; `later`: once the newer ones are; `changed-since` and `unreadable`: refuse; `never-made`: pass
   * over it.
   */
  readonly undo: 'next' | 'later' | 'changed-since' | 'unreadable' | 'never-made';
  /** Why the file is unreadable. */
  readonly reason?: string;
};

/** Those of a workspace's folders, or of one file, newest first. Writes nothing. */
export async function undoChoices(workspace: Workspace, path?: string): Promise<UndoChoice[]> {
  const entries = await workspace.log(path === undefined ? {} : { path });
  const pasts = new Map<string, Past>();
  for (const each of new Set(entries.map((entry) => entry.path)))
    if (await isInside(workspace, each)) pasts.set(each, await pastOf(workspace, each));
  return entries.flatMap((entry) => {
    const past = pasts.get(entry.path);
    return past ? { ...entry, ...standing(entry, past) } : [];
  });
}

type Past = LookBack | { readonly state: 'unreadable'; readonly reason: string };

function isInside(workspace: Workspace, path: string): Promise<boolean> {
  return workspace.resolve(path).then(
    () => true,
    () => false,
  );
}

async function pastOf(workspace: Workspace, path: string): Promise<Past> {
  try {
    return await workspace.lookBack(path);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { state: 'unreadable', reason: error.message };
  }
}

function standing({ id }: HistoryEntry, past: Past): Pick<UndoChoice, 'undo' | 'reason'> {
  if (past.state === 'unreadable') return { undo: past.state, reason: past.reason };
  if (past.state === 'empty' || id > past.entry.id) return { undo: 'never-made' };
  if (id !== past.entry.id) return { undo: 'later' };
  return { undo: past.state === 'ready' ? 'next' : past.state };
}
