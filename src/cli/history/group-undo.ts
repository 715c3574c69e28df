import { constants } from 'node:os';
import { relative, resolve } from 'node:path';
import { groupLabel, whatMade } from '../../core/checkpoints/group-label.ts';
import { selectGroups } from '../../core/checkpoints/select-groups.ts';
import { changesText } from '../../core/checkpoints/shown-changes.ts';
import { parseSince, SINCE_TAKES } from '../../core/checkpoints/since.ts';
import { undoRefusal } from '../../tools/undo/undo-refusal.ts';
import { undoData, undoneChanges, undoRemarks } from '../../tools/undo/undo-result.ts';
import { diffOfContents } from '../../workspace/undo/diff-of-contents.ts';
import { contentsOfUndo } from '../../workspace/undo/shown-contents.ts';
import {
  type UndoOptions,
  type UndoReport,
  type UndoRequest,
  undoGroups,
} from '../../workspace/undo/undo-groups.ts';
import { type FlagValues, numberFlag, stringFlag } from '../arguments/flag-values.ts';
import { screen } from '../environment.ts';
import { FAILED, OK, ofSignal } from '../errors/exit-codes.ts';
import { UsageError } from '../errors/usage-error.ts';
import { confirm } from '../output/confirm.ts';
import { print, printableLine, printJson } from '../output/output.ts';
import { paintDiff } from '../output/painted-diff.ts';
import type { RecordedPlace } from './group-workspace.ts';

/** The number of last changes that are looked at for one that can be taken back. */
const MAX_TRIED = 50;

/** What the flags of `undo` and `redo` ask for. */
export function undoRequest(given: string | undefined, values: FlagValues): UndoRequest {
  const since = stringFlag(values, 'since');
  const time = since === undefined ? undefined : parseSince(since, Date.now());
  if (since !== undefined && time === undefined)
    throw new UsageError(`--since '${since}': ${SINCE_TAKES.replace(/^I/, 'i')}`);
  return {
    ids: stringFlag(values, 'id')?.split(',').filter(Boolean),
    path: given === undefined ? undefined : resolve(given),
    steps: numberFlag(values, 'steps'),
    since: time,
    ofAllClients: true,
  };
}

/** The last change at a place that is still in its files, by any Corvid process; undefined if there is none. */
export async function lastUndoable(
  { workspace, place }: RecordedPlace,
  request: UndoRequest,
): Promise<{ request: UndoRequest; madeAt: number } | undefined> {
  const { abilities } = workspace;
  const all = await abilities.checkpoints.list();
  const { groups } = selectGroups(all, { path: place, steps: MAX_TRIED, redo: request.redo ?? false });
  for (const { id, to } of groups) {
    const candidate = { ...request, ids: [id] };
    const { refused, plan } = await undoGroups(abilities, candidate, { dryRun: true });
    if (refused !== 'nothing' || plan.notKept.length > 0) return { request: candidate, madeAt: to };
  }
  return undefined;
}

/** Shows what would happen, asks where there is a terminal, and does it. Returns the exit code. */
export async function undoShown(
  place: RecordedPlace,
  request: UndoRequest,
  values: FlagValues,
): Promise<number> {
  const { abilities } = place.workspace;
  const options = optionsOf(values);
  const planned = await undoGroups(abilities, request, { ...options, dryRun: true });
  await refuse(place, planned);
  const asks = screen().interactive && !values.json && !values.yes && !values['dry-run'];
  if (asks || values['dry-run']) await show(place, planned, values);
  if (values['dry-run']) return OK;
  const answer = asks ? await confirm(planned.isRedo ? 'Make this again?' : 'Take this back?') : 'yes';
  if (answer !== 'yes') {
    print(`${answer === 'no' ? '' : '\n'}Nothing was changed.`);
    return answer === 'interrupted' ? ofSignal(constants.signals.SIGINT) : FAILED;
  }
  const done = await undoGroups(abilities, request, options);
  await refuse(place, done);
  await show(place, done, values, !asks);
  return OK;
}

function optionsOf(values: FlagValues): UndoOptions {
  const { partial, merge } = values;
  return { partial: partial === true, merge: merge === true, filesOnly: values['files-only'] === true };
}

async function refuse({ workspace }: RecordedPlace, report: UndoReport): Promise<void> {
  const { refused } = report;
  if (!refused) return;
  const { checkpoints } = workspace.abilities;
  const [coverage, [newest]] = await Promise.all([checkpoints.coverage(), checkpoints.list({ limit: 1 })]);
  throw undoRefusal(
    { ...report, refused },
    {
      show: fromHere,
      option: (name) => `--${name.replace('_', '-')}`,
      coverage,
      newest,
    },
  );
}

async function show(
  { workspace }: RecordedPlace,
  report: UndoReport,
  { json }: FlagValues,
  withDiff = true,
): Promise<void> {
  const diff = await diffOfContents(workspace, await contentsOfUndo(workspace.abilities, report));
  if (json) return printJson({ ok: true, undone: report.chosen, ...undoData(report), diff: diff.text });
  const remarks = undoRemarks(report, fromHere).filter((remark) => !remark.startsWith('To reverse'));
  const shownDiff = withDiff && diff.text !== '' ? [paintDiff(diff.text).replace(/\n$/, '')] : [];
  print([printableLine(headOf(report)), ...shownDiff, ...remarks.map(printableLine)].join('\n'));
}

/** `Undone: edit_file, /project/a.txt`, or the list of all files. */
function headOf(report: UndoReport): string {
  const { isDryRun, isRedo, chosen } = report;
  const done = isRedo ? 'Redone' : 'Undone';
  const verb = isDryRun ? `Would be ${done.toLowerCase()}` : done;
  const changes = undoneChanges(report);
  const [only] = changes;
  if (!only || changes.length > 1 || chosen.length > 1)
    return `${verb}: ${chosen.map(groupLabel).join(', ')}, ${changesText(changes, fromHere)}`;
  return `${verb}: ${whatMade(chosen[0]!)}, ${only.path}${only.kind === 'D' ? ' (removed)' : ''}`;
}

export function fromHere(path: string): string {
  const inside = relative(process.cwd(), path);
  return inside.startsWith('..') ? path : inside;
}
