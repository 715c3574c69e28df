import { counted } from '../../text/counted.ts';
import type { Group } from '../group.ts';
import { notKeptReasons } from '../not-kept-reasons.ts';
import {
  authorText,
  changesText,
  headText,
  type ListedChange,
  listed,
  type ShowPath,
  shownChanges,
} from '../shown-changes.ts';

/** What is known of a command's changes when its result is reported. */
export type CommandChanges = {
  readonly groups: readonly Group[];
  /** What earlier commands changed, recorded too late for their results. */
  readonly late: readonly Group[];
  /** What was changed since the last call by others. */
  readonly earlier: readonly Group[];
  /** Why nothing is recorded. */
  readonly notRecorded?: string | undefined;
};

/** Lines for changes by others. */
const MAX_EARLIER = 3;

/** A few lines for the caller; none if nothing changed. */
export function commandReport(changes: CommandChanges, show: ShowPath): string[] {
  const { groups, late, earlier, notRecorded } = changes;
  const rest = earlier.length - MAX_EARLIER;
  const unknown = `What this command changes is not recorded: ${notRecorded}.`;
  return [
    ...earlier.slice(0, MAX_EARLIER).map((group) => earlierLine(group, show)),
    ...(rest > 0 ? [`Changed since the last call: ${counted(rest, 'more group')}.`] : []),
    ...late.flatMap((group) => groupLines(group, show, 'An earlier command changed')),
    ...groups.flatMap((group) => groupLines(group, show, 'Changed')),
    ...(notRecorded === undefined ? [] : [unknown]),
  ];
}

function earlierLine(group: Group, show: ShowPath): string {
  const text = changesText(shownChanges(group.changes), show);
  return `Changed since the last call by ${authorText(group)}: ${text}.`;
}

function groupLines(group: Group, show: ShowPath, verb: string): string[] {
  const changes = shownChanges(group.changes);
  const { id, heads = [], notCovered = [], isPartial } = group;
  const others = [...new Set(group.changes.flatMap(({ shared = [] }) => shared))];
  const lost = changes.filter(({ notKept }) => notKept !== undefined);
  const undo = `Undo: undo {"id":"${id}"}`;
  return [
    ...(changes.length > 0 ? [`${verb} ${changesText(changes, show)}. ${undo}`] : []),
    ...(lost.length > 0 ? [`Cannot be restored: ${listed(lost.map((each) => lostText(each, show)))}.`] : []),
    ...(others.length > 0
      ? [`Another command ran at the same time: its changes are undone together with ${others.join(', ')}.`]
      : []),
    ...(changes.length > 0
      ? heads.map((head) => `HEAD moved from ${headText(head)}: undo needs files_only.`)
      : []),
    ...(notCovered.length > 0 ? [`Not recorded, since it is ignored: ${listed(notCovered.map(show))}.`] : []),
    ...(isPartial ? [PARTIAL] : []),
  ];
}

const PARTIAL =
  'The folder was still being read when the command began: not all of its changes are recorded.';

function lostText({ path, notKept }: ListedChange, show: ShowPath): string {
  return `${show(path)} (${notKeptReasons[notKept!]})`;
}

/** Paths that are given to programs. */
const MAX_PATHS = 200;

/** The same facts for programs. */
export function commandFacts({
  groups,
  late,
  earlier,
  notRecorded,
}: CommandChanges): Record<string, unknown> {
  return {
    ...(groups.length > 0 && { changes: groups.map(groupFacts) }),
    ...(late.length > 0 && { earlier_changes: late.map(groupFacts) }),
    ...(earlier.length > 0 && {
      changed_by_others: earlier.map((group) => ({ by: authorText(group), ...groupFacts(group) })),
    }),
    ...(notRecorded !== undefined && { changes_not_recorded: notRecorded }),
  };
}

function groupFacts(group: Group): Record<string, unknown> {
  const changes = shownChanges(group.changes);
  const { id, heads, notCovered, isPartial = false } = group;
  return {
    ...(changes.length > 0 && { id }),
    count: changes.length,
    files: changes.slice(0, MAX_PATHS).map(({ path, kind, added, removed, notKept }) => ({
      ...{ path, kind, added, removed },
      not_kept: notKept,
    })),
    ...(heads && { heads: heads.map((head) => ({ repository: head.repository, moved: headText(head) })) }),
    ...(notCovered && { not_covered: notCovered }),
    ...(isPartial && { partial: true }),
  };
}
