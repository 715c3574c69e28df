import type { TextEdit } from '../../edit/text-edit.ts';
import { indentOf, isBlank } from '../../text/indentation.ts';
import type { LineHunk } from '../../text/line-diff.ts';
import { lineSimilarity } from '../../text/similarity.ts';
import type { LineTable } from '../align/line-table.ts';
import type { Quotation } from '../quotation.ts';
import { mergeLine } from './merge-line.ts';
import { createReindenter, type LinePair, type Reindenter, unitsOf } from './reindent.ts';

/** For each old line the index of the file's line that it stands for; -1 if there is none. */
export type Alignment = readonly number[];

export type Projection = { readonly reindenter: Reindenter; edits(): TextEdit[] | undefined };

/**
 * Carries the difference between old and new over to the lines of the file that the old ones stand for. Only its
 * hunks are applied; every other line of the file stays as it is.
 */
export function project(lines: LineTable, quotation: Quotation, alignment: Alignment): Projection {
  const pairs = alignment.flatMap((fileIndex, oldIndex): LinePair[] =>
    fileIndex === -1
      ? []
      : [{ oldIndex, oldLine: quotation.oldLines[oldIndex]!, fileLine: lines.lineAt(fileIndex) }],
  );
  const units = () => unitsOf([...quotation.oldLines, ...quotation.newLines], nearbyLines(lines, alignment));
  const reindenter = createReindenter(pairs, units);
  return { reindenter, edits: () => editsOf(lines, quotation, alignment, reindenter) };
}

const UNIT_WINDOW = 400;

/** Enough of the file to see its unit of indentation. */
function nearbyLines(lines: LineTable, alignment: Alignment): string[] {
  const middle = alignment.find((index) => index !== -1) ?? 0;
  const start = Math.max(0, middle - UNIT_WINDOW);
  const end = Math.min(lines.count, middle + UNIT_WINDOW);
  return Array.from({ length: end - start }, (_, i) => lines.lineAt(start + i));
}

function editsOf(
  lines: LineTable,
  quotation: Quotation,
  alignment: Alignment,
  reindenter: Reindenter,
): TextEdit[] | undefined {
  if (!reindenter.isIdentity && (changesOnlyIndentation(quotation) || hasLostIndentation(quotation)))
    return undefined;
  const edits: TextEdit[] = [];
  for (const hunk of quotation.hunks) {
    const place = placeOf(lines, quotation, alignment, hunk);
    if (!place) return undefined;
    const newLines = linesFor(lines, quotation, alignment, hunk, reindenter);
    if (!newLines) return undefined;
    edits.push(...closingLineBefore(lines, quotation, alignment, hunk), lineEdit(lines, place, newLines));
  }
  return withoutOverlap(edits);
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

/** The last item of a list before new ones: old and new text close it with a comma, and the file must now too. */
function closingLineBefore(
  lines: LineTable,
  { oldLines }: Quotation,
  alignment: Alignment,
  { oldStart, newStart, newEnd }: LineHunk,
): TextEdit[] {
  const fileIndex = alignment[oldStart - 1] ?? -1;
  if (fileIndex === -1 || newStart === newEnd) return [];
  const [quoted, inFile] = [oldLines[oldStart - 1]!.trim(), lines.trimmed(fileIndex)];
  const isLast = /^[})\]]/.test(lines.trimmed(Math.min(fileIndex + 1, lines.count - 1)));
  if (!isLast || !quoted.endsWith(',') || quoted.slice(0, -1) !== inFile) return [];
  const end = lines.startOf(fileIndex) + lines.lineAt(fileIndex).trimEnd().length;
  return [{ span: { start: end, end }, newText: ',' }];
}

function changesOnlyIndentation({ hunks, oldLines, newLines }: Quotation): boolean {
  return (
    hunks.length > 0 &&
    hunks.every(({ oldStart, oldEnd, newStart, newEnd }) => {
      const trimmed = (all: readonly string[], from: number, to: number) =>
        all
          .slice(from, to)
          .map((line) => line.trim())
          .join('\n');
      return trimmed(oldLines, oldStart, oldEnd) === trimmed(newLines, newStart, newEnd);
    })
  );
}

/** New lines whose depth cannot be known: they open a block, or go on with a line, without any indentation. */
function hasLostIndentation({ hunks, oldLines, newLines }: Quotation): boolean {
  const isFlat = [...oldLines, ...newLines].every((line) => indentOf(line) === '');
  return hunks.some(({ oldStart, oldEnd, newStart, newEnd }) => {
    const added = newLines.slice(newStart, newEnd).filter((line) => !isBlank(line));
    if (newEnd - newStart === 1 && oldEnd - oldStart === 1) {
      const around = [oldLines[oldStart - 1] ?? '', oldLines[oldStart]!, newLines[newStart]!];
      const isSameEnd = ENDS_OPEN.test(oldLines[oldStart]!) === ENDS_OPEN.test(newLines[newStart]!);
      return isFlat && (!isSameEnd || around.some((line) => LINES_UP.test(line)));
    }
    return added.some((line, i) => (isFlat && NESTS.test(line)) || opensNothing(line, added[i + 1]));
  });
}

function opensNothing(line: string, next: string | undefined): boolean {
  if (next === undefined || !OPENS_BLOCK.test(line) || /^\s*[})\]]/.test(next)) return false;
  return indentOf(next).length <= indentOf(line).length;
}

