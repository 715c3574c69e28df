import type { ToolError } from '../core/errors.ts';
import type { Policy } from '../core/match/cascade.ts';
import {
  type EditPlan,
  isTolerant,
  type PlannedEdit,
  planEdit,
  type Refusal,
} from '../core/match/plan-edit.ts';
import type { Edited } from '../workspace/workspace.ts';
import type { ToolContext } from './define-tool.ts';
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
  { workspace, signal }: ToolContext,
): Promise<{ readonly edited: Edited; readonly plan: PlannedEdit | undefined }> {
  let plan: EditPlan | undefined;
  const edited = await workspace.edit(
    path,
    {
      tool,
      signal,
      dryRun,
      quoted: [{ oldText, newText }],
      isTolerant: () => plan !== undefined && isTolerant(plan),
    },
    ({ text }, shown) => {
      plan = planEdit(text, { ...unmaskQuote(workspace, path, text, { oldText, newText }), policy, shown });
      if (plan.outcome === 'edit') return plan.edits;
      if (plan.outcome === 'already-applied') return [];
      throw refuse(plan, text);
    },
  );
  return { edited, plan: plan?.outcome === 'edit' ? plan : undefined };
}
