import * as z from 'zod/v4';
import { parseSince, SINCE_TAKES } from '../core/checkpoints/since.ts';
import { cutDiff } from '../core/edit/diff.ts';
import type { ClientCheckpoints } from '../workspace/client-checkpoints.ts';
import { diffOfContents } from '../workspace/undo/diff-of-contents.ts';
import { contentsOfUndo } from '../workspace/undo/shown-contents.ts';
import { type UndoReport, undoGroups } from '../workspace/undo/undo-groups.ts';
import { defineTool, type ToolResult } from './call/define-tool.ts';
import type { FileContext } from './call/file-context.ts';
import { invalid } from './call/input.ts';
import { pathParameter } from './call/schema.ts';
import { shownPath } from './show/shown-path.ts';
import { undoRefusal } from './undo/undo-refusal.ts';
import { undoData, undoRemarks, undoSummary } from './undo/undo-result.ts';

type UndoContext = FileContext & { readonly checkpoints: ClientCheckpoints };

const input = z.object({
  id: z.string().optional().describe('The change; several with commas'),
  path: pathParameter('Only this file or folder').optional(),
  steps: z.number().int().positive().optional().describe('How many last changes'),
  since: z.string().optional().describe('All changes since, e.g. 10m'),
  redo: z.boolean().optional().describe('Make undone changes again'),
  dry_run: z.boolean().optional().describe('Only show the diff'),
  partial: z.boolean().optional().describe('Skip conflicts'),
  merge: z.boolean().optional().describe('Merge into files changed since'),
  files_only: z.boolean().optional().describe('Even if HEAD moved'),
});

export const undo = defineTool({
  name: 'undo',
  title: 'Undo changes',
  description:
    'Undo your last change in all its files, by a tool or a command. Never overwrites later changes.',
  guidance: ['takes back a change in all its files, also what a command did.'],
  effect: 'edit',
  input,
  async run(given, context: UndoContext) {
    const { redo, dry_run: dryRun, partial, merge, files_only: filesOnly } = given;
    const report = await undoGroups(
      context,
      { ids: idsOf(given.id), path: given.path, steps: given.steps, since: sinceOf(given.since), redo },
      { dryRun, partial, merge, filesOnly },
    );
    return resultOf(report, context);
  },
});

async function resultOf(report: UndoReport, context: UndoContext): Promise<ToolResult> {
  const { files, checkpoints } = context;
  const show = (path: string) => shownPath(path, files.roots);
  const { refused } = report;
  if (refused) {
    const [coverage, [newest]] = await Promise.all([checkpoints.coverage(), checkpoints.list({ limit: 1 })]);
    throw undoRefusal({ ...report, refused }, { show, option: (name) => `${name}: true`, coverage, newest });
  }
  const contents = await contentsOfUndo(context, report);
  const diff = cutDiff(await diffOfContents(files, contents), files.limits.viewCharacters);
  return {
    summary: undoSummary(report, show),
    remarks: undoRemarks(report, show),
    diff: { ...diff, isInText: report.isDryRun },
    data: { ...undoData(report), diff: diff.text },
    changes: contents.changes,
  };
}

function idsOf(id: string | undefined): string[] | undefined {
  return id === undefined ? undefined : id.split(/[\s,]+/).filter(Boolean);
}

function sinceOf(since: string | undefined): number | undefined {
  if (since === undefined) return undefined;
  const time = parseSince(since, Date.now());
  if (time === undefined) throw invalid(`Invalid \`since\` parameter: ${since}. ${SINCE_TAKES}.`);
  return time;
}
