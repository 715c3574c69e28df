import type { Group, GroupChange, HeadMove } from './group.ts';
import {
  depthOf,
  foldersAbove,
  isSameState,
  isSaved,
  type NotSaved,
  type PathState,
  parentOf,
  type SavedFile,
  whyNotKept,
} from './path-state.ts';
import { concernsPath } from './select-groups.ts';

/** A path that is as the groups left it: it goes from the one state to the other. */
export type Restore = {
  readonly path: string;
  readonly from?: PathState | undefined;
  readonly to?: PathState | undefined;
};

export type ConflictReason =
  /** It is not as the groups left it. */
  | 'changed-since'
  /** Between two of the groups another change was made. */
  | 'changed-between'
  /** Another command ran at the same time, and may have made the change. */
  | 'shared'
  /** The folder that it was in is gone, or something else is there. */
  | 'no-folder'
  /** Something that is not part of the groups is in a folder that has to make way. */
  | 'folder-in-use'
  /** What it was before is no longer stored. */
  | 'content-gone';

export type Conflict = {
  readonly path: string;
  readonly why: ConflictReason;
  /** The groups or the path that it is about. */
  readonly about: readonly string[];
  /** The three contents of which a merge could be made. */
  readonly merge?: Mergeable;
};

/** What the groups left, what is there now, and what was there before them. */
export type Mergeable = { readonly base: SavedFile; readonly ours: SavedFile; readonly theirs: SavedFile };

export type NotKept = { readonly path: string; readonly why: NotSaved | 'special'; readonly size?: number };

export type UndoPlan = {
  /** The ids of the groups, newest first. */
  readonly groups: readonly string[];
  readonly ready: readonly Restore[];
  /** Paths that are as they were before the groups. */
  readonly already: readonly string[];
  readonly conflicts: readonly Conflict[];
  /** Changes that cannot be undone, since a content was not saved. */
  readonly notKept: readonly NotKept[];
  /** Folders that stay, since they hold what is not part of the groups. */
  readonly inUse: readonly string[];
  /** Repositories whose head moved together with the files. */
  readonly heads: readonly HeadMove[];
};

