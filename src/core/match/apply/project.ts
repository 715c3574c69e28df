import type { TextEdit } from '../../edit/text-edit.ts';
import { diffLines, type LineHunk } from '../../text/compare/line-diff.ts';
import { indentOf, isBlank } from '../../text/indentation.ts';
import { isSameCode } from '../../text/tokens.ts';
import type { Alignment } from '../align/alignment.ts';
import type { LineTable } from '../align/line-table.ts';
import { type EditNote, quotedLine } from '../explain/edit-note.ts';
import type { Source } from '../matcher.ts';
import { createQuotation, type Quotation, targetLines } from '../quotation.ts';
import { fittedLines } from './fitted-lines.ts';
import { lineEdit, placeOf, withoutOverlap } from './hunk-place.ts';
import { changesOnlyIndentation, hasLostIndentation } from './lost-indentation.ts';
import { completed } from './omitted-lines.ts';
import { createReindenter, type LinePair, type Reindenter, unitsOf } from './reindent.ts';
import { withoutSlips } from './slips.ts';

/** What an edit is in the file. */
export type Projection = {
  /** Undefined if it cannot be carried over without a guess; empty if the file is as it asks already. */
  readonly edits: readonly TextEdit[] | undefined;
  /** Other renderings of the new lines at the same place, in order, if the first one turns out to be broken code. */
  readonly alternatives: readonly (readonly TextEdit[])[];
  readonly notes: readonly EditNote[];
};

const UNKNOWN: Projection = { edits: undefined, alternatives: [], notes: [] };

/**
 * Carries the difference between old and new over to the lines of the file that the old ones mean. Only its hunks are
 * applied; every other line of the file stays as it is.
 */
export function project(
  { lines, quotesDiffer }: Source,
  given: Quotation,
  aligned: Alignment,
  wasShown?: (line: number) => boolean,
): Projection {
  const whole = completed(lines, given, aligned, wasShown);
  if (!whole) return UNKNOWN;
  const { alignment } = whole;
  const { quotation, notes: slips } = withoutSlips(lines, whole.quotation, alignment);
  const reindenter = reindenterFor(lines, quotation, alignment);
  const fitting = alreadyFitting(lines, quotation, alignment, reindenter);
  const renderings = [
    fitting && render(lines, fitting, alignment, reindenterFor(lines, fitting, alignment)),
    render(lines, quotation, alignment, reindenter),
  ].filter((edits) => edits !== undefined);
  const [edits, ...others] = renderings;
  if (!edits) return UNKNOWN;
  // What was not quoted is what was to be inserted: blank lines beside it are no change.
  if (whole.notes.some(({ kind }) => kind === 'replaced') && changesOnlyBlankLines(quotation))
    return { edits: [], alternatives: [], notes: whole.notes };
  const literal = reindenter.isIdentity ? undefined : render(lines, quotation, alignment, LITERAL);
  const alternatives = [...others, ...(literal ? [literal] : [])].filter((other) => !isSame(other, edits));
  const moved = fitting || quotation.newLines.length === 0 ? [] : reindentNote(lines, alignment, reindenter);
  const notes = [...misquotes(lines, given, aligned, quotesDiffer), ...whole.notes, ...slips, ...moved];
  return { edits, alternatives, notes };
}

function changesOnlyBlankLines({ oldLines, newLines, hunks }: Quotation): boolean {
  return hunks.every(
    ({ oldStart, oldEnd, newStart, newEnd }) =>
      oldLines.slice(oldStart, oldEnd).every(isBlank) && newLines.slice(newStart, newEnd).every(isBlank),
  );
}

/** How the quotation's indentation carries over to the lines that it means. */
export function reindenterFor(lines: LineTable, quotation: Quotation, alignment: Alignment): Reindenter {
  const pairs = alignment.flatMap((fileIndex, oldIndex): LinePair[] =>
    fileIndex === -1
      ? []
      : [{ oldIndex, oldLine: quotation.oldLines[oldIndex]!, fileLine: lines.lineAt(fileIndex) }],
  );
  const units = () => unitsOf([...quotation.oldLines, ...quotation.newLines], nearbyLines(lines, alignment));
  return createReindenter(pairs, units);
}

