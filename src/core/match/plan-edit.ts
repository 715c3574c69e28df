import type { TextEdit } from '../edit/text-edit.ts';
import { BudgetExceeded, createBudget } from '../text/budget.ts';
import { type LfView, lfView } from '../text/lf-view.ts';
import type { Span } from '../text/span.ts';
import { isAlreadyApplied, showsNewText } from './already-applied.ts';
import { type Located, locate, type Policy } from './cascade.ts';
import { createEvidence, type Evidence, type ShownFile } from './evidence.ts';
import { createSource, type Matcher, type Placement, type Source } from './matcher.ts';
import { findPublished } from './published-cascade.ts';
import { createQuotation, type Quotation } from './quotation.ts';
import { allOccurrences } from './replace-all.ts';
import { mergeIntoCurrent } from './stale-view.ts';
import { elidesOnlyInNew } from './strategies/elision.ts';
import { placesOf } from './strategies/exact.ts';

export type EditRequest = {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll?: boolean | undefined;
  readonly policy: Policy;
  /** The two kinds of quotes mean different things in this file. */
  readonly quotesDiffer?: boolean | undefined;
  /** What the caller was shown of the file before. */
  readonly shown?: ShownFile | undefined;
};

export type PlannedEdit = {
  readonly outcome: 'edit';
  readonly strategy: string;
  readonly similarity: number;
  /** Where the quoted text stands, place by place. */
  readonly places: readonly Span[];
  readonly edits: readonly TextEdit[];
  /** What was overlooked, repaired or re-indented, in words. */
  readonly notes: readonly string[];
};

export type Refusal =
  | { readonly outcome: 'ambiguous' | 'unsure'; readonly strategy: string; readonly places: readonly Span[] }
  | { readonly outcome: 'changed-since'; readonly lines: readonly number[] }
  | { readonly outcome: 'absent' | 'elided' | 'too-costly' };

export type EditPlan = PlannedEdit | { readonly outcome: 'already-applied' } | Refusal;

/** Decides what an edit by quotation means in a text, or why that cannot be known. Offsets are those of the text. */
export function planEdit(text: string, request: EditRequest): EditPlan {
  const view = lfView(text);
  const source = createSource(view.text, createBudget(), request.quotesDiffer);
  const quotation = createQuotation(lf(request.oldText), lf(request.newText));
  const evidence = request.shown && createEvidence(request.shown, text);
  try {
    return inStored(withoutIdleEdits(decide(source, quotation, request, evidence), source.text), view);
  } catch (error) {
    if (error instanceof BudgetExceeded) return { outcome: 'too-costly' };
    throw error;
  }
}

/** Whether the edit is made in a place that was not quoted exactly. */
export function isTolerant(plan: EditPlan): boolean {
  return plan.outcome === 'edit' && plan.strategy !== 'exact';
}

/** Edits that change nothing are none; a plan of only such edits is made already. */
function withoutIdleEdits(plan: EditPlan, text: string): EditPlan {
  if (plan.outcome !== 'edit') return plan;
  const edits = plan.edits.filter(({ span, newText }) => text.slice(span.start, span.end) !== newText);
  return edits.length > 0 ? { ...plan, edits } : { outcome: 'already-applied' };
}

