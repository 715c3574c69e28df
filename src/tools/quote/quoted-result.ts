import { editedLines, sortEdits, type TextEdit } from '../../core/edit/text-edit.ts';
import type { EditPlan, PlannedEdit } from '../../core/match/plan-edit.ts';
import { linesText } from '../../core/text/lines.ts';
import type { Edited, WorkspaceFiles } from '../../workspace/workspace-files.ts';
import type { ToolResult } from '../call/define-tool.ts';
import { alreadyApplied, editedResult, notesText } from '../show/edited-result.ts';

/** Edits by quotation that were carried out, with the plan of each. */
export type QuotedEdits = {
  readonly path: string;
  readonly edited: Edited;
  readonly plans: readonly EditPlan[];
  readonly dryRun: boolean;
};

/** Which lines were edited, how they were found, and the diff. */
export function quotedResult(
  { path, edited, plans, dryRun }: QuotedEdits,
  files: WorkspaceFiles,
): ToolResult {
  const made = plans.filter((plan): plan is PlannedEdit => plan.outcome === 'edit');
  if (made.length === 0) return alreadyApplied(path, { occurrences: 0, line_ranges: [], diff: '' });
  const { ranges, total } = lineRanges(edited, made);
  const occurrences = made.reduce((sum, { many, places }) => sum + (many?.count ?? places.length), 0);
  const where = `${occurrences === 1 ? '' : `${occurrences} places, `}${rangesText(ranges, total)}`;
  const data = {
    strategy: made[0]!.strategy,
    similarity: Math.min(...made.map((plan) => plan.similarity)),
    occurrences,
    line_ranges: ranges.slice(0, MAX_RANGES),
    notes: made.flatMap((plan) => plan.notes),
    dry_run: dryRun,
  };
  const verb = dryRun ? 'Would edit' : 'Edited';
  const summary = `${verb} ${path}, ${where}${notesOn(plans, made)}.`;
  return editedResult(edited, files, { summary, isDiffInText: true, data });
}

function notesOn(plans: readonly EditPlan[], made: readonly PlannedEdit[]): string {
  const already = plans.length - made.length;
  const notes = [
    notesText(made.flatMap((plan) => plan.notes)),
    already > 0 ? `${already} of the edits were already applied` : '',
  ].filter(Boolean);
  return notes.length > 0 ? ` (${notes.join('; ')})` : '';
}

type LineRange = { readonly start: number; readonly end: number };

/** The lines of the new text in the changed file, and the number of ranges. */
function lineRanges({ before, edits }: Edited, made: readonly PlannedEdit[]) {
  const isMany = made.some(({ many }) => many);
  const listed = isMany ? firstPlaces(edits, made) : edits;
  const ranges = editedLines(before, listed).map(
    ({ written }): LineRange => ({ start: written.first, end: written.last }),
  );
  const inOther = edits.length - made.reduce((sum, { many }) => sum + (many?.edits.length ?? 0), 0);
  const inMany = made.reduce((sum, { many }) => sum + (many?.count ?? 0), 0);
  return { ranges, total: inOther + inMany };
}

/** With very many places, only the first are known individually. */
function firstPlaces(edits: readonly TextEdit[], made: readonly PlannedEdit[]): TextEdit[] {
  const known = made.flatMap(({ many }) => (many ? [many.first] : []));
  const reached = Math.min(...known.map((first) => first.at(-1)!.span.start));
  const all = [...known.flat(), ...edits.filter(({ isFitted }) => !isFitted)];
  return sortEdits(all.filter(({ span }) => span.start <= reached));
}

const MAX_RANGES_IN_TEXT = 10;
const MAX_RANGES = 1000;

function rangesText(ranges: readonly LineRange[], total: number): string {
  const listed = ranges.slice(0, MAX_RANGES_IN_TEXT).map(({ start, end }) => linesText(start, end));
  const more = total - listed.length;
  return `${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
