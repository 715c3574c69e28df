import type { Group, GroupChange } from '../../../core/checkpoints/group.ts';
import { isSameState } from '../../../core/checkpoints/path-state.ts';

/** Groups of other servers count that ended not much before the last look: clocks and files are not exact. */
const SLACK_MS = 2_000;

/** Which of the changes another server has recorded as its own, and the rest. */
export function groupsOfOthers(
  changes: readonly GroupChange[],
  all: readonly Group[],
  { server, since }: { server: string; since: number },
): { recorded: Group[]; rest: GroupChange[] } {
  const foreign = all.filter(
    ({ by, to }) => by.kind === 'call' && by.server !== server && to >= since - SLACK_MS,
  );
  const recorded = new Set<Group>();
  const rest = changes.filter((change) => {
    const owner = foreign.find((group) => group.changes.some((theirs) => endsAs(theirs, change)));
    if (owner) recorded.add(owner);
    return !owner;
  });
  return { recorded: [...recorded], rest };
}

function endsAs(theirs: GroupChange, { path, after }: GroupChange): boolean {
  return theirs.path === path && isSameState(theirs.after, after);
}