/** New lines as they were given. */
const LITERAL: Reindenter = {
  isIdentity: true,
  isConsistent: true,
  note: undefined,
  stray: undefined,
  isSensible: true,
  fit: (line) => line,
};
const UNIT_WINDOW = 400;

/** Enough of the file to see its unit of indentation. */
function nearbyLines(lines: LineTable, alignment: Alignment): string[] {
  const middle = alignment.find((index) => index !== -1) ?? 0;
  const start = Math.max(0, middle - UNIT_WINDOW);
  const end = Math.min(lines.count, middle + UNIT_WINDOW);
  return Array.from({ length: end - start }, (_, i) => lines.lineAt(start + i));
}

/**
 * The quotation with the file's indentation in its old lines, if the new text has it already although the old one does
 * not: then it must not be moved again.
 */
function alreadyFitting(
  lines: LineTable,
  { oldLines, newLines, newText }: Quotation,
  alignment: Alignment,
  { isIdentity }: Reindenter,
): Quotation | undefined {
  if (isIdentity) return undefined;
  const inFile = oldLines.map((line, i) =>
    alignment[i] === -1 || isBlank(line) ? line : indentOf(lines.lineAt(alignment[i]!)) + line.trimStart(),
  );
  const kept = keptPairs(oldLines, newLines).filter(([i]) => alignment[i] !== -1 && !isBlank(oldLines[i]!));
  const firsts = [oldLines, newLines].map((all) => all.findIndex((line) => !isBlank(line))) as [
    number,
    number,
  ];
  const indicative = kept.length > 0 ? kept : firsts.includes(-1) ? [] : [firsts];
  const fits = ([i, j]: [number, number]) => indentOf(newLines[j]!) === indentOf(inFile[i]!);
  const moves = (i: number) => indentOf(oldLines[i]!) !== indentOf(inFile[i]!);
  const isMoved = indicative.some(([i]) => moves(i));
  // A line that the edit moves is at neither depth; brackets may be those of other lines.
  const worded = indicative.filter(([i]) => /[\p{L}\p{N}]/u.test(oldLines[i]!));
  const isElsewhere = ([i, j]: [number, number]) =>
    !fits([i, j]) && indentOf(newLines[j]!) !== indentOf(oldLines[i]!);
  const isFitting =
    indicative.every(fits) ||
    (worded.length > 1 &&
      oldLines.every((line, i) => isBlank(line) || moves(i)) &&
      fits(worded[0]!) &&
      worded.every((pair) => fits(pair) || isElsewhere(pair)));
  return isMoved && isFitting ? createQuotation(inFile.join('\n'), newText) : undefined;
}

/** The lines that both texts have, whatever their indentation. */
function keptPairs(oldLines: readonly string[], newLines: readonly string[]): [number, number][] {
  const trimmed = (all: readonly string[]) => all.map((line) => line.trim());
  const pairs: [number, number][] = [];
  let [i, j] = [0, 0];
  const end = { oldStart: oldLines.length, newStart: newLines.length, oldEnd: 0, newEnd: 0 };
  for (const hunk of [...diffLines(trimmed(oldLines), trimmed(newLines)), end]) {
    for (; i < hunk.oldStart; i++, j++) pairs.push([i, j]);
    [i, j] = [hunk.oldEnd, hunk.newEnd];
  }
  return pairs;
}

function render(
  lines: LineTable,
  quotation: Quotation,
  alignment: Alignment,
  reindenter: Reindenter,
): TextEdit[] | undefined {
  if (endsDoubtfully(lines, quotation, alignment)) return undefined;
  if (quotation.hunks.some((hunk) => goesOnAfter(lines, quotation, alignment, hunk))) return undefined;
  if (!reindenter.isIdentity) {
    if (changesOnlyIndentation(quotation)) return undefined;
    const depthOf = (i: number) =>
      alignment[i] === -1 || isBlank(quotation.oldLines[i]!)
        ? undefined
        : indentOf(lines.lineAt(alignment[i]!));
    if (hasLostIndentation(quotation, reindenter.isConsistent, depthOf)) return undefined;
  }
  const edits: TextEdit[] = [];
  for (const hunk of quotation.hunks) {
    const place = placeOf(quotation, alignment, hunk);
    const newLines = place && fittedLines(lines, quotation, alignment, hunk, reindenter);
    if (!newLines) return undefined;
    edits.push(...closingLineBefore(lines, quotation, alignment, hunk), lineEdit(lines, place, newLines));
  }
  return withoutOverlap(edits);
}

