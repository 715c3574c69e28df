import type { TextEdit } from '../edit/text-edit.ts';
import { type EditedLines, editedLines, type LineRange } from '../edit/text-edit.ts';
import type { Verdict } from '../languages/language.ts';
import type { SyntaxIssue } from './syntax-issue.ts';

export type Issues = readonly SyntaxIssue[];

/** Parsers report the same error a few lines higher or lower when the lines around it change. */
const DRIFT = 2;

/** The issues of a text before and after an edit. `edits` are in the order of the text before. */
export type EditedIssues = {
  readonly text: string;
  readonly edits: readonly TextEdit[];
  readonly before: Issues;
  readonly after: Issues;
  readonly verdict: Verdict;
};

type Comparison = Pick<EditedIssues, 'before' | 'after' | 'verdict'> & {
  readonly touched: readonly EditedLines[];
};

/**
 * The issues that an edit introduces: those on a line that had none, unless the edit removes at least as many. Those
 * closest to the edit come first.
 */
export function newIssues({ text, edits, before, after, verdict }: EditedIssues): Issues {
  const touched = editedLines(text, edits);
  const fresh = before.length === 0 ? after : unmatched({ before, after, touched, verdict });
  return fresh.toSorted((a, b) => distance(a, touched) - distance(b, touched));
}

function unmatched(comparison: Comparison): Issues {
  const { before, after, touched, verdict } = comparison;
  if (after.length < before.length) return [];
  // A parser that is often wrong must find more errors than before, in lines without any.
  if (verdict === 'warn' && after.length === before.length) return [];
  const { fresh, gone } = compare(before, after, touched);
  const readable = fresh.filter(({ line }) => !wasUnparsed(line, comparison));
  const isRepair = gone.some((issue) => isTouched(issue, touched));
  return isRepair && readable.length <= gone.length ? [] : readable;
}

/** Whether the line is in a part that could not be parsed before, where no error counts as new. */
function wasUnparsed(line: number, { before, touched, verdict }: Comparison): boolean {
  return before.some((issue) => {
    const { first, last } = linesAfter(issue, touched);
    return isTouched(issue, touched) ? line >= first && line <= last : verdict === 'warn' && line === first;
  });
}

/** The issues that are only after or only before the edit: compared by line, or by message in lines nearby. */
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

/** The message without quotations from the file. */
function kindOf({ message }: SyntaxIssue): string {
  return message.replace(/`[^`]*`|'[^']*'|"[^"]*"|\d+/g, '');
}

/** The number of a line after the edits; the end of the new text if the edit replaced it. */
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

/** Whether an edit is in the text that could not be parsed, or on a line next to it. */
function isTouched({ line, endLine = line }: SyntaxIssue, touched: readonly EditedLines[]): boolean {
  return touched.some(({ before }) => before.first <= endLine + 1 && before.last >= line - 1);
}

function linesAfter({ line, endLine = line }: SyntaxIssue, touched: readonly EditedLines[]): LineRange {
  return { first: lineAfter(line, touched), last: lineAfter(endLine, touched) };
}
