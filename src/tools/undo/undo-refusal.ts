import type { Group, HeadMove } from '../../core/checkpoints/group.ts';
import { groupLabel } from '../../core/checkpoints/group-label.ts';
import { notKeptReasons } from '../../core/checkpoints/not-kept-reasons.ts';
import type { Conflict, ConflictReason, NotKept } from '../../core/checkpoints/plan-undo.ts';
import { openConflicts } from '../../core/checkpoints/refused-plan.ts';
import { headText, listed, type ShowPath } from '../../core/checkpoints/shown-changes.ts';
import { ToolError } from '../../core/errors.ts';
import { counted } from '../../core/text/counted.ts';
import type { Coverage, UndoRefusal } from '../../ports/checkpoints.ts';
import type { UndoReport } from '../../workspace/undo/undo-groups.ts';

/** What a refusal must know beside the report. */
export type Known = {
  readonly show: ShowPath;
  /** How an option is given: `merge: true` or `--merge`. */
  readonly option: (name: 'merge' | 'partial' | 'files_only') => string;
  readonly coverage: Coverage;
  /** The newest group of all clients. */
  readonly newest: Group | undefined;
};

type Refused = UndoReport & { readonly refused: UndoRefusal };

/** Why nothing was written, and what to do next. */
export function undoRefusal(report: Refused, known: Known): ToolError {
  return refusals[report.refused](report, known);
}

const refusals: Readonly<Record<UndoRefusal, (report: UndoReport, known: Known) => ToolError>> = {
  nothing: (report, known) => refusal('NO_HISTORY', report, nothingReason(report, known)),
  conflicts: conflictsError,
  heads: headsError,
  changed: (report) =>
    refusal('FILE_CHANGED', report, {
      why: 'files changed at the same moment',
      hint: 'Call it again to see what is there now.',
    }),
  unsaved: (report) =>
    refusal('NO_SPACE', report, {
      why: 'there is no room to save what is there now, so it could not be made again',
      hint: 'Free disk space, or delete old records (docs/undo.md).',
    }),
};

type Reason = { readonly why: string; readonly hint: string };

function conflictsError(report: UndoReport, { show, option }: Known): ToolError {
  const { plan } = report;
  const conflicts = openConflicts(plan);
  const all = plan.ready.length + plan.merged.length + conflicts.length;
  const texts = conflicts.map((conflict) => conflictText(conflict, show));
  const canMerge = plan.merged.length === 0 && conflicts.some(({ merge }) => merge);
  const hints = [
    ...(canMerge ? [`${option('merge')} merges lines where they do not collide`] : []),
    ...(plan.ready.length > 0 ? [`${option('partial')} leaves these alone and restores the others`] : []),
  ];
  return refusal('FILE_CHANGED', report, {
    why: `${all === 1 ? 'it' : `${conflicts.length} of ${counted(all, 'path')}`} cannot be restored: ${listed(texts)}`,
    hint: hints.length > 0 ? `${hints.join('; ')}.` : 'Edit by hand what has to change.',
  });
}

function headsError(report: UndoReport, { show, option }: Known): ToolError {
  const moves = report.plan.heads.map((move) => headMoveText(move, show));
  return refusal('HEAD_MOVED', report, {
    why: `Git moved together with the files: ${listed(moves)}`,
    hint: `Go back with Git, or pass ${option('files_only')} to restore the files and leave the repository as it is.`,
  });
}

function headMoveText(move: HeadMove, show: ShowPath): string {
  const { before, after } = move;
  const isSame = before?.commit === after?.commit && before?.ref === after?.ref;
  const place = show(move.repository).replace(/\/$/, '');
  const where = place === '' || place === '.' ? '' : ` in ${place}`;
  return isSame && before?.stash !== after?.stash
    ? `the stash changed${where}`
    : `HEAD from ${headText(move)}${where}`;
}

function nothingReason(report: UndoReport, { coverage, newest, show }: Known): Reason {
  const { plan, chosen } = report;
  if (coverage.mode === 'off')
    return {
      why: `changes are not recorded (${coverage.reason})`,
      hint: 'Start Corvid with --checkpoints on.',
    };
  const [missing] = plan.missing;
  if (missing !== undefined)
    return { why: `there is no change with the id '${missing}'`, hint: lastOne(newest) };
  if (chosen.length === 0) return { why: noneText(report), hint: lastOne(newest) };
  if (plan.notKept.length === 0)
    return { why: 'the files are already as they were before it', hint: 'Nothing needs to be done.' };
  const lost = plan.notKept.map((each) => notKeptText(each, show));
  return { why: `what was there was not saved: ${listed(lost)}`, hint: 'These files cannot be restored.' };
}

function noneText({ plan: { selection }, isRedo }: UndoReport): string {
  const where = selection.path === undefined ? '' : ` at ${selection.path}`;
  const when = selection.since === undefined ? '' : ' in this time';
  const who = selection.client === undefined ? 'Corvid' : 'this client';
  const what = isRedo ? 'took back nothing that can be made again' : 'made no change that can be taken back';
  return `${who} ${what}${where}${when}`;
}

function lastOne(newest: Group | undefined): string {
  return newest
    ? `The last change here is ${groupLabel(newest)}; pass its id to choose it.`
    : 'No change is recorded here.';
}

function refusal(
  name: 'FILE_CHANGED' | 'HEAD_MOVED' | 'NO_HISTORY' | 'NO_SPACE',
  { chosen, isRedo, plan }: UndoReport,
  { why, hint }: Reason,
): ToolError {
  const groups = chosen.length === 0 ? '' : ` of ${listed(chosen.map(groupLabel))}`;
  const conflicts = plan.conflicts.map((conflict) => ({
    path: conflict.path,
    why: conflict.why,
    about: conflict.about,
  }));
  const message = `Nothing${groups} was ${isRedo ? 'made again' : 'taken back'}: ${why}.`;
  return new ToolError(name, message, { ids: plan.groups, conflicts }, hint);
}

const conflictReasons: Readonly<Record<ConflictReason, (about: string) => string>> = {
  'changed-since': () => 'changed since',
  'changed-between': () => 'also changed in between by others',
  shared: (about) => `belongs to ${about} as well, which ran at the same time: pass both ids`,
  'no-folder': (about) => `its folder ${about} is gone`,
  'folder-in-use': () => 'other files are in it',
  'content-gone': () => 'what it held is no longer stored',
};

export function conflictText({ path, why, about }: Conflict, show: ShowPath): string {
  const isPath = why === 'no-folder' || why === 'folder-in-use';
  return `${show(path)} (${conflictReasons[why](about.map(isPath ? show : String).join(', '))})`;
}

export function notKeptText({ path, why }: NotKept, show: ShowPath): string {
  return `${show(path)} (${notKeptReasons[why]})`;
}
