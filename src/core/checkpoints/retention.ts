import type { Group } from './group.ts';
import { isSaved, type PathChange } from './path-state.ts';

export type RetentionLimits = {
  readonly maxAgeMs: number;
  readonly maxGroups: number;
  /** Of all contents. */
  readonly maxBytes: number;
};

/** Some room is made, so that not each further content means another look at all of them. */
const KEPT_SHARE = 0.9;

/** The groups that go: those that are too old or too many, then the oldest until the contents fit. */
export function groupsToDrop(
  groups: readonly Group[],
  contents: { readonly sizes: ReadonlyMap<string, number>; readonly needed: ReadonlySet<string> },
  { limits, now }: { limits: RetentionLimits; now: number },
): Group[] {
  const oldestFirst = [...groups].sort((a, b) => a.order - b.order);
  const dropped = oldestFirst.filter(
    ({ to }, at) => now - to > limits.maxAgeMs || at < oldestFirst.length - limits.maxGroups,
  );
  const kept = oldestFirst.filter((group) => !dropped.includes(group));
  return [...dropped, ...groupsBeyond(kept, contents, limits.maxBytes)];
}

/** The ids of the contents that are needed to undo and redo changes. */
export function contentsOf(changes: readonly PathChange[]): string[] {
  return changes.flatMap(({ before, after }) => [before, after].filter(isSaved).map(({ id }) => id));
}

function groupsBeyond(
  oldestFirst: readonly Group[],
  { sizes, needed }: { sizes: ReadonlyMap<string, number>; needed: ReadonlySet<string> },
  maxBytes: number,
): Group[] {
  const users = new Map<string, number>();
  for (const id of oldestFirst.flatMap((group) => [...new Set(contentsOf(group.changes))]))
    users.set(id, (users.get(id) ?? 0) + 1);
  let bytes = sum([...new Set([...users.keys(), ...needed])].map((id) => sizes.get(id) ?? 0));
  if (bytes <= maxBytes) return [];
  const dropped: Group[] = [];
  for (const group of oldestFirst) {
    if (bytes <= maxBytes * KEPT_SHARE) break;
    dropped.push(group);
    for (const id of new Set(contentsOf(group.changes))) {
      const left = users.get(id)! - 1;
      users.set(id, left);
      if (left === 0 && !needed.has(id)) bytes -= sizes.get(id) ?? 0;
    }
  }
  return dropped;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
