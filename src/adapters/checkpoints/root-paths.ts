import type { Group } from '../../core/checkpoints/group.ts';
import type { Outcome, Plan } from '../../ports/checkpoints.ts';

// Recorders know paths relative to their folder; everyone else knows absolute ones.

/** The path below the folder, or '' for the folder itself and all above it; undefined if it is elsewhere. */
export function pathInRoot(root: string, path: string): string | undefined {
  if (path === root || isBelow(path, root)) return '';
  return isBelow(root, path) ? path.slice(withSlash(root).length) : undefined;
}

export function absoluteIn(root: string, path: string): string {
  return withSlash(root) + path;
}

export function absoluteGroup(root: string, group: Group): Group {
  const { changes, heads, notCovered } = group;
  return {
    ...group,
    changes: changes.map((change) => ({ ...change, path: absoluteIn(root, change.path) })),
    ...(heads && {
      heads: heads.map((move) => ({ ...move, repository: absoluteIn(root, move.repository) })),
    }),
    ...(notCovered && { notCovered: notCovered.map((path) => absoluteIn(root, path)) }),
  };
}

export function absolutePlan(root: string, plan: Plan): Plan {
  return mapPlan(plan, (path) => absoluteIn(root, path));
}

/** The part of a plan that is about this folder. */
export function planInRoot(root: string, plan: Plan): Plan {
  const isInside = ({ path }: { path: string }) => isBelow(root, path);
  const { ready, conflicts, notKept, merged } = plan;
  const part = {
    ...plan,
    ready: ready.filter(isInside),
    conflicts: conflicts.filter(isInside),
    notKept: notKept.filter(isInside),
    merged: merged.filter(isInside),
    already: plan.already.filter((path) => isBelow(root, path)),
    inUse: plan.inUse.filter((path) => isBelow(root, path)),
    heads: [],
  };
  const { path } = plan.selection;
  const inside = path === undefined ? undefined : pathInRoot(root, path);
  const relative = mapPlan(part, (each) => each.slice(withSlash(root).length));
  const { path: _, ...selection } = plan.selection;
  return { ...relative, selection: { ...selection, ...(inside !== undefined && { path: inside }) } };
}

export function absoluteOutcome(root: string, outcome: Outcome): Outcome {
  const { group, plan, restored, failed } = outcome;
  return {
    ...outcome,
    plan: absolutePlan(root, plan),
    ...(group && { group: absoluteGroup(root, group) }),
    restored: restored.map((path) => absoluteIn(root, path)),
    failed: failed.map(({ path, why }) => ({ path: absoluteIn(root, path), why })),
  };
}

function mapPlan(plan: Plan, change: (path: string) => string): Plan {
  const mapped = <T extends { path: string }>(items: readonly T[]): T[] =>
    items.map((item) => ({ ...item, path: change(item.path) }));
  return {
    ...plan,
    ready: mapped(plan.ready),
    conflicts: mapped(plan.conflicts).map((conflict) =>
      // These are about a folder, others about groups.
      ['no-folder', 'folder-in-use'].includes(conflict.why)
        ? { ...conflict, about: conflict.about.map(change) }
        : conflict,
    ),
    notKept: mapped(plan.notKept),
    merged: mapped(plan.merged),
    already: plan.already.map(change),
    inUse: plan.inUse.map(change),
    heads: plan.heads.map((move) => ({ ...move, repository: change(move.repository) })),
  };
}

function isBelow(root: string, path: string): boolean {
  return path.startsWith(withSlash(root));
}

function withSlash(root: string): string {
  return root.endsWith('/') ? root : `${root}/`;
}
