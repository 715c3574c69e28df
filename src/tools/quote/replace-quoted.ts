import type { TextEdit } from '../../core/edit/text-edit.ts';
import type { ToolError } from '../../core/errors.ts';
import { isMarkdown } from '../../core/languages/markdown.ts';
import { quotesDiffer } from '../../core/languages/quote-kinds.ts';
import {
  type EditPlan,
  isFuzzy,
  type PlannedEdit,
  planEdit,
  type Refusal,
} from '../../core/match/plan-edit.ts';
import type { Policy } from '../../core/match/policy.ts';
import type { PlannedChange, Quoted } from '../../workspace/plan.ts';
import { nextTurn } from '../../workspace/turns.ts';
import type { Edited } from '../../workspace/workspace-files.ts';
import type { FileContext } from '../call/define-tool.ts';
import { unmaskQuote } from './unmask-quote.ts';

export type Replacement = {
  readonly path: string;
  readonly oldText: string;
  readonly newText: string;
  readonly policy: Policy;
  /** The name in the history. */
  readonly tool: string;
  readonly dryRun?: boolean;
  refuse(refusal: Refusal, text: string): ToolError;
};

/** Replaces one quoted text. There is no plan if the file has the change already. */
export async function replaceQuoted(
  { path, oldText, newText, policy, tool, dryRun, refuse }: Replacement,
  { files, signal }: FileContext,
): Promise<{ readonly edited: Edited; readonly plan: PlannedEdit | undefined }> {
  const edited = await files.edit(path, { tool, signal, dryRun }, async ({ text }, shown) => {
    const facts = { quotesDiffer: quotesDiffer(path), hasHeadings: isMarkdown(path) };
    const quote = unmaskQuote({ path, text, masker: files.masker }, { oldText, newText });
    const made = planEdit(text, { ...quote, policy, shown, ...facts });
    if (made.outcome !== 'edit' && made.outcome !== 'already-applied') {
      // The search for the nearest text takes as long as the match.
      await nextTurn();
      throw refuse(made, text);
    }
    return quotedChange([made], made.outcome === 'edit' ? made.edits : [], [{ oldText, newText }]);
  });
  const [made] = edited.plan.plans;
  return { edited, plan: made?.outcome === 'edit' ? made : undefined };
}

type QuotedChange = PlannedChange & {
  readonly plans: readonly EditPlan[];
  readonly alternatives: readonly QuotedChange[];
};

/** Plans as one change for the workspace. Alternatives are tried only for a single edit. */
export function quotedChange(
  plans: readonly EditPlan[],
  edits: readonly TextEdit[],
  quoted: readonly Quoted[],
): QuotedChange {
  const [only, ...more] = plans;
  const alternatives =
    more.length === 0 && only?.outcome === 'edit'
      ? renderings(only).map((plan) => quotedChange([plan], plan.edits, quoted))
      : [];
  return { plans, edits, alternatives, quoted, isFuzzy: plans.some(isFuzzy) };
}

function renderings({ alternatives = [], ...plan }: PlannedEdit): PlannedEdit[] {
  const [{ line }] = [plan.notes[0] ?? { line: 1 }];
  const text = 'new text indented differently, because the first indentation breaks the syntax';
  const notes = [
    ...plan.notes.filter(({ kind }) => kind !== 'reindented'),
    { line, kind: 'reindented', text } as const,
  ];
  return alternatives.map((edits) => ({ ...plan, edits, notes }));
}
