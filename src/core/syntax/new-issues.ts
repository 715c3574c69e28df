import { type EditedLines, editedLines, type LineRange } from '../edit/edited-lines.ts';
import type { TextEdit } from '../edit/text-edit.ts';
import type { Verdict } from '../languages/language.ts';
import type { SyntaxIssue } from './syntax-issue.ts';

export type Issues = readonly SyntaxIssue[];

/** Parsers place the same mistake a little higher or lower when the lines around it change. */
const DRIFT = 2;

/**
 * The issues that an edit brings into a text: those that stand on a line that had none, unless the edit takes away
 * as much as it brings. `edits` are in the order of the text before.
 */
export function newIssues(
  before: { readonly text: string; readonly issues: Issues },
  after: Issues,
  edits: readonly TextEdit[],
  verdict: Verdict,
): Issues {
  const touched = editedLines(before.text, edits);
  const fresh = before.issues.length === 0 ? after : unmatched(before.issues, after, touched, verdict);
  return fresh.toSorted((a, b) => distance(a, touched) - distance(b, touched));
}

function unmatched(before: Issues, after: Issues, touched: readonly EditedLines[], verdict: Verdict): Issues {
  if (after.length < before.length) return [];
  // A parser that is often wrong must find more than before, and where it had found nothing.
  if (verdict === 'warn' && after.length === before.length) return [];
  const { fresh, gone } = compare(before, after, touched);
  const readable = fresh.filter(({ line }) => !wasUnread(line, before, touched, verdict));
  const isRepair = gone.some((issue) => isTouched(issue, touched));
  return isRepair && readable.length <= gone.length ? [] : readable;
}

/** Whether the edit stands in a part that was not understood before: nothing in it can be called new. */
function wasUnread(line: number, before: Issues, touched: readonly EditedLines[], verdict: Verdict): boolean {
  return before.some((issue) => {
    const { first, last } = linesAfter(issue, touched);
    return isTouched(issue, touched) ? line >= first && line <= last : verdict === 'warn' && line === first;
  });
}

/** What is only in one of the two, where positions are carried through the edit and kinds through its wording. */
function compare(
  before: Issues,
  after: Issues,
  touched: readonly EditedLines[],
): { fresh: Issues; gone: Issues } {
  const old = before.map((issue) => ({ issue, line: lineAfter(issue.line, touched), kind: kindOf(issue) }));
  const take = (isSame: (candidate: (typeof old)[number]) => boolean): boolean => {
    const found = old.findIndex(isSame);
    if (found !== -1) old.splice(found, 1);
    return found !== -1;
  };
  const elsewhere = after.filter((issue) => !take(({ line }) => line === issue.line));
  const fresh = elsewhere.filter(
    (issue) => !take(({ line, kind }) => kind === kindOf(issue) && Math.abs(line - issue.line) <= DRIFT),
  );
  return { fresh, gone: old.map(({ issue }) => issue) };
}

/** The message without what it quotes from the file. */
function kindOf({ message }: SyntaxIssue): string {
  return message.replace(/`[^`]*`|'[^']*'|"[^"]*"|\d+/g, '');
}

/** Where a line stands after the edits; the end of the new text if the edit replaced it. */
function lineAfter(line: number, touched: readonly EditedLines[]): number {
  const above = touched.findLast(({ before }) => before.first <= line);
  if (!above) return line;
  if (line <= above.before.last)
    return Math.min(above.after.first + line - above.before.first, above.after.last);
  return line + above.after.last - above.before.last;
}

function distance({ line }: SyntaxIssue, touched: readonly EditedLines[]): number {
  return Math.min(...touched.map(({ after }) => Math.max(after.first - line, line - after.last, 0)));
}

/** Whether an edit stands in what was not understood, or on a line next to it. */
function isTouched({ line, endLine = line }: SyntaxIssue, touched: readonly EditedLines[]): boolean {
  return touched.some(({ before }) => before.first <= endLine + 1 && before.last >= line - 1);
}

function linesAfter({ line, endLine = line }: SyntaxIssue, touched: readonly EditedLines[]): LineRange {
  return { first: lineAfter(line, touched), last: lineAfter(endLine, touched) };
}
