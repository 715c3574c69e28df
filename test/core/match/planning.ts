import type { TextEdit } from '../../../src/core/edit/text-edit.ts';
import { createLineTable } from '../../../src/core/match/align/line-table.ts';
import type { Evidence, ShownFile } from '../../../src/core/match/evidence.ts';
import type { Matcher, Source } from '../../../src/core/match/matcher.ts';
import { type EditPlan, type PlannedEdit, planEdit } from '../../../src/core/match/plan-edit.ts';
import type { Policy } from '../../../src/core/match/policy.ts';
import { createQuotation } from '../../../src/core/match/quotation.ts';
import { createBudget } from '../../../src/core/text/compare/budget.ts';
import { fitLineEndings } from '../../../src/core/text/line-endings.ts';

// A table of cases is (text, old, new → result); a refusal is its outcome in angle brackets.

export function sourceOf(text: string): Source {
  return { text, lines: createLineTable(text), budget: createBudget() };
}

/** A matcher for a caller who was shown the file before. */
export function seeing(matcher: Matcher, evidence: Evidence | undefined): Matcher {
  return { ...matcher, find: (source, quotation) => matcher.find(source, quotation, evidence) };
}

/** What one matcher alone makes of a call. */
export function by(matcher: Matcher, text: string, oldText: string, newText: string): string {
  const placements = matcher.find(sourceOf(text), createQuotation(oldText, newText));
  if (placements.length !== 1)
    return placements.length === 0 ? '<absent>' : `<ambiguous ${placements.length}>`;
  const edits = placements[0]!.edits();
  return edits ? applied(text, edits) : '<unsure>';
}

export type Setting = {
  readonly policy?: Policy;
  readonly replaceAll?: boolean;
  readonly shown?: ShownFile;
};

/** What the whole ladder makes of a call. */
export function outcomeOf(text: string, oldText: string, newText: string, setting: Setting = {}): string {
  return resultOf(text, plan(text, oldText, newText, setting));
}

export function plan(text: string, oldText: string, newText: string, setting: Setting = {}): EditPlan {
  return planEdit(text, { oldText, newText, policy: 'safe', ...setting });
}

/** The plan of a call that must be carried out. */
export function edited(text: string, oldText: string, newText: string, setting: Setting = {}): PlannedEdit {
  const made = plan(text, oldText, newText, setting);
  if (made.outcome !== 'edit') throw new Error(`refused: ${made.outcome}`);
  return made;
}

export function resultOf(text: string, made: EditPlan): string {
  return made.outcome === 'edit' ? applied(text, made.edits) : `<${made.outcome}>`;
}

/** The text after the edits, with line ends fitted as the workspace does; throws if edits overlap. */
export function applied(text: string, edits: readonly TextEdit[]): string {
  let [result, reached] = ['', 0];
  for (const { span, newText } of inOrder(edits)) {
    if (span.start < reached || span.end < span.start || span.end > text.length)
      throw new Error(`edit ${span.start}-${span.end} after ${reached} in a text of ${text.length}`);
    result += text.slice(reached, span.start) + fitLineEndings(newText, text, span);
    reached = span.end;
  }
  return result + text.slice(reached);
}

export function inOrder(edits: readonly TextEdit[]): TextEdit[] {
  return edits.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

/** A caller that was shown these lines, from 0, of the text; all of them if none are named. */
export function hasSeen(text: string, lines?: readonly number[]): ShownFile {
  return {
    text: () => text,
    isShown: (index) => lines?.includes(index) ?? true,
    linesInsertedBy: () => undefined,
  };
}
