import { composeEdit } from '../edit/compose-edits.ts';
import { type ManyReplaced, replaceMany } from '../edit/replace-many.ts';
import { sortEdits, spliceEdits, type TextEdit } from '../edit/text-edit.ts';
import {
  type EditPlan,
  type EditRequest,
  isFuzzy,
  type PlannedEdit,
  type PreparedText,
  planEdit,
  prepareText,
  type Refusal,
} from './plan-edit.ts';

/** Several edits of one file, planned together; numbers count from 1 in the order of the requests. */
export type EditsPlan =
  | { readonly outcome: 'edits'; readonly plans: readonly EditPlan[]; readonly edits: readonly TextEdit[] }
  | { readonly outcome: 'cancelled' }
  | { readonly outcome: 'refused'; readonly refusal: Refusal; readonly number: number }
  | { readonly outcome: 'overlap'; readonly numbers: readonly [number, number] };

/**
 * Each edit is looked for in the text as it is; one that is not there may quote what earlier ones leave. It is cut
 * into steps, so that other calls get their turn.
 */
export function* planEdits(
  text: string,
  requests: readonly EditRequest[],
  signal?: { readonly aborted: boolean },
): Generator<void, EditsPlan> {
  // Made when it is first needed: very many places are replaced without it.
  let prepared: PreparedText | undefined;
  const plans: EditPlan[] = [];
  let made: Numbered[] = [];
  for (const [i, request] of requests.entries()) {
    const number = i + 1;
    if (signal?.aborted) return { outcome: 'cancelled' };
    const many = request.replaceAll ? yield* replaceMany(text, request.oldText, request.newText) : undefined;
    if (!many) prepared ??= prepareText(text);
    const plan = many ? planOfMany(many, request) : planEdit(text, request, prepared);
    yield;
    // What an earlier edit leaves exactly as quoted is meant rather than what comes near it now.
    const exact =
      isFuzzy(plan) && made.length > 0 && !overlapIn(made) ? planAfter(text, made, request) : undefined;
    if (exact?.plan.strategy === 'exact') {
      made = exact.edits.map((one) => ({ number, ...one }));
      plans.push(exact.plan);
    } else if (plan.outcome === 'edit') {
      for (const one of plan.edits) made.push({ ...one, number });
      plans.push(plan);
    } else if (plan.outcome === 'already-applied') {
      plans.push(plan);
    } else {
      const overlap = overlapIn(made);
      if (overlap) return overlap;
      const later = made.length > 0 ? planAfter(text, made, request) : undefined;
      if (!later) return { outcome: 'refused', refusal: plan, number };
      made = later.edits.map((one) => ({ number, ...one }));
      plans.push(later.plan);
    }
  }
  return overlapIn(made) ?? { outcome: 'edits', plans, edits: sortEdits(made) };
}

function planOfMany(many: ManyReplaced, { newText }: EditRequest): PlannedEdit {
  const text = 'in so many places the new text is taken to the letter';
  const notes = newText.includes('\n') ? [{ line: 1, kind: 'repaired', text } as const] : [];
  const places = many.first.map(({ span }) => span);
  return { outcome: 'edit', strategy: 'exact', similarity: 1, places, edits: many.edits, notes, many };
}

/** An edit of the text, and which request asks for it. */
type Numbered = TextEdit & { readonly number: number };

function overlapIn(edits: readonly Numbered[]): EditsPlan | undefined {
  const sorted = sortEdits(edits);
  const at = sorted.findIndex(({ span }, i) => i > 0 && span.start < sorted[i - 1]!.span.end);
  return at === -1
    ? undefined
    : { outcome: 'overlap', numbers: [sorted[at - 1]!.number, sorted[at]!.number] };
}

/** The edit in the text as the earlier edits leave it. What the caller was shown is another text. */
function planAfter(
  text: string,
  made: readonly Numbered[],
  request: EditRequest,
): { plan: PlannedEdit; edits: readonly TextEdit[] } | undefined {
  const plan = planEdit(spliceEdits(text, sortEdits(made)), { ...request, shown: undefined });
  if (plan.outcome !== 'edit') return undefined;
  // From the last to the first, so that the offsets of those before stay true.
  const edits = plan.edits
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce<readonly TextEdit[]>((all, one) => composeEdit(text, all, one), made);
  return { plan, edits };
}
