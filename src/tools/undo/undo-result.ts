import type { Group } from '../../core/checkpoints/group.ts';
import { groupLabel } from '../../core/checkpoints/group-label.ts';
import { openConflicts } from '../../core/checkpoints/refused-plan.ts';
import {
  changesText,
  type ListedChange,
  listed,
  type ShowPath,
  shownChanges,
} from '../../core/checkpoints/shown-changes.ts';
import type { UndoReport } from '../../workspace/undo/undo-groups.ts';
import { conflictText, notKeptText } from './undo-refusal.ts';

/** What an undo did, or would do, in one sentence. */
export function undoSummary(report: UndoReport, show: ShowPath): string {
  const verb = report.isRedo ? 'Made again' : 'Took back';
  const would = report.isRedo ? 'Would make again' : 'Would take back';
  const changes = changesText(undoneChanges(report), show);
  return `${report.isDryRun ? would : verb} ${listed(report.chosen.map(groupLabel))}. ${changes}.`;
}

/** What an undo changed, one entry for each path; of a dry run, what it would change. */
export function undoneChanges(report: UndoReport): ListedChange[] {
  return shownChanges(changesOf(report));
}

/** What changed, from what is there to what was; of a dry run, what would. */
function changesOf({ group, plan }: UndoReport): Group['changes'] {
  if (group) return group.changes;
  const merged = plan.merged.map(({ path }) => {
    const ours = plan.conflicts.find((conflict) => conflict.path === path)?.merge?.ours;
    return { path, before: ours, after: ours, at: 0 };
  });
  return [...plan.ready.map(({ path, from, to }) => ({ path, before: from, after: to, at: 0 })), ...merged];
}

/** What to know beside what was restored. */
export function undoRemarks(report: UndoReport, show: ShowPath): string[] {
  const { plan, chosen, failed, group } = report;
  const conflicts = openConflicts(plan).map((conflict) => conflictText(conflict, show));
  const ignored = [...new Set(chosen.flatMap(({ notCovered = [] }) => notCovered))];
  const lines: [string, readonly string[]][] = [
    ['Merged with later changes', plan.merged.map(({ path }) => show(path))],
    ['Left alone', conflicts],
    ['Could not be restored', failed.map(({ path, why }) => `${show(path)} (${why})`)],
    ['Cannot be restored, since it was not saved', plan.notKept.map((each) => notKeptText(each, show))],
    ['Kept, since other files are in it', plan.inUse.map(show)],
    ['Not recorded, since it is ignored', ignored.map(show)],
  ];
  const heads = plan.heads.length > 0 ? ['Only files were restored: the repository is as it was.'] : [];
  const back = group ? [`To reverse this: undo {"id":"${group.id}"}`] : [];
  const notes = lines.flatMap(([what, names]) => (names.length > 0 ? [`${what}: ${listed(names)}.`] : []));
  return [...notes, ...heads, ...back];
}

/** The same for programs. */
export function undoData(report: UndoReport): Record<string, unknown> {
  const { plan, group, restored, failed, isDryRun, isRedo } = report;
  return {
    ids: plan.groups,
    ...(group && { id: group.id }),
    restored,
    ...(plan.merged.length > 0 && { merged: plan.merged.map(({ path }) => path) }),
    ...(plan.conflicts.length > 0 && {
      conflicts: openConflicts(plan).map(({ path, why }) => ({ path, why })),
    }),
    ...(plan.notKept.length > 0 && { not_kept: plan.notKept }),
    ...(failed.length > 0 && { failed }),
    redo: isRedo,
    dry_run: isDryRun,
  };
}
