import type { ToolError } from '../../core/errors.ts';
import { isMarkdown } from '../../core/languages/markdown.ts';
import { quotesDiffer } from '../../core/languages/quote-kinds.ts';
import { type PlannedEdit, planEdit, type Refusal } from '../../core/match/plan-edit.ts';
import { quotedChange } from '../../core/match/plan-edits.ts';
import type { Policy } from '../../core/match/policy.ts';
import { nextTurn } from '../../workspace/turns.ts';
import type { Edited } from '../../workspace/workspace-files.ts';
import type { FileContext } from '../call/file-context.ts';
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
