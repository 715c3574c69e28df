import { cutDiff } from '../../core/edit/diff.ts';
import type { EditPlan, PlannedEdit } from '../../core/match/plan-edit.ts';
import type { FilePatch } from '../../core/patch/patch.ts';
import type { PlannedChange } from '../../workspace/plan.ts';
import type { Edited, WorkspaceFiles } from '../../workspace/workspace-files.ts';
import type { ToolResult } from '../call/define-tool.ts';
import { notesText, remarksOn } from '../show/edited-result.ts';

/** The hunks of one file, placed. */
export type PatchPlan = Omit<PlannedChange, 'alternatives'> & { readonly plans: readonly EditPlan[] };

type Made = { readonly edited: Edited; readonly plan?: PatchPlan };
type Options = { readonly files: WorkspaceFiles; readonly dryRun: boolean };

/** What the patch did to each file, and one diff of all. */
export function patchResult(
  patches: readonly FilePatch[],
  made: readonly Made[],
  { files, dryRun }: Options,
): ToolResult {
  const rows = patches.map((patch, at) => rowOf(patch, made[at]!));
  const verb = dryRun ? 'Would apply' : 'Applied';
  const count = patches.length === 1 ? '1 file' : `${patches.length} files`;
  const diffs = made.map(({ edited }) => edited.diff);
  const whole = {
    text: diffs.map(({ text }) => text).join(''),
    isCut: diffs.some(({ isCut }) => isCut),
  };
  const diff = cutDiff(whole, files.limits.viewCharacters);
  const remarks = made.flatMap(({ edited }) => remarksOn(edited).map((text) => `${edited.path}: ${text}`));
  return {
    summary: `${verb} the patch to ${count}:\n${rows.map(({ text }) => text).join('\n')}`,
    diff: { ...diff, isInText: true },
    remarks: [...new Set(remarks)],
    data: { files: rows.map(({ data }) => data), diff: diff.text, dry_run: dryRun },
    changes: made.map(({ edited }) => edited.change),
  };
}

function rowOf(patch: FilePatch, { edited, plan }: Made) {
  const { added, removed } = edited.diff;
  const notes = plan?.plans.filter(isEdit).flatMap((one) => one.notes) ?? [];
  const facts = { path: edited.path, lines_added: added, lines_removed: removed, notes };
  const remark = notes.length > 0 ? ` (${notesText(notes)})` : '';
  const counts = `+${added} -${removed}${remark}`;
  if (patch.kind === 'add') return { text: `A ${edited.path} ${counts}`, data: { ...facts, action: 'add' } };
  if (patch.kind === 'delete') return { text: `D ${edited.path}`, data: { ...facts, action: 'delete' } };
  if (patch.moveTo !== undefined)
    return {
      text: `R ${patch.path} to ${edited.path} ${counts}`,
      data: { ...facts, action: 'move', from: patch.path },
    };
  const isUnchanged = edited.edits.length === 0;
  return {
    text: isUnchanged ? `= ${edited.path} already has this change` : `M ${edited.path} ${counts}`,
    data: { ...facts, action: isUnchanged ? 'none' : 'update' },
  };
}

function isEdit(plan: EditPlan): plan is PlannedEdit {
  return plan.outcome === 'edit';
}
