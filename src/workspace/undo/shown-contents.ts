import type { Group } from '../../core/checkpoints/group.ts';
import type { Change } from '../../core/edit/text-edit.ts';
import type { ChangeContents } from '../../ports/checkpoints.ts';
import type { ClientCheckpoints } from '../client-checkpoints.ts';
import type { WorkspaceFiles } from '../workspace-files.ts';
import type { UndoReport } from './undo-groups.ts';

type Parts = { readonly files: WorkspaceFiles; readonly checkpoints: ClientCheckpoints };

/** Changes whose contents may be shown, and the paths of which a rule forbids it. */
export type ShownContents = { readonly changes: readonly Change[]; readonly denied: readonly string[] };

/** What a group changed. */
export async function contentsOfGroup(parts: Parts, id: string, path?: string): Promise<ShownContents> {
  return shown(parts.files, await parts.checkpoints.diff(id, path === undefined ? {} : { path }));
}

/** What an undo changed; of a dry run, what it would change. */
export async function contentsOfUndo(parts: Parts, report: UndoReport): Promise<ShownContents> {
  if (report.group) return contentsOfGroup(parts, report.group.id);
  const { ready } = report.plan;
  const sides = await outerSides(parts.checkpoints, report.chosen);
  const reversed = ready.flatMap(({ path, from, to }) => {
    const known = sides.get(path);
    return known
      ? [{ change: { path, before: from, after: to }, before: known.after, after: known.before }]
      : [];
  });
  return shown(parts.files, reversed);
}

type Sides = { readonly before: Uint8Array | undefined; readonly after: Uint8Array | undefined };

/** Of each path: what it was before the oldest of the groups, and after the newest. */
async function outerSides(
  checkpoints: ClientCheckpoints,
  newestFirst: readonly Group[],
): Promise<Map<string, Sides>> {
  const sides = new Map<string, Sides>();
  for (const { id } of newestFirst)
    for (const { change, before, after } of await checkpoints.diff(id))
      sides.set(change.path, { before, after: sides.get(change.path)?.after ?? after });
  return sides;
}

async function shown(files: WorkspaceFiles, contents: readonly ChangeContents[]): Promise<ShownContents> {
  const isReadable = await files.readableTest();
  const changes = contents
    .filter(({ before, after }) => before ?? after)
    .map(({ change: { path }, before, after }) => ({ path, before, after }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    changes: changes.filter(({ path }) => isReadable(path)),
    denied: contents.map(({ change }) => change.path).filter((path) => !isReadable(path)),
  };
}
