import { editBetween } from '../edit/diff.ts';
import type { ManyReplaced } from '../edit/replace-many.ts';
import type { TextEdit } from '../edit/text-edit.ts';

import { BudgetExceeded, createBudget } from '../text/compare/budget.ts';

import { occurrencesOf } from '../text/find-text.ts';
import { type LfView, lfView } from '../text/lf-view.ts';
import { isFirstInLine, isLastInLine, lineNumberAt } from '../text/lines.ts';
import type { Span } from '../text/span.ts';
import { isNearby } from './align/acceptance-rules.ts';
import { createLineTable, type LineTable } from './align/line-table.ts';
import { isAlreadyApplied, placesOfNewText, wasMadeBefore } from './applied/already-applied.ts';
import { mergeIntoCurrent } from './applied/stale-view.ts';
import { type Found, type Located, locate } from './cascade.ts';
import { createEvidence, type Evidence, type ShownFile } from './evidence.ts';
import type { EditNote } from './explain/edit-note.ts';
import { createSource, type Matcher, type Placement, type Source } from './matcher.ts';
import type { Policy } from './policy.ts';
import { findPublished } from './published-cascade.ts';
import { createQuotation, type Quotation } from './quotation.ts';
import { allOccurrences } from './replace-all.ts';
import { isTooLarge } from './search-limits.ts';
import { elidesOnlyInNew } from './strategies/elision.ts';
import { MAX_COUNTED, placesOf } from './strategies/exact.ts';

export type EditRequest = {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll?: boolean | undefined;
  readonly policy: Policy;
  /** The two kinds of quotes mean different things in this file. */
  readonly quotesDiffer?: boolean | undefined;
  /** A line that begins with `#` is a heading in this file. */
  readonly hasHeadings?: boolean | undefined;
  /** What the caller was shown of the file before. */
  readonly shown?: ShownFile | undefined;
};

export type PlannedEdit = {
  readonly outcome: 'edit';
  readonly strategy: string;
  readonly similarity: number;
  /** Where the quoted text is, place by place. */
  readonly places: readonly Span[];
  readonly edits: readonly TextEdit[];
  /** Other renderings of the new text at the same place, in order, if the first one turns out to be broken code. */
  readonly alternatives?: readonly (readonly TextEdit[])[] | undefined;
  /** What was overlooked, guessed or repaired, line by line. */
  readonly notes: readonly EditNote[];
  /** Set if there are very many places: then `places` has only the first of them. */
  readonly many?: ManyReplaced | undefined;
};

export type Refusal =
  | {
      /** `repeated`: the file has this change already, and the old text only approximately and elsewhere. */
      readonly outcome: 'ambiguous' | 'unsure' | 'repeated';
      readonly strategy: string;
      readonly places: readonly Span[];
    }
  | { readonly outcome: 'changed-since'; readonly lines: readonly number[] }
  /** The text would grow beyond any sensible length. */
  | { readonly outcome: 'too-long'; readonly length: number }
  | { readonly outcome: 'absent' | 'elided' | 'too-costly' };

export type EditPlan = PlannedEdit | { readonly outcome: 'already-applied' } | Refusal;

/** What several edits of one text share. */
export type PreparedText = { readonly view: LfView; readonly lines: () => LineTable };

export function prepareText(text: string): PreparedText {
  const view = lfView(text);
  let lines: LineTable | undefined;
  return {
    view,
    lines: () => {
      lines ??= createLineTable(view.text);
      return lines;
    },
  };
}

