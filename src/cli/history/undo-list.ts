import { ToolError } from '../../core/errors.ts';
import type { HistoryEntry, NextUndo } from '../../ports/history.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** An edit, and what `corvid undo` with its file would do to it. */
export type UndoChoice = HistoryEntry & {
  /**
   * `next`: take it back; `later`: once the newer ones are; `changed-since` and `unreadable`: refuse; `not-there`: pass
   * over it, since it was never made or someone has taken it back by hand.
   */
  readonly undo: 'next' | 'later' | 'changed-since' | 'unreadable' | 'not-there';
  /** Why the file is unreadable. */
  readonly reason?: string;
};

/** The edits in a workspace's folders, or of one file, newest first. */
export async function rememberedEdits(workspace: Workspace, path?: string): Promise<HistoryEntry[]> {
  const entries = await workspace.log(path === undefined ? {} : { path });
  const inside = new Set<string>();
  for (const each of new Set(entries.map((entry) => entry.path)))
    if (await isInside(workspace, each)) inside.add(each);
  return entries.filter((entry) => inside.has(entry.path));
}

/** Of each edit what undo would do to it. Writes nothing. */
export async function undoChoices(
  workspace: Workspace,
  edits: readonly HistoryEntry[],
): Promise<UndoChoice[]> {
  const choices: UndoChoice[] = [];
  for await (const choice of choicesOf(workspace, edits)) choices.push(choice);
  return choices;
}

/** The first that undo does not pass over. */
export async function firstChoice(
  workspace: Workspace,
  edits: readonly HistoryEntry[],
): Promise<UndoChoice | undefined> {
  for await (const choice of choicesOf(workspace, edits)) if (choice.undo !== 'not-there') return choice;
  return undefined;
}

async function* choicesOf(workspace: Workspace, edits: readonly HistoryEntry[]): AsyncGenerator<UndoChoice> {
  const pasts = new Map<string, Past>();
  for (const entry of edits) {
    const past = pasts.get(entry.path) ?? (await pastOf(workspace, entry.path));
    pasts.set(entry.path, past);
    yield { ...entry, ...standing(entry, past) };
  }
}

type Past = NextUndo | { readonly state: 'unreadable'; readonly reason: string };

export function isInside(workspace: Workspace, path: string): Promise<boolean> {
  return workspace.resolve(path).then(
    () => true,
    () => false,
  );
}

async function pastOf(workspace: Workspace, path: string): Promise<Past> {
  try {
    return await workspace.peekUndo(path);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { state: 'unreadable', reason: error.message };
  }
}

function standing({ id }: HistoryEntry, past: Past): Pick<UndoChoice, 'undo' | 'reason'> {
  if (past.state === 'unreadable') return { undo: past.state, reason: past.reason };
  if (past.state === 'empty' || id > past.entry.id) return { undo: 'not-there' };
  if (id !== past.entry.id) return { undo: 'later' };
  return { undo: past.state === 'ready' ? 'next' : past.state };
}
