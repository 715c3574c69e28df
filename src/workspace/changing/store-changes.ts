import { diffOfEdits, editBetween } from '../../core/edit/diff.ts';
import type { Change, TextEdit } from '../../core/edit/text-edit.ts';
import { ToolError } from '../../core/errors.ts';
import { lineNumberAt } from '../../core/text/lines.ts';
import type { Files, StagedFile } from '../../ports/files.ts';
import type { History, HistoryEntry } from '../../ports/history.ts';
import type { Locks } from '../../ports/locks.ts';
import type { WorkspacePath } from '../paths/workspace-path.ts';
import type { Documents } from '../reading/document-reading.ts';
import { createTurns } from '../turns.ts';
import type { Described, Draft } from './change.ts';

export type StoredChange = {
  readonly change: Draft['change'];
  readonly described: Described;
  readonly undoable: boolean;
};

type Stores = {
  readonly files: Files;
  readonly history: History;
  readonly documents: Pick<Documents, 'textOf'>;
};

type Prepared = {
  change: Draft['change'];
  staged?: StagedFile;
  entry?: HistoryEntry;
  described?: Described;
};

/** A longer diff is of no use. */
const MAX_DIFF_CHARACTERS = 1_000_000;
/** Files that are staged at the same time. */
const MAX_STAGING = 16;

/**
 * Makes changes of several files, all or none. Each is described and recorded while its bytes go to the disk; when
 * all are staged, they are put in place.
 */
export async function storeChanges(
  stores: Stores,
  drafts: readonly Draft[],
  signal?: AbortSignal,
): Promise<StoredChange[]> {
  refuseTwice(drafts.map(({ change }) => change.path));
  const prepared: Prepared[] = drafts.map(({ change }) => ({ change }));
  const committed: Prepared[] = [];
  const turns = createTurns();
  try {
    await eachOf(drafts, (next, i) => prepare(stores, next, prepared[i]!));
    const [first] = prepared;
    if (signal?.aborted)
      throw new ToolError('CANCELLED', `Cancelled: ${first?.change.path} was not changed.`);
    for (const [i, next] of prepared.entries()) {
      const stored = await next.staged!.commit(next.change.before);
      committed.push(next);
      if (stored) await correct(stores, drafts[i]!, next, stored);
      await turns();
    }
  } catch (error) {
    const stuck = await rollBack(stores, prepared, committed);
    throw stuck.length > 0 ? halfDone(error, stuck) : error;
  }
  for (const { change } of committed) {
    await stores.history.prune(change.path);
    await turns();
  }
  return prepared.map(({ change, described, entry }) => ({
    change,
    described: described!,
    undoable: entry?.stored !== false,
  }));
}

/** Two changes of one file are each made of what it is now: the second would take back the first. */
function refuseTwice(paths: readonly string[]): void {
  if (new Set(paths).size === paths.length) return;
  const twice = paths.find((path, i) => paths.indexOf(path) !== i)!;
  throw new ToolError('INVALID_PARAMS', `Nothing was changed: ${twice} is given twice. Make its edits one.`, {
    path: twice,
  });
}

/** Calls `action` for each, several at a time; the first failure is thrown when none is under way any more. */
async function eachOf<T>(
  items: readonly T[],
  action: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries();
  let failure: { readonly error: unknown } | undefined;
  const work = async () => {
    for (const [i, item] of queue) {
      if (failure) return;
      await action(item, i).catch((error: unknown) => {
        failure ??= { error };
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_STAGING, items.length) }, work));
  if (failure) throw failure.error;
}

async function prepare({ files, history }: Stores, draft: Draft, prepared: Prepared): Promise<void> {
  const { change, tool } = draft;
  const stage = async () => {
    const { path, after } = change;
    prepared.staged = after ? await files.stage(path, after, draft.newMode) : stagedRemoval(files, path);
  };
  const remember = async () => {
    prepared.described = describeChange(draft.path, draft.before.text, draft.edits);
    prepared.entry = await record(history, change, tool, prepared.described);
  };
  const [staged, remembered] = await Promise.allSettled([stage(), remember()]);
  if (staged.status === 'rejected') throw staged.reason;
  if (remembered.status === 'rejected') throw remembered.reason;
}

/** A file goes only when all others are ready. */
function stagedRemoval(files: Files, path: string): StagedFile {
  return {
    async commit(replacing) {
      await files.remove(path, replacing!);
      return undefined;
    },
    async discard() {},
  };
}

function record(
  history: History,
  change: Change,
  tool: string,
  { diff: { added, removed, text } }: Described,
): Promise<HistoryEntry> {
  return history.record({ ...change, tool, linesAdded: added, linesRemoved: removed, diff: text });
}

/** The result and the history describe what was stored, which may differ from what was planned. */
async function correct(
  { history, documents }: Stores,
  draft: Draft,
  prepared: Prepared,
  stored: Uint8Array,
): Promise<void> {
  const { path, before } = prepared.change;
  prepared.change = { path, before, after: stored };
  const text = draft.before.text;
  const between = editBetween(text, await documents.textOf(draft.path, stored));
  prepared.described = describeChange(draft.path, text, [between]);
  const planned = prepared.entry;
  prepared.entry = await record(history, prepared.change, draft.tool, prepared.described);
  if (planned) await history.forget(planned);
}

/** Returns the files that could not be restored. */
async function rollBack(
  { files, history }: Stores,
  prepared: readonly Prepared[],
  committed: readonly Prepared[],
): Promise<string[]> {
  const stuck: string[] = [];
  for (const next of prepared) {
    if (committed.includes(next)) {
      const { path, before, after } = next.change;
      const isBack = await putBack(files, path, after, before).then(
        () => true,
        () => false,
      );
      if (!isBack) {
        stuck.push(next.change.path);
        continue;
      }
    } else await next.staged?.discard();
    if (next.entry) await history.forget(next.entry);
  }
  return stuck;
}

/** Brings a file that holds `current` back to what it held before; undefined: it did not exist. */
export async function putBack(
  files: Files,
  path: string,
  current: Uint8Array | undefined,
  before: Uint8Array | undefined,
): Promise<void> {
  if (before === undefined) return files.remove(path, current!);
  const staged = await files.stage(path, before);
  try {
    await staged.commit(current);
  } catch (error) {
    await staged.discard();
    throw error;
  }
}

function halfDone(error: unknown, stuck: readonly string[]): ToolError {
  const reason = error instanceof Error ? error.message : String(error);
  const hint = error instanceof ToolError ? error.hint : undefined;
  return new ToolError(
    'IO_ERROR',
    `${reason.replace(/[^.]$/, '$&.')} The other files were put back, except these, which keep the change: ${stuck.join(', ')}. ` +
      'Undo it there with file_editor undo_edit.',
    { paths: stuck },
    hint,
  );
}

/** What a change does to the text, for people and models to read. */
export function describeChange(path: WorkspacePath, before: string, edits: readonly TextEdit[]): Described {
  const offset = edits[0]?.span.start ?? 0;
  const firstLine = lineNumberAt(before, offset);
  const known = { offset, line: firstLine };
  const diff = diffOfEdits(path.shown, before, edits, { maxCharacters: MAX_DIFF_CHARACTERS, known });
  return { before, edits, firstLine, diff };
}

/** Takes the locks in the order of their names, so that two calls never wait for each other. */
export function lockAll<T>(locks: Locks, paths: readonly string[], action: () => Promise<T>): Promise<T> {
  const locking = [...new Set(paths)]
    .sort()
    .reduceRight<() => Promise<T>>((inner, path) => () => locks.withLock(path, inner), action);
  return locking();
}