/** Decides what an edit by quotation means in a text, or why that cannot be known. Offsets are those of the text. */
export function planEdit(text: string, request: EditRequest, prepared = prepareText(text)): EditPlan {
  const { view } = prepared;
  const [oldText, newText] = [lf(request.oldText), lf(request.newText)];
  if (isTooLarge(view.text, request))
    return inStored(planLiterally(view.text, { ...request, oldText, newText }), view);
  const source = createSource(
    view.text,
    createBudget(),
    request.quotesDiffer,
    request.hasHeadings,
    prepared.lines,
  );
  const quotation = createQuotation(oldText, newText);
  const evidence = request.shown && createEvidence(request.shown, text);
  try {
    return inStored(withoutIdleEdits(decide(source, quotation, request, evidence), source.text), view);
  } catch (error) {
    if (error instanceof BudgetExceeded) return { outcome: 'too-costly' };
    throw error;
  }
}

/** The plan for an exact quotation, by searches that are linear in both texts. */
function planLiterally(text: string, { oldText, newText, replaceAll, policy }: EditRequest): EditPlan {
  const places = spansOf(text, oldText, replaceAll ?? false);
  if (places.length === 0) return { outcome: policy === 'exact' ? 'absent' : 'too-costly' };
  if (places.length > 1 && !replaceAll) return { outcome: 'ambiguous', strategy: 'exact', places };
  const { span, newText: changed } = editBetween(oldText, newText);
  const edits = places.map(({ start }): TextEdit => {
    return { span: { start: start + span.start, end: start + span.end }, newText: changed };
  });
  return { outcome: 'edit', strategy: 'exact', similarity: 1, places, edits, notes: [] };
}

/** All places without overlaps, or enough of them to know that the text is not unique. */
function spansOf(text: string, quoted: string, isEach: boolean): Span[] {
  const places: Span[] = [];
  for (const start of occurrencesOf(text, quoted, isEach ? quoted.length : 1)) {
    places.push({ start, end: start + quoted.length });
    if (!isEach && places.length === MAX_COUNTED) break;
  }
  return places;
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
  if (policy !== 'exact' && elidesOnlyInNew(source, quotation)) return { outcome: 'elided' };
  if (replaceAll) return everywhere(source, quotation, policy, evidence);
  if (policy === 'exact') return toPlan(source, locate(source, quotation, policy));
  const isQuoted = placesOf(source, quotation.oldText).length > 0;
  const merged = !isQuoted && evidence?.isStale() ? merge(source, quotation, evidence) : undefined;
  if (merged?.outcome === 'edit') return merged;
  const isThere = !isQuoted && isAlreadyApplied(source, quotation, evidence);
  if (merged && !isThere) return merged;
  const located = locate(source, quotation, policy, evidence);
  // While the old text can be found, even approximately, the change has not been made there.
  if (located.state === 'absent' && isThere && !isNearby(source, quotation))
    return { outcome: 'already-applied' };
  if (merged) return merged;
  if (located.state !== 'found') return toPlan(source, located);
  if (located.matcher.name === 'exact')
    return isPartOfNewText(source, quotation, located)
      ? { outcome: 'already-applied' }
      : toPlan(source, located);
  // This very call, whose result is still there, does not mean something that only comes near.
  if (wasMadeBefore(source, quotation, evidence)) return { outcome: 'already-applied' };
  return !evidence && isElsewhere(source, quotation, located) ? repeated(located) : toPlan(source, located);
}

/** Whether the quotation is found only within longer lines of the new text, which the file has already. */
function isPartOfNewText(source: Source, quotation: Quotation, { placement }: Found): boolean {
  const { start, end } = placement;
  const isWhole = isFirstInLine(source.text, start) && isLastInLine(source.text, end);
  return (
    !isWhole && placesOfNewText(source, quotation).some((place) => place.start < end && place.end > start)
  );
}

/** Whether the file has the new text elsewhere: the call may have been sent before, and nothing remembers it. */
function isElsewhere(source: Source, quotation: Quotation, { placement }: Found): boolean {
  const { start, end } = placement;
  return placesOfNewText(source, quotation).some((place) => place.end <= start || place.start >= end);
}

