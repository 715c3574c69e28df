import type { TextEdit } from '../../edit/text-edit.ts';
import type { LineHunk } from '../../text/compare/line-diff.ts';
import { isBlank } from '../../text/indentation.ts';
import type { Alignment } from '../align/alignment.ts';
import type { LineTable } from '../align/line-table.ts';
import type { Quotation } from '../quotation.ts';

/** The file's lines [first, last) that a hunk replaces; empty for an insertion before line `first`. */
export type LinePlace = { readonly first: number; readonly last: number };

/** Undefined if the file does not have a line that is to be replaced. */
export function placeOf(quotation: Quotation, alignment: Alignment, hunk: LineHunk): LinePlace | undefined {
  const aligned = alignment.slice(hunk.oldStart, hunk.oldEnd);
  const known = aligned.filter((index) => index !== -1);
  const isGone = aligned.some((index, i) => index === -1 && !isBlank(quotation.oldLines[hunk.oldStart + i]!));
  if (isGone) return undefined;
  if (known.length === 0) return insertionPlace(quotation, alignment, hunk);
  return { first: known[0]!, last: known.at(-1)! + 1 };
}

function insertionPlace(quotation: Quotation, alignment: Alignment, hunk: LineHunk): LinePlace | undefined {
  const before = alignment.slice(0, hunk.oldStart).findLast((index) => index !== -1);
  const after = alignment.slice(hunk.oldEnd).find((index) => index !== -1);
  if (before === undefined) return after === undefined ? undefined : { first: after, last: after };
  if (after === undefined) return { first: before + 1, last: before + 1 };
  const added = quotation.newLines.slice(hunk.newStart, hunk.newEnd).filter((line) => !isBlank(line));
  // What belongs to the line after it must not be parted from it by a blank line that was not quoted.
  if (added.length > 0 && BELONGS_TO_NEXT.test(added.at(-1)!)) return { first: after, last: after };
  // The blank lines that the quotation has before the insertion come before it.
  const blankLines = Math.min(hunk.oldStart - 1 - alignment.lastIndexOf(before), after - before - 1);
  return { first: before + 1 + blankLines, last: before + 1 + blankLines };
}

/** A comment, a decorator or an attribute. */
const BELONGS_TO_NEXT = /^\s*(?:\/\/|\/\*|\*|#|--|;|@|<!--|'''|"""|\[[\w:]+(?:\(.*\))?\]\s*$)/;

/** New lines in place of some of the file's. */
export function lineEdit(
  lines: LineTable,
  { first, last }: LinePlace,
  newLines: readonly string[],
): TextEdit {
  const start = lines.startOf(first);
  const end = last > first ? lines.endOf(last - 1) : start;
  const endsOpen = end === lines.text.length && !lines.text.endsWith('\n');
  if (newLines.length === 0) {
    // The last line of a file without a final line end goes with the one before it.
    return { span: { start: endsOpen && start > 0 ? start - 1 : start, end }, newText: '' };
  }
  const text = newLines.join('\n');
  if (!endsOpen) return { span: { start, end }, newText: `${text}\n` };
  return { span: { start, end }, newText: first === last && start > 0 ? `\n${text}` : text };
}

/** The last line of a file is deleted with the line end before it; where that is another edit's, they become one. */
export function withoutOverlap(edits: readonly TextEdit[]): TextEdit[] {
  const apart: TextEdit[] = [];
  for (const edit of edits) {
    const previous = apart.at(-1);
    if (!previous || edit.span.start >= previous.span.end) {
      apart.push(edit);
      continue;
    }
    const isDeletion = previous.newText === '' && edit.newText === '';
    const start = isDeletion ? Math.max(0, previous.span.start - 1) : previous.span.start;
    const newText = previous.newText.replace(/\n$/, '') + edit.newText;
    apart[apart.length - 1] = { span: { start, end: edit.span.end }, newText };
  }
  return apart;
}
