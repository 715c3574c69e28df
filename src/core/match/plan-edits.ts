import { composeEdit } from '../edit/compose-edits.ts';
import { type ManyReplaced, replaceMany } from '../edit/replace-many.ts';
import { sortEdits, spliceEdits, type TextEdit } from '../edit/text-edit.ts';
import { planExactLine } from './exact-line.ts';
import {
  type EditPlan,
  type EditRequest,
  type PlannedEdit,
  type PreparedText,
  planEdit,
  prepareText,
  type Refusal,
} from './plan-edit.ts';
import { excessiveLength } from './search-limits.ts';

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
  // Made when it is first needed: very many places, and a line that is quoted exactly, are planned without it.
  let prepared: PreparedText | undefined;
  const plans: EditPlan[] = [];
  let made: Numbered[] = [];
  for (const [i, request] of requests.entries()) {
    const number = i + 1;
    if (signal?.aborted) return { outcome: 'cancelled' };
    const length = request.replaceAll ? excessiveLength(text, request) : undefined;
    if (length !== undefined) return { outcome: 'refused', refusal: { outcome: 'too-long', length }, number };
    const many = request.replaceAll ? yield* replaceMany(text, request.oldText, request.newText) : undefined;
    const quick = many ? planOfMany(many, request) : planExactLine(text, request);
    if (!quick) prepared ??= prepareText(text);
    const plan = quick ?? planEdit(text, request, prepared);
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
  return overlapIn(made) ?? { outcome: 'edits', plans, edits: made };
}

function planOfMany(many: ManyReplaced, { newText }: EditRequest): PlannedEdit {
  const text = 'in so many places the new text is taken to the letter';
  const notes = newText.includes('\n') ? [{ line: 1, kind: 'repaired', text } as const] : [];
  const places = many.first.map(({ span }) => span);
  return { outcome: 'edit', strategy: 'exact', similarity: 1, places, edits: many.edits, notes, many };
}

/** Plans as one change of a file. */
export type QuotedChange = {
  readonly plans: readonly EditPlan[];
  readonly edits: readonly TextEdit[];
  /** Whether an edit is made in a place that was not quoted exactly. */
  readonly isFuzzy: boolean;
  readonly quoted: readonly Quoted[];
  /** Other renderings of a single edit. */
  readonly alternatives: readonly QuotedChange[];
};

type Quoted = { readonly oldText: string; readonly newText: string };

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

/** Whether the edit is made in a place that was not quoted exactly. */
export function isFuzzy(plan: EditPlan): boolean {
  return plan.outcome === 'edit' && plan.strategy !== 'exact';
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

/** An edit of the text, and which request asks for it. */
type Numbered = TextEdit & { readonly number: number };

function overlapIn(edits: readonly Numbered[]): EditsPlan | undefined {
  if (edits.length < 2) return undefined;
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