function repeated({ matcher, placement }: Found): EditPlan {
  return { outcome: 'repeated', strategy: matcher.name, places: [spanOf(placement)] };
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

function everywhere(source: Source, quotation: Quotation, policy: Policy, evidence?: Evidence): EditPlan {
  const isExact = placesOf(source, quotation.oldText).length > 0;
  if (policy !== 'exact' && !isExact && isAlreadyApplied(source, quotation, evidence))
    return { outcome: 'already-applied' };
  const found = allOccurrences(source, quotation, policy === 'exact');
  if (found) {
    const [notes] = found.placements.map((placement) => placement.notes ?? []);
    return planned(source, found.matcher, found.placements, found.edits, notes ?? []);
  }
  return { outcome: isExact ? 'already-applied' : 'absent' };
}

/** No tolerance on a stale view: the edit is made where it was meant, or not at all. */
function merge(source: Source, quotation: Quotation, evidence: Evidence): EditPlan | undefined {
  const merged = mergeIntoCurrent(source, evidence.known(), quotation);
  if (merged.state === 'unrelated') return undefined;
  if (merged.state === 'conflict') return { outcome: 'changed-since', lines: merged.lines };
  const places = merged.edits.map(({ span }) => span);
  const line = lineNumberAt(source.text, places[0]?.start ?? 0);
  const text = 'the file has changed since you read it, but not in these lines';
  const notes: EditNote[] = [{ line, kind: 'merged', text }];
  return { outcome: 'edit', strategy: 'merged', similarity: 1, places, edits: merged.edits, notes };
}

function toPlan(source: Source, located: Located): EditPlan {
  if (located.state === 'absent') return { outcome: 'absent' };
  if (located.state === 'unsure') {
    return { outcome: 'unsure', strategy: located.matcher.name, places: [spanOf(located.placement)] };
  }
  if (located.state === 'ambiguous') {
    return { outcome: 'ambiguous', strategy: located.matcher.name, places: located.placements.map(spanOf) };
  }
  if (located.state === 'applied') return { outcome: 'already-applied' };
  const { matcher, placement, edits, repaired, notes } = located;
  const plan = {
    ...planned(source, matcher, [placement], edits, notes),
    alternatives: placement.alternatives,
  };
  if (!repaired) return plan;
  const line = lineNumberAt(source.text, placement.start);
  const note: EditNote = { line, kind: 'repaired', text: `repaired ${repaired} in both texts` };
  return { ...plan, strategy: 'escape-normalized', notes: [note, ...plan.notes] };
}

function planned(
  { text }: Source,
  matcher: Matcher,
  placements: readonly Placement[],
  edits: readonly TextEdit[],
  notes: readonly EditNote[],
): PlannedEdit {
  const line = lineNumberAt(text, placements[0]?.start ?? 0);
  const matched: EditNote[] = matcher.overlooks
    ? [{ line, kind: 'matched', text: `matched ignoring ${matcher.overlooks}` }]
    : [];
  return {
    outcome: 'edit',
    strategy: matcher.name,
    similarity: placements.reduce((least, { similarity }) => Math.min(least, similarity), 1),
    places: placements.map(spanOf),
    edits,
    notes: [...matched, ...notes],
  };
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}

/** The plan in offsets of the text as it is stored, with its CRLF line ends. */
function inStored(plan: EditPlan, { toStored }: LfView): EditPlan {
  const stored = ({ start, end }: Span): Span => ({ start: toStored(start), end: toStored(end) });
  if (plan.outcome === 'ambiguous' || plan.outcome === 'unsure' || plan.outcome === 'repeated')
    return { ...plan, places: plan.places.map(stored) };
  if (plan.outcome !== 'edit') return plan;
  const inText = (edits: readonly TextEdit[]) =>
    edits.map(({ span, newText }) => ({ span: stored(span), newText }));
  const alternatives = plan.alternatives?.map(inText);
  return {
    ...plan,
    places: plan.places.map(stored),
    edits: inText(plan.edits),
    ...(alternatives && { alternatives }),
  };
}
