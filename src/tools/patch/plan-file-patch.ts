import { ToolError } from '../../core/errors.ts';
import { isMarkdown } from '../../core/languages/markdown.ts';
import { quotesDiffer } from '../../core/languages/quote-kinds.ts';
import { isFuzzy } from '../../core/match/plan-edits.ts';
import type { FilePatch, Hunk } from '../../core/patch/patch.ts';
import { type HunkRefusal, planHunks } from '../../core/patch/plan-hunks.ts';
import { lineNumbersAt } from '../../core/text/lines.ts';
import type { FileChange } from '../../workspace/changing/change.ts';
import { inTurns } from '../../workspace/turns.ts';
import type { FileContext } from '../call/file-context.ts';
import { invalid } from '../call/input.ts';
import { brief } from '../call/received-value.ts';
import { refusalError } from '../quote/refusal.ts';
import type { PatchPlan } from './patch-result.ts';

/** One file of a patch as a change for the workspace. */
export async function planFilePatch(patch: FilePatch, context: FileContext): Promise<FileChange<PatchPlan>> {
  const { files } = context;
  const path = await files.absolutePath(patch.path);
  if (patch.kind === 'add') return { kind: 'create', path, content: patch.content };
  if (patch.kind === 'delete') return { kind: 'remove', path };
  const { hunks } = patch;
  const moveTo = patch.moveTo === undefined ? undefined : await files.absolutePath(patch.moveTo);
  if (moveTo !== undefined && hunks.length === 0) return { kind: 'move', path, moveTo };
  return {
    kind: 'edit',
    path,
    moveTo,
    plan: ({ text }, shown) => place({ path, text, hunks, shown }, context),
  };
}

type HunksInFile = {
  readonly path: string;
  readonly text: string;
  readonly hunks: readonly Hunk[];
  readonly shown: Parameters<typeof planHunks>[2]['shown'];
};

async function place(
  { path, text, hunks, shown }: HunksInFile,
  { files, signal }: FileContext,
): Promise<PatchPlan> {
  const options = {
    policy: files.matching,
    quotesDiffer: quotesDiffer(path),
    hasHeadings: isMarkdown(path),
    shown,
  };
  const planned = await inTurns(planHunks(text, hunks, options, signal));
  switch (planned.outcome) {
    case 'edits':
      return {
        plans: planned.plans,
        edits: planned.edits,
        isFuzzy: planned.plans.some(isFuzzy),
        quoted: quotedBy(hunks),
      };
    case 'cancelled':
      throw new ToolError('CANCELLED', 'Cancelled: nothing was changed.');
    case 'overlap':
      throw invalid(
        `Nothing was changed: hunks ${planned.numbers.join(' and ')} of ${path} change the same lines. Make them one hunk.`,
      );
    case 'refused':
      throw hunkError(planned.hunk, planned.refusal, { path, text });
  }
}

function quotedBy(hunks: readonly Hunk[]) {
  return hunks.map(({ oldLines, newLines }) => ({ oldText: lines(oldLines), newText: lines(newLines) }));
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}

function hunkError(
  hunk: Hunk,
  refusal: HunkRefusal,
  { path, text }: { path: string; text: string },
): ToolError {
  const name = `hunk ${hunk.number} of ${path}`;
  if (refusal.outcome === 'anchor-not-found')
    return new ToolError(
      'STRING_NOT_FOUND',
      `Nothing was changed: ${name} is below "@@ ${brief(refusal.anchor, 80)}", which the file does not have. Copy a line of the file after "@@", or give lines of context.`,
      { path, hunk: hunk.number },
    );
  if (refusal.outcome === 'outside-anchor') {
    const [line] = lineNumbersAt(text, [refusal.places[0]!.start]);
    return new ToolError(
      'STRING_NOT_FOUND',
      `Nothing was changed: the lines of ${name} are at line ${line}, which is not in the block of "@@ ${brief(refusal.anchor, 80)}". Give the line whose block you mean after "@@", or leave it out.`,
      { path, hunk: hunk.number, line },
    );
  }
  const quoting = { path, text, quoted: lines(hunk.oldLines), name: `hunk ${hunk.number}` };
  const error = refusalError(refusal, quoting);
  return new ToolError(
    error.name,
    `${error.message}\nNo file was changed.`,
    { ...error.details, hunk: hunk.number },
    error.hint,
  );
}
