import { ToolError } from '../../core/errors.ts';
import type { HistoryEntry, NextUndo } from '../../ports/history.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** An edit, and what `corvid undo` with its file would do to it. */
export type UndoChoice = HistoryEntry & {
  /**
   * `next`: undo it; `later`: undo it after the newer ones; `changed-since` and `unreadable`: refuse; `not-there`: skip it,
   * because it was never written or was reverted by hand.
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

/** For each edit, what undo would do. Writes nothing. */
export async function undoChoices(
  workspace: Workspace,
  edits: readonly HistoryEntry[],
): Promise<UndoChoice[]> {
  const choices: UndoChoice[] = [];
  for await (const choice of choicesOf(workspace, edits)) choices.push(choice);
  return choices;
}

/** The first edit that undo does not skip. */
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
    yield { ...entry, ...undoStateOf(entry, past) };
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

function undoStateOf({ id }: HistoryEntry, past: Past): Pick<UndoChoice, 'undo' | 'reason'> {
  if (past.state === 'unreadable') return { undo: past.state, reason: past.reason };
  if (past.state === 'empty' || id > past.entry.id) return { undo: 'not-there' };
  if (id !== past.entry.id) return { undo: 'later' };
  return { undo: past.state === 'ready' ? 'next' : past.state };
}
