import { type Group, isUndo } from './group.ts';

/** Which groups to undo. Without anything: the last one. */
export type Selection = {
  /** These groups, by any author. */
  readonly ids?: readonly string[];
  /** How many of the last groups. */
  readonly steps?: number;
  /** All groups that ended after this time, in milliseconds since 1970. */
  readonly since?: number;
  /** All groups that were recorded after the one with this id. */
  readonly after?: string;
  /** Only what happened at this path, relative to the covered folder, or below it. */
  readonly path?: string;
  /** Only groups of this client count as the last ones. */
  readonly client?: string;
  /** Takes back undos instead. */
  readonly redo?: boolean;
};

export type Selected = {
  /** Newest first. */
  readonly groups: readonly Group[];
  /** Ids that are not there. */
  readonly missing: readonly string[];
};

/** Chooses among all groups, in any order. Changes by another author are chosen only by their id. */
export function selectGroups(all: readonly Group[], selection: Selection): Selected {
  const newestFirst = [...all].sort(byOrder).reverse();
  const { ids } = selection;
  if (ids) {
    const groups = newestFirst.filter(({ id }) => ids.includes(id));
    return { groups, missing: ids.filter((id) => !groups.some((group) => group.id === id)) };
  }
  const { since, after } = selection;
  const mark = all.find(({ id }) => id === after);
  if (after !== undefined && !mark) return { groups: [], missing: [after] };
  const undone = undoneIds(all);
  const groups = newestFirst.filter(
    (group) =>
      isCandidate(group, undone, selection) &&
      (since === undefined || group.to > since) &&
      (mark === undefined || group.order > mark.order),
  );
  const isLast = since === undefined && mark === undefined;
  return { groups: groups.slice(0, selection.steps ?? (isLast ? 1 : groups.length)), missing: [] };
}

/** The groups whose changes were taken back and not made again. */
export function undoneIds(all: readonly Group[]): Set<string> {
  const undone = new Set<string>();
  for (const { id, undoes = [] } of [...all].sort(byOrder).reverse()) {
    // An undo that was itself undone counts for nothing.
    if (!undone.has(id)) for (const each of undoes) undone.add(each);
  }
  return undone;
}

/** Whether something happened at the path or below it. */
export function concernsPath(changed: string, path: string): boolean {
  return path === '' || changed === path || changed.startsWith(`${path}/`);
}

function isCandidate(group: Group, undone: ReadonlySet<string>, selection: Selection): boolean {
  const { client, path, redo = false } = selection;
  if (group.by.kind === 'other' || undone.has(group.id) || group.changes.length === 0) return false;
  if (redo ? !isUndo(group) : isUndo(group) || group.isRedo) return false;
  if (client !== undefined && group.by.client !== client) return false;
  return path === undefined || group.changes.some((change) => concernsPath(change.path, path));
}

function byOrder(one: Group, other: Group): number {
  return one.order - other.order || (one.id < other.id ? -1 : 1);
}
