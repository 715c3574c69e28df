import { BudgetExceeded, createBudget } from '../../text/compare/budget.ts';
import { lineSimilarity } from '../../text/compare/similarity.ts';
import { isBlank } from '../../text/indentation.ts';
import { lfView } from '../../text/lf-view.ts';
import { alignments, linePlaces } from '../align/align.ts';
import type { Aligned, Alignment } from '../align/alignment.ts';
import type { LineTable } from '../align/line-table.ts';
import { createSource, type Source } from '../matcher.ts';
import { toLines } from '../quotation.ts';
import { isTooLarge } from '../search-limits.ts';

/** A place that comes near a quotation that was not found. Lines count from 1. */
export type NearMiss = {
  readonly firstLine: number;
  readonly lastLine: number;
  readonly similarity: number;
  /** Line by line the two are the same, spaces at the ends of the lines and blank lines aside. */
  readonly isSameButForSpaces: boolean;
  /** The file's own text, to copy. */
  readonly text: string;
  /** The first line in which the two differ; a side is absent if it has no such line. */
  readonly difference?: { readonly line: number; readonly quoted?: string; readonly inFile?: string };
};

export type Closest = {
  readonly misses: readonly NearMiss[];
  /** Every quoted line is in the file, but nowhere one after the other. */
  readonly isScattered: boolean;
  /** Nothing can be said: the search was given up, or not begun. */
  readonly isUnknown?: true;
};

const UNKNOWN: Closest = { misses: [], isScattered: false, isUnknown: true };

const MAX_MISSES = 3;
const MIN_SIMILARITY = 0.4;

/** The places that a quotation comes nearest to, best first. */
export function closestTo(text: string, quoted: string): Closest {
  if (isTooLarge(text, { oldText: quoted, newText: '' })) return UNKNOWN;
  const view = lfView(text).text;
  const source = createSource(view, createBudget(MISS_BUDGET));
  const oldLines = toLines(
    quoted
      .replaceAll('\r\n', '\n')
      .replace(/^(?:[ \t]*\n)+/, '')
      .trimEnd(),
  );
  try {
    const found = oldLines.length > 1 ? alignments(source, oldLines) : [];
    const aligned = found.length > 0 ? found : similarSingleLines(source, oldLines);
    const misses = aligned
      .filter(({ score }) => score >= MIN_SIMILARITY)
      .slice(0, MAX_MISSES)
      .map((one) => toMiss(source.lines, oldLines, one));
    const isTogether = misses.some(({ isSameButForSpaces }) => isSameButForSpaces);
    return { misses, isScattered: !isTogether && isAllThere(source, oldLines) };
  } catch (error) {
    if (error instanceof BudgetExceeded) return UNKNOWN;
    throw error;
  }
}

const MISS_BUDGET = 40_000_000;

/** Where no line of the quotation is in the file, its longest line says where to look. */
function similarSingleLines({ lines, budget }: Source, oldLines: readonly string[]): Aligned[] {
  const key = oldLines.reduce((best, line, i) => (line.length > oldLines[best]!.length ? i : best), 0);
  const best: { index: number; fit: number }[] = [];
  for (let index = 0; index < lines.count; index++) {
    const fit =
      lines.trimmed(index) === '' ? 0 : lineSimilarity(oldLines[key] ?? '', lines.trimmed(index), budget);
    if (fit >= MIN_SIMILARITY) best.push({ index, fit });
  }
  return best
    .sort((a, b) => b.fit - a.fit)
    .slice(0, MAX_MISSES)
    .map(({ index, fit }) => aroundLine(lines, oldLines, index - key, fit));
}

function aroundLine(lines: LineTable, oldLines: readonly string[], start: number, fit: number): Aligned {
  const alignment = oldLines.map((_, i) => (start + i >= 0 && start + i < lines.count ? start + i : -1));
  return { alignment, fits: oldLines.map(() => fit), skipped: 0, score: fit };
}

function toMiss(lines: LineTable, oldLines: readonly string[], { alignment, score }: Aligned): NearMiss {
  const beside = withReplacedLines(lines, oldLines, alignment);
  const known = beside.filter((index) => index !== -1);
  const [first, last] = [known[0]!, known.at(-1)!];
  return {
    firstLine: first + 1,
    lastLine: last + 1,
    similarity: score,
    isSameButForSpaces: isSameButForSpaces(lines, oldLines, beside),
    text: lines.text.slice(lines.startOf(first), lines.endOf(last)),
    ...differenceIn(lines, oldLines, beside, first),
  };
}

/** A quoted line that fits nowhere is taken for the line of the file that is in its place, if there is one. */
function withReplacedLines(lines: LineTable, oldLines: readonly string[], alignment: Alignment): number[] {
  const beside = [...alignment];
  const firstFit = beside.findIndex((index) => index !== -1);
  for (let i = firstFit - 1; i >= 0; i--) {
    const above = beside[i + 1]! - 1;
    if (above < 0 || lines.trimmed(above) === '') break;
    beside[i] = above;
  }
  const ends = nextFits(alignment, lines.count);
  let next = alignment[firstFit]! + 1;
  for (let i = firstFit + 1; i < beside.length; i++) {
    const end = ends[i]!;
    while (end < lines.count && next < end && lines.trimmed(next) === '') next++;
    const isThere = next < end && lines.trimmed(next) !== '';
    if (beside[i] === -1 && isThere && !isBlank(oldLines[i]!)) beside[i] = next;
    if (beside[i] !== -1) next = beside[i]! + 1;
  }
  return beside;
}

/** For each quoted line, where it or the next one that fits is; the end of the file after the last. */
function nextFits(alignment: Alignment, end: number): number[] {
  const next = [...alignment, end];
  for (let i = alignment.length - 1; i >= 0; i--) if (next[i] === -1) next[i] = next[i + 1]!;
  return next;
}

function isSameButForSpaces(lines: LineTable, oldLines: readonly string[], alignment: Alignment): boolean {
  let expected = alignment[0]!;
  return oldLines.every((quoted, i) => {
    const index = alignment[i]!;
    if (index === -1) return isBlank(quoted);
    while (expected < index && lines.trimmed(expected) === '') expected++;
    return index === expected++ && lines.trimmed(index) === quoted.trim();
  });
}

function differenceIn(lines: LineTable, oldLines: readonly string[], alignment: Alignment, first: number) {
  let expected = first;
  for (const [i, quoted] of oldLines.entries()) {
    const index = alignment[i]!;
    if (index === -1) {
      if (isBlank(quoted)) continue;
      return { difference: { line: expected + 1, quoted } };
    }
    while (expected < index && lines.trimmed(expected) === '') expected++;
    const inFile = lines.lineAt(expected);
    const isLeftOut = index > expected && quoted.trim() === lines.trimmed(index);
    if (isLeftOut) return { difference: { line: expected + 1, inFile } };
    if (quoted !== inFile) return { difference: { line: expected + 1, quoted, inFile } };
    expected = index + 1;
  }
  return {};
}

function isAllThere(source: Source, oldLines: readonly string[]): boolean {
  const solid = oldLines.filter((line) => !isBlank(line));
  return solid.length > 1 && solid.every((line) => linePlaces(source).has(line.trim()));
}
