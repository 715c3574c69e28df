import { isBlank } from '../text/indentation.ts';
import { lfView } from '../text/lf-view.ts';
import { type Aligned, alignments, linePlaces } from './align.ts';
import { BudgetExceeded, createBudget } from './budget.ts';
import type { LineTable } from './line-table.ts';
import { createSource, type Source } from './matcher.ts';
import { toLines } from './quotation.ts';
import { lineSimilarity } from './similarity.ts';

/** A place that comes near a quotation that was not found. Lines count from 1. */
export type NearMiss = {
  readonly firstLine: number;
  readonly lastLine: number;
  readonly similarity: number;
  /** The file's own text, to copy. */
  readonly text: string;
  /** The first line in which the two differ; a side is absent if it has no such line. */
  readonly difference?: { readonly line: number; readonly quoted?: string; readonly inFile?: string };
};

export type Closest = {
  readonly misses: readonly NearMiss[];
  /** Every quoted line stands in the file, but not together. */
  readonly isScattered: boolean;
};

const MOST_MISSES = 3;
const LEAST_SIMILARITY = 0.4;

/** The places that a quotation comes nearest to, best first. */
export function closestTo(text: string, quoted: string): Closest {
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
    const misses = aligned.filter(({ score }) => score >= LEAST_SIMILARITY).slice(0, MOST_MISSES);
    return {
      misses: misses.map((one) => toMiss(source.lines, oldLines, one)),
      isScattered: isScattered(source, oldLines),
    };
  } catch (error) {
    if (error instanceof BudgetExceeded) return { misses: [], isScattered: false };
    throw error;
  }
}

const MISS_BUDGET = 60_000_000;

/** Where no line of the quotation stands in the file, its longest line says where to look. */
function similarSingleLines({ lines, budget }: Source, oldLines: readonly string[]): Aligned[] {
  const key = oldLines.reduce((best, line, i) => (line.length > oldLines[best]!.length ? i : best), 0);
  const best: { index: number; fit: number }[] = [];
  for (let index = 0; index < lines.count; index++) {
    const fit =
      lines.trimmed(index) === '' ? 0 : lineSimilarity(oldLines[key] ?? '', lines.trimmed(index), budget);
    if (fit >= LEAST_SIMILARITY) best.push({ index, fit });
  }
  return best
    .sort((a, b) => b.fit - a.fit)
    .slice(0, MOST_MISSES)
    .map(({ index, fit }) => aroundLine(lines, oldLines, index - key, fit));
}

function aroundLine(lines: LineTable, oldLines: readonly string[], start: number, fit: number): Aligned {
  const alignment = oldLines.map((_, i) => (start + i >= 0 && start + i < lines.count ? start + i : -1));
  return { alignment, fits: oldLines.map(() => fit), score: fit };
}

function toMiss(lines: LineTable, oldLines: readonly string[], { alignment, score }: Aligned): NearMiss {
  const known = alignment.filter((index) => index !== -1);
  const [first, last] = [known[0]!, known.at(-1)!];
  return {
    firstLine: first + 1,
    lastLine: last + 1,
    similarity: score,
    text: lines.text.slice(lines.startOf(first), lines.endOf(last)),
    ...differenceIn(lines, oldLines, alignment, first),
  };
}

function differenceIn(
  lines: LineTable,
  oldLines: readonly string[],
  alignment: readonly number[],
  first: number,
) {
  let expected = first;
  for (const [i, quoted] of oldLines.entries()) {
    const index = alignment[i]!;
    if (index === -1) {
      if (isBlank(quoted)) continue;
      return { difference: { line: expected + 1, quoted } };
    }
    while (expected < index && lines.trimmed(expected) === '') expected++;
    if (index > expected) return { difference: { line: expected + 1, inFile: lines.lineAt(expected) } };
    if (quoted !== lines.lineAt(index))
      return { difference: { line: index + 1, quoted, inFile: lines.lineAt(index) } };
    expected = index + 1;
  }
  return {};
}

function isScattered(source: Source, oldLines: readonly string[]): boolean {
  const solid = oldLines.filter((line) => !isBlank(line));
  return solid.length > 1 && solid.every((line) => linePlaces(source).has(line.trim()));
}
