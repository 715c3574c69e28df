import { type Group, isUndo } from './group.ts';
import { isSameContent, type PathChange, type PathState } from './path-state.ts';
import { undoneIds } from './select-groups.ts';

/** The groups that changes reverse, as a whole or in part: for each path the newest that was not taken back yet. */
export function takenBack(
  all: readonly Group[],
  changes: readonly PathChange[],
): Pick<Group, 'undoes' | 'undoesPartOf'> {
  const undone = undoneIds(all);
  const candidates = all
    .filter((group) => group.by.kind === 'call' && !undone.has(group.id) && !isUndo(group))
    .sort((a, b) => b.order - a.order);
  const reversed = changes.flatMap((change) => candidates.find((group) => isReversed(group, change)) ?? []);
  const groups = [...new Set(reversed)];
  const ids = (some: readonly Group[]) => some.map(({ id }) => id);
  const isWhole = (group: Group) =>
    filesOf(group).every((made) => changes.some((one) => reverses(one, made)));
  const [whole, parts] = [groups.filter(isWhole), groups.filter((group) => !isWhole(group))];
  if (groups.length === 0) return {};
  return { undoes: ids(whole), ...(parts.length > 0 && { undoesPartOf: ids(parts) }) };
}

function isReversed(group: Group, change: PathChange): boolean {
  return group.changes.some((made) => reverses(change, made));
}

function reverses(change: PathChange, made: PathChange): boolean {
  return (
    change.path === made.path &&
    isSameSide(change.before, made.after) &&
    isSameSide(change.after, made.before)
  );
}

/** Whatever the permissions are. */
function isSameSide(one: PathState | undefined, other: PathState | undefined): boolean {
  return one === undefined || other === undefined ? one === other : isSameContent(one, other);
}

/** Folders that were made for a file stay when it is taken back alone. */
function filesOf({ changes }: Group): readonly PathChange[] {
  return changes.filter(({ before, after }) => (before ?? after)?.kind !== 'folder');
}