/** New lines after one quoted without its semicolon, where a statement has several lines: do they go on with it? */
function goesOnAfter(
  lines: LineTable,
  { oldLines, newLines }: Quotation,
  alignment: Alignment,
  { oldStart, newStart, newEnd }: LineHunk,
): boolean {
  const index = alignment[oldStart - 1] ?? -1;
  const last = newLines.slice(newStart, newEnd).findLast((line) => !isBlank(line));
  if (index < 1 || !last?.trimEnd().endsWith(';')) return false;
  const isDropped = lines.trimmed(index).endsWith(';') && !oldLines[oldStart - 1]!.trimEnd().endsWith(';');
  return isDropped && !/(?:[;{}]|^)$/.test(lines.trimmed(index - 1));
}

/** A bracket at the end that goes, at another depth than quoted although all with words are as quoted: another one? */
function endsDoubtfully(lines: LineTable, quotation: Quotation, alignment: Alignment): boolean {
  const { oldLines } = quotation;
  const last = oldLines.findLastIndex((line) => !isBlank(line));
  const hasWord = (i: number) => /[\p{L}\p{N}]/u.test(oldLines[i]!);
  const isAsQuoted = (i: number) =>
    alignment[i] === -1 || indentOf(oldLines[i]!) === indentOf(lines.lineAt(alignment[i]!));
  if (last === -1 || hasWord(last) || isAsQuoted(last)) return false;
  const isOnlyOne = oldLines.every((line, i) => isBlank(line) || !hasWord(i) || isAsQuoted(i));
  return isOnlyOne && targetLines(quotation).includes(last);
}

/** The last item of a list before new ones: old and new text close it with a comma, and the file must now too. */
function closingLineBefore(
  lines: LineTable,
  { oldLines, newLines }: Quotation,
  alignment: Alignment,
  { oldStart, newStart, newEnd }: LineHunk,
): TextEdit[] {
  const fileIndex = alignment[oldStart - 1] ?? -1;
  if (fileIndex === -1 || newStart === newEnd) return [];
  const [quoted, inFile] = [oldLines[oldStart - 1]!.trim(), lines.trimmed(fileIndex)];
  const isLast = /^[})\]]/.test(lines.trimmed(Math.min(fileIndex + 1, lines.count - 1)));
  const isListed = [newLines[newStart]!, lines.lineAt(Math.max(0, fileIndex - 1))].some((line) =>
    /[,([{]\s*$/.test(line),
  );
  if (!isLast || !isListed || !quoted.endsWith(',') || quoted.slice(0, -1) !== inFile) return [];
  const end = lines.startOf(fileIndex) + lines.lineAt(fileIndex).trimEnd().length;
  return [{ span: { start: end, end }, newText: ',' }];
}

/** The lines whose words were quoted otherwise than they are, and those that the file does not have. */
function misquotes(
  lines: LineTable,
  quotation: Quotation,
  alignment: Alignment,
  quotesDiffer: boolean | undefined,
): EditNote[] {
  const targets = new Set(targetLines(quotation));
  let line = 1;
  return quotation.oldLines.flatMap((quoted, i): EditNote[] => {
    const index = alignment[i]!;
    if (isBlank(quoted)) return [];
    if (index === -1)
      return [
        { line, kind: 'misquoted', text: `${quotedLine(quoted)} was quoted, but the file does not have it` },
      ];
    line = index + 1;
    if (isSameCode(quoted, lines.lineAt(index), quotesDiffer)) return [];
    const outcome = targets.has(i)
      ? `the file has ${quotedLine(lines.lineAt(index))}`
      : "the file's own text was kept";
    return [
      { line, kind: 'misquoted', text: `line ${line} was quoted as ${quotedLine(quoted)}; ${outcome}` },
    ];
  });
}

function reindentNote(lines: LineTable, alignment: Alignment, { note }: Reindenter): EditNote[] {
  const first = alignment.find((index) => index !== -1)!;
  return note === undefined
    ? []
    : [{ line: Math.min(first + 1, lines.count), kind: 'reindented', text: note }];
}

function isSame(a: readonly TextEdit[], b: readonly TextEdit[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
