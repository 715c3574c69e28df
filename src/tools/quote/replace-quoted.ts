import type { TextEdit } from '../../core/edit/text-edit.ts';
import type { ToolError } from '../../core/errors.ts';
import type { Policy } from '../../core/match/cascade.ts';
import {
  type EditPlan,
  isFuzzy,
  type PlannedEdit,
  planEdit,
  type Refusal,
} from '../../core/match/plan-edit.ts';
import { isMarkdown } from '../../core/text/markdown.ts';
import { quotesDiffer } from '../../core/text/quote-kinds.ts';
import type { PlannedChange } from '../../workspace/draft-changes.ts';
import { nextTurn } from '../../workspace/turns.ts';
import type { Edited } from '../../workspace/workspace-files.ts';
import type { FileContext } from '../call/define-tool.ts';
import { unmaskQuote } from './unmask-quote.ts';

export type Replacement = {
  readonly path: string;
  readonly oldText: string;
  readonly newText: string;
  readonly policy: Policy;
  /** Under which name it is remembered. */
  readonly tool: string;
  readonly dryRun?: boolean;
  refuse(refusal: Refusal, text: string): ToolError;
};

/** Replaces one quoted text. There is no plan if the file has the change already. */
export async function replaceQuoted(
  { path, oldText, newText, policy, tool, dryRun, refuse }: Replacement,
  { files, signal }: FileContext,
): Promise<{ readonly edited: Edited; readonly plan: PlannedEdit | undefined }> {
  const request = { tool, signal, dryRun, quoted: [{ oldText, newText }] };
  const { edited, plan } = await files.editAsPlanned(path, request, async ({ text }, shown) => {
    const facts = { quotesDiffer: quotesDiffer(path), hasHeadings: isMarkdown(path) };
    const quote = unmaskQuote(files, path, text, { oldText, newText });
    const made = planEdit(text, { ...quote, policy, shown, ...facts });
    if (made.outcome !== 'edit' && made.outcome !== 'already-applied') {
      // The search for the nearest text is as long again.
      await nextTurn();
      throw refuse(made, text);
    }
    return changeOf([made], made.outcome === 'edit' ? made.edits : []);
  });
  const [made] = plan.plans;
  return { edited, plan: made?.outcome === 'edit' ? made : undefined };
}

type QuotedChange = PlannedChange & {
  readonly plans: readonly EditPlan[];
  readonly alternatives: readonly QuotedChange[];
};

/** Plans as what the workspace is asked to do; alternatives of one edit among several are not tried. */
export function changeOf(plans: readonly EditPlan[], edits: readonly TextEdit[]): QuotedChange {
  const [only, ...more] = plans;
  const alternatives =
    more.length === 0 && only?.outcome === 'edit'
      ? renderings(only).map((plan) => changeOf([plan], plan.edits))
      : [];
  return { plans, edits, alternatives, isTolerant: plans.some(isFuzzy) };
}

function renderings({ alternatives = [], ...plan }: PlannedEdit): PlannedEdit[] {
  const [{ line }] = [plan.notes[0] ?? { line: 1 }];
  const text = 'new text indented otherwise, because the first way breaks the syntax';
  const notes = [
    ...plan.notes.filter(({ kind }) => kind !== 'reindented'),
    { line, kind: 'reindented', text } as const,
  ];
  return alternatives.map((edits) => ({ ...plan, edits, notes }));
}