/** What there is now. */
export type Present = {
  /** Of each path of the groups, and of the folders above it. */
  readonly states: ReadonlyMap<string, PathState | undefined>;
  /** The names in the folders that the groups made. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  readonly hasContent: (id: string) => boolean;
};

/** What taking back the groups means for each path. Nothing is ready that is not as the groups left it. */
export function planUndo(
  groups: readonly Group[],
  present: Present,
  options: { path?: string | undefined } = {},
): UndoPlan {
  const planned = chainsOf(groups, options.path).map((chain) => planPath(chain, groups, present.states));
  const kept = planned.map((each) => withContent(each, present.hasContent));
  const { plans, inUse } = withFolders(kept, present);
  return {
    groups: groups.map(({ id }) => id),
    ready: plans.flatMap((plan) => (plan.kind === 'ready' ? [plan.restore] : [])),
    already: plans.flatMap((plan) => (plan.kind === 'already' ? [plan.path] : [])),
    conflicts: plans.flatMap((plan) => (plan.kind === 'conflict' ? [plan.conflict] : [])),
    notKept: plans.flatMap((plan) => (plan.kind === 'not-kept' ? [plan.notKept] : [])),
    inUse,
    heads: groups.flatMap(({ heads = [], changes }) => (changes.length > 0 ? heads : [])),
  };
}

/** The paths whose present state a plan must know: those of the groups, and the folders above them. */
export function pathsToPlan(groups: readonly Group[], path?: string): string[] {
  const changed = chainsOf(groups, path).map((chain) => chain.path);
  return [...new Set([...changed, ...changed.flatMap(foldersAbove)])];
}

/** Folders that the groups made, and which have to go: their names must be known. */
export function foldersToEmpty(groups: readonly Group[], path?: string): string[] {
  return chainsOf(groups, path)
    .filter(
      ({ changes }) => changes[0]!.before?.kind !== 'folder' && changes.at(-1)!.after?.kind === 'folder',
    )
    .map((chain) => chain.path);
}

/** The changes of one path, oldest first. */
type Chain = { readonly path: string; readonly changes: readonly GroupChange[] };

function chainsOf(groups: readonly Group[], path: string | undefined): Chain[] {
  const chains = new Map<string, GroupChange[]>();
  const seen = new Set<string>();
  for (const change of groups.flatMap(({ changes }) => changes)) {
    if (path !== undefined && !concernsPath(change.path, path)) continue;
    // A shared change is part of each of its groups.
    const key = `${change.at} ${change.path}`;
    if (change.shared && seen.has(key)) continue;
    seen.add(key);
    chains.set(change.path, [...(chains.get(change.path) ?? []), change]);
  }
  return [...chains].map(([name, changes]) => ({ path: name, changes: changes.sort((a, b) => a.at - b.at) }));
}

type PathPlan =
  | { readonly kind: 'ready'; readonly path: string; readonly restore: Restore }
  | { readonly kind: 'already'; readonly path: string }
  | { readonly kind: 'conflict'; readonly path: string; readonly conflict: Conflict }
  | { readonly kind: 'not-kept'; readonly path: string; readonly notKept: NotKept };

function planPath({ path, changes }: Chain, groups: readonly Group[], states: Present['states']): PathPlan {
  const now = states.get(path);
  const { before } = changes[0]!;
  const { after } = changes.at(-1)!;
  if (isAlready(before, after, now)) return { kind: 'already', path };
  const unknown = firstNotKept([before, after]);
  if (unknown) return { kind: 'not-kept', path, notKept: { path, ...unknown } };
  const ids = groups.map(({ id }) => id);
  const missing = [...new Set(changes.flatMap(({ shared = [] }) => shared))].filter(
    (id) => !ids.includes(id),
  );
  if (missing.length > 0) return conflict({ path, why: 'shared', about: missing });
  const last = changes.findLastIndex((change) => isSameState(change.after, now));
  if (last >= 0 && isUnbroken(changes.slice(0, last + 1)))
    return { kind: 'ready', path, restore: { path, from: now, to: before } };
  const why = last >= 0 ? 'changed-between' : 'changed-since';
  const about = groups.filter((group) => group.changes.some((change) => change.path === path));
  const conflicting = { path, why, about: about.map(({ id }) => id) } as const;
  const isMergeable = isUnbroken(changes) && isSaved(before) && isSaved(after) && isSaved(now);
  return conflict(
    isMergeable ? { ...conflicting, merge: { base: after, ours: now, theirs: before } } : conflicting,
  );
}

/** A folder that was removed and is there again needs nothing, whatever its permissions are now. */
function isAlready(before?: PathState, after?: PathState, now?: PathState): boolean {
  const isFolderAgain = before?.kind === 'folder' && after?.kind !== 'folder' && now?.kind === 'folder';
  return isFolderAgain || isSameState(before, now);
}

function firstNotKept(sides: readonly (PathState | undefined)[]): Omit<NotKept, 'path'> | undefined {
  for (const side of sides) {
    const why = whyNotKept(side);
    if (why) return side?.kind === 'file' ? { why, size: side.size } : { why };
  }
  return undefined;
}

/** Each change begins as the one before it ended. */
function isUnbroken(changes: readonly GroupChange[]): boolean {
  return changes.every(({ before }, at) => at === 0 || isSameState(changes[at - 1]!.after, before));
}

function conflict(given: Conflict): PathPlan {
  return { kind: 'conflict', path: given.path, conflict: given };
}

function withContent(plan: PathPlan, hasContent: Present['hasContent']): PathPlan {
  if (plan.kind === 'conflict' && plan.conflict.merge) {
    const { merge, ...rest } = plan.conflict;
    return hasContent(merge.base.id) && hasContent(merge.theirs.id) ? plan : conflict(rest);
  }
  if (plan.kind !== 'ready' || !isSaved(plan.restore.to) || hasContent(plan.restore.to.id)) return plan;
  return conflict({ path: plan.path, why: 'content-gone', about: [] });
}

/** Paths depend on the folders above them, and folders that go on what is in them. */
function withFolders(plans: readonly PathPlan[], present: Present): { plans: PathPlan[]; inUse: string[] } {
  const byPath = new Map(plans.map((plan) => [plan.path, plan]));
  const shallowFirst = [...plans].sort((a, b) => depthOf(a.path) - depthOf(b.path));
  for (const plan of shallowFirst) byPath.set(plan.path, withFolderAbove(plan, byPath, present.states));
  const inUse: string[] = [];
  for (const { path } of shallowFirst.reverse()) {
    const plan = byPath.get(path)!;
    if (plan.kind !== 'ready' || plan.restore.from?.kind !== 'folder' || plan.restore.to?.kind === 'folder')
      continue;
    if (isEmptied(path, byPath, present.names)) continue;
    byPath.delete(path);
    if (plan.restore.to) byPath.set(path, conflict({ path, why: 'folder-in-use', about: [path] }));
    else inUse.push(path);
  }
  // A folder that has to stay may be in the way of what was inside it.
  const rest = [...byPath.values()];
  return { plans: rest, inUse: inUse.reverse() };
}

function withFolderAbove(
  plan: PathPlan,
  plans: ReadonlyMap<string, PathPlan>,
  states: Present['states'],
): PathPlan {
  if (plan.kind !== 'ready' || plan.restore.to === undefined) return plan;
  const folder = parentOf(plan.path);
  if (folder === '') return plan;
  const above = plans.get(folder);
  const willBe = above?.kind === 'ready' ? above.restore.to : states.get(folder);
  if (willBe?.kind === 'folder') return plan;
  return conflict({ path: plan.path, why: 'no-folder', about: [folder] });
}

function isEmptied(folder: string, plans: ReadonlyMap<string, PathPlan>, names: Present['names']): boolean {
  return (names.get(folder) ?? []).every((name) => {
    const plan = plans.get(`${folder}/${name}`);
    return plan?.kind === 'ready' && plan.restore.to === undefined;
  });
}
