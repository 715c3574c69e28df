import { type Group, isUndo } from '../../core/checkpoints/group.ts';
import { whyRefused } from '../../core/checkpoints/refused-plan.ts';
import type { Selection } from '../../core/checkpoints/select-groups.ts';
import { ToolError } from '../../core/errors.ts';
import type { Outcome, Plan } from '../../ports/checkpoints.ts';
import type { ClientCheckpoints } from '../client-checkpoints.ts';
import { readOnlyError } from '../workspace-errors.ts';
import type { WorkspaceFiles } from '../workspace-files.ts';

/** Which changes to take back. Without anything: the last one of this client. */
export type UndoRequest = {
  /** The groups with these ids, by any client or program. */
  readonly ids?: readonly string[] | undefined;
  /** Only what happened at this absolute path, or below it. */
  readonly path?: string | undefined;
  /** How many of the last groups. */
  readonly steps?: number | undefined;
  /** All groups that ended after this time, in milliseconds since 1970. */
  readonly since?: number | undefined;
  /** Makes again what was taken back. */
  readonly redo?: boolean | undefined;
  /** The last groups of all clients count, not only those of this one. */
  readonly ofAllClients?: boolean | undefined;
};

export type UndoOptions = {
  /** Find out what would happen, and write nothing. */
  readonly dryRun?: boolean | undefined;
  /** Restore what can be restored, and leave conflicts alone. */
  readonly partial?: boolean | undefined;
  /** Merge where a file was changed since and the lines do not collide. */
  readonly merge?: boolean | undefined;
  /** Also if a repository's head moved together with the files; the head stays. */
  readonly filesOnly?: boolean | undefined;
};

/** What an undo did, or would do. */
export type UndoReport = Outcome & {
  /** The groups that were chosen, newest first. */
  readonly chosen: readonly Group[];
  readonly isDryRun: boolean;
  readonly isRedo: boolean;
};

type Parts = { readonly files: WorkspaceFiles; readonly checkpoints: ClientCheckpoints };

/** Takes back groups of changes, as a whole or not at all, unless only a part is asked for. */
export async function undoGroups(
  { files, checkpoints }: Parts,
  request: UndoRequest = {},
  options: UndoOptions = {},
): Promise<UndoReport> {
  const { dryRun = false, merge = false, partial = false, filesOnly = false } = options;
  const isDryRun = dryRun || files.isPreview;
  if (files.readOnly && !isDryRun) throw readOnlyError('undo');
  const path = request.path === undefined ? undefined : await files.writablePath(request.path);
  const all = await checkpoints.list();
  const selection = selectionOf(all, { ...request, path }, checkpoints.client);
  const plan = await checkpoints.plan(selection, { merge });
  const chosen = all.filter(({ id }) => plan.groups.includes(id));
  const facts = { chosen, isDryRun, isRedo: request.redo ?? false };
  await refuseForeign(files, chosen, plan);
  if (isDryRun) return { ...facts, ...planned(plan, options) };
  const outcome = await checkpoints.apply(plan, { merge, partial, filesOnly });
  await files.restored(outcome.restored);
  return { ...facts, ...outcome };
}

function selectionOf(all: readonly Group[], request: UndoRequest, client: string): Selection {
  const { ids, path, steps, since, redo = false, ofAllClients = false } = request;
  const at = path === undefined ? {} : { path };
  if (ids) return { ids: ids.map((id) => (redo ? undoOf(all, id) : id)), ...at };
  return {
    ...at,
    redo,
    ...(steps !== undefined && { steps }),
    ...(since !== undefined && { since }),
    ...(!ofAllClients && { client }),
  };
}

/** A group that was taken back is made again by taking back its undo. */
function undoOf(all: readonly Group[], id: string): string {
  const undoes = (group: Group) => [...(group.undoes ?? []), ...(group.undoesPartOf ?? [])].includes(id);
  const given = all.find((group) => group.id === id);
  return (given && isUndo(given) ? id : all.find(undoes)?.id) ?? id;
}

/** What another program changed is taken back only where this client could have changed it itself. */
async function refuseForeign(
  files: WorkspaceFiles,
  chosen: readonly Group[],
  { ready }: Plan,
): Promise<void> {
  const foreign = new Set(
    chosen.filter(({ by }) => by.kind === 'other').flatMap(({ changes }) => changes.map(({ path }) => path)),
  );
  for (const { path } of ready) if (foreign.has(path)) await files.writablePath(path);
}

function planned(plan: Plan, options: UndoOptions): Outcome {
  const refused = whyRefused(plan, options);
  const restored = refused ? [] : [...plan.ready, ...plan.merged].map(({ path }) => path);
  return { ...(refused && { refused }), plan, restored, failed: [] };
}

/** A group, for example to show what it changed. */
export async function findGroup(checkpoints: ClientCheckpoints, id: string): Promise<Group> {
  const [group] = await checkpoints.list({ id });
  if (group) return group;
  throw new ToolError('NO_HISTORY', `There is no change with the id '${id}'.`, { id });
}