const OPENS_BLOCK = /[{([]\s*$|^\s*(?:def|class|if|elif|else|for|while|try|except|finally|with)\b.*:\s*$/;
const ENDS_OPEN = /(?:[{([,:=]|=>|->|\|\||&&|\b(?:then|do|else))\s*$/;
/** What follows is often lined up with the bracket. */
const LINES_UP = /\([^)]*,\s*$/;
/** Lines that rarely stand at the depth of their neighbours. */
const NESTS =
  /^(?:#|[|&+?:.,)\]}<*]|(?:if|elif|elsif|else|for|while|do|try|catch|finally|switch|case|default|function|local function|def|class|end|begin|fn|fun|func|unless|until|when|match|with)\b)|(?:[{([,:=]|=>|->|\|\||&&|\b(?:then|do|else))\s*$|^[^`]*`[^`]*$/;

/** The file's lines [first, last) that a hunk replaces; empty for an insertion before line `first`. */
type LinePlace = { readonly first: number; readonly last: number };

function placeOf(
  lines: LineTable,
  quotation: Quotation,
  alignment: Alignment,
  hunk: LineHunk,
): LinePlace | undefined {
  const aligned = alignment.slice(hunk.oldStart, hunk.oldEnd);
  const known = aligned.filter((index) => index !== -1);
  if (known.length === 0) return insertionPlace(lines, alignment, hunk);
  const isGone = aligned.some((index, i) => index === -1 && !isBlank(quotation.oldLines[hunk.oldStart + i]!));
  if (isGone) return undefined;
  const [first, last] = [known[0]!, known.at(-1)! + 1];
  const expected = new Set(known);
  for (let line = first; line < last; line++)
    if (!expected.has(line) && lines.trimmed(line) !== '') return undefined;
  return { first, last };
}

function insertionPlace(lines: LineTable, alignment: Alignment, hunk: LineHunk): LinePlace | undefined {
  const before = alignment.slice(0, hunk.oldStart).findLast((index) => index !== -1);
  const behind = alignment.slice(hunk.oldEnd).find((index) => index !== -1);
  if (before === undefined && behind === undefined) return undefined;
  if (before === undefined) return { first: behind!, last: behind! };
  if (behind !== undefined) {
    for (let line = before + 1; line < behind; line++) if (lines.trimmed(line) !== '') return undefined;
    // The blank lines that the quotation has before the insertion come before it.
    const blanks = Math.min(hunk.oldStart - 1 - alignment.lastIndexOf(before), behind - before - 1);
    return { first: before + 1 + blanks, last: before + 1 + blanks };
  }
  return { first: before + 1, last: before + 1 };
}

function linesFor(
  lines: LineTable,
  { oldLines, newLines }: Quotation,
  alignment: Alignment,
  hunk: LineHunk,
  reindenter: Reindenter,
): string[] | undefined {
  const { oldStart, oldEnd, newStart, newEnd } = hunk;
  const isPairwise = oldEnd - oldStart === newEnd - newStart;
  // A line in place of a line stands where that one stood; of several, each must be a version of its counterpart.
  const isFlat = !reindenter.isIdentity && oldLines.every((line) => indentOf(line) === '');
  const least = oldEnd - oldStart === 1 ? 0 : isFlat ? SAME_FLAT_LINE : SAME_LINE;
  const result: string[] = [];
  for (let i = newStart; i < newEnd; i++) {
    const oldIndex = Math.min(oldStart + i - newStart, oldEnd);
    const fileIndex = isPairwise ? alignment[oldIndex]! : -1;
    const isPaired = fileIndex !== -1 && !isBlank(newLines[i]!) && !isBlank(oldLines[oldIndex]!);
    const line = isPaired
      ? mergedLine(
          { quoted: oldLines[oldIndex]!, wanted: newLines[i]!, inFile: lines.lineAt(fileIndex) },
          oldIndex,
          reindenter,
          least,
        )
      : reindenter.fit(newLines[i]!, oldIndex);
    if (line === undefined) return undefined;
    result.push(line);
  }
  return result;
}

/** Lines that share less are not versions of each other; more is asked where indentation was lost. */
const SAME_LINE = 0.4;
const SAME_FLAT_LINE = 0.6;

type LineVersions = { readonly quoted: string; readonly wanted: string; readonly inFile: string };

/** The new line with what the file has otherwise than quoted, and with the file's indentation. */
function mergedLine(
  { quoted, wanted, inFile }: LineVersions,
  oldIndex: number,
  reindenter: Reindenter,
  least: number,
): string | undefined {
  const similarity = lineSimilarity(quoted, wanted);
  const keepsIndent = similarity >= least && indentOf(quoted) === indentOf(wanted);
  const fitted = keepsIndent ? indentOf(inFile) + wanted.trimStart() : reindenter.fit(wanted, oldIndex);
  if (fitted === undefined || similarity < SAME_LINE) return fitted;
  const body = mergeLine(quoted.trim(), wanted.trim(), inFile.trim());
  return body === undefined ? undefined : indentOf(fitted) + body + trailOf(wanted);
}

function trailOf(line: string): string {
  return line.slice(line.trimEnd().length);
}

function lineEdit(lines: LineTable, { first, last }: LinePlace, newLines: readonly string[]): TextEdit {
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