function lf(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function decide(source: Source, quotation: Quotation, request: EditRequest, evidence?: Evidence): EditPlan {
  const { policy, replaceAll } = request;
  if (policy === 'permissive') return published(source, quotation, replaceAll ?? false);
  if (policy !== 'exact' && elidesOnlyInNew(quotation)) return { outcome: 'elided' };
  if (replaceAll) return everywhere(source, quotation, policy, evidence);
  const earlier = policy === 'exact' ? undefined : madeBefore(source, quotation, evidence);
  if (earlier) return earlier;
  return toPlan(locate(source, quotation, policy, evidence));
}

/** The new text is taken to the letter at each place. */
function published(source: Source, { oldText, newText }: Quotation, replaceAll: boolean): EditPlan {
  const found = findPublished(source, oldText, replaceAll);
  if (found.state === 'absent') return { outcome: 'absent' };
  const { strategy, places } = found;
  if (found.state === 'ambiguous') return { outcome: 'ambiguous', strategy, places };
  const edits = places.map((span) => ({ span, newText }));
  return { outcome: 'edit', strategy, similarity: 1, places, edits, notes: [] };
}

/** An edit that was made before, or that was meant for an earlier version of the file. */
function madeBefore(source: Source, quotation: Quotation, evidence?: Evidence): EditPlan | undefined {
  const places = placesOf(source, quotation.oldText);
  if (places.length > 0) {
    const isThere = places.length === 1 && showsNewText(source, places[0]!, quotation);
    return isThere ? { outcome: 'already-applied' } : undefined;
  }
  if (isAlreadyApplied(source, quotation, evidence)) return { outcome: 'already-applied' };
  return evidence?.isStale() ? merge(source, quotation, evidence) : undefined;
}

function everywhere(source: Source, quotation: Quotation, policy: Policy, evidence?: Evidence): EditPlan {
  const isExact = placesOf(source, quotation.oldText).length > 0;
  if (policy !== 'exact' && !isExact && isAlreadyApplied(source, quotation, evidence))
    return { outcome: 'already-applied' };
  const found = allOccurrences(source, quotation, policy === 'exact');
  if (found) return planned(found.matcher, found.placements, found.edits);
  return { outcome: isExact ? 'already-applied' : 'absent' };
}

/** No tolerance on a stale view: the edit is made where it was meant, or not at all. */
function merge(source: Source, quotation: Quotation, evidence: Evidence): EditPlan | undefined {
  const merged = mergeIntoCurrent(source, evidence.known(), quotation);
  if (merged.state === 'unrelated') return undefined;
  if (merged.state === 'conflict') return { outcome: 'changed-since', lines: merged.lines };
  const places = merged.edits.map(({ span }) => span);
  const notes = ['the file has changed since you read it, but not in these lines'];
  return { outcome: 'edit', strategy: 'merged', similarity: 1, places, edits: merged.edits, notes };
}

function toPlan(located: Located): EditPlan {
  if (located.state === 'absent') return { outcome: 'absent' };
  if (located.state === 'unsure') {
    return { outcome: 'unsure', strategy: located.matcher.name, places: [spanOf(located.placement)] };
  }
  if (located.state === 'ambiguous') {
    return { outcome: 'ambiguous', strategy: located.matcher.name, places: located.placements.map(spanOf) };
  }
  const plan = planned(located.matcher, [located.placement], located.edits);
  if (!located.repaired) return plan;
  return {
    ...plan,
    strategy: 'escape-normalized',
    notes: [`repaired ${located.repaired} in both texts`, ...plan.notes],
  };
}

function planned(
  matcher: Matcher,
  placements: readonly Placement[],
  edits: readonly TextEdit[],
): PlannedEdit {
  const notes = matcher.overlooks ? [`matched ignoring ${matcher.overlooks}`] : [];
  const [note] = placements.flatMap((placement) => placement.note ?? []);
  return {
    outcome: 'edit',
    strategy: matcher.name,
    similarity: placements.reduce((least, { similarity }) => Math.min(least, similarity), 1),
    places: placements.map(spanOf),
    edits,
    notes: note ? [...notes, note] : notes,
  };
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}

/** The plan in offsets of the text as it is stored, with its CRLF line ends. */
function inStored(plan: EditPlan, { toStored }: LfView): EditPlan {
  const stored = ({ start, end }: Span): Span => ({ start: toStored(start), end: toStored(end) });
  if (plan.outcome === 'ambiguous' || plan.outcome === 'unsure')
    return { ...plan, places: plan.places.map(stored) };
  if (plan.outcome !== 'edit') return plan;
  const edits = plan.edits.map(({ span, newText }) => ({ span: stored(span), newText }));
  return { ...plan, places: plan.places.map(stored), edits };
}
