import { lineSimilarity } from '../../text/compare/similarity.ts';
import { isBlank } from '../../text/indentation.ts';
import type { Source } from '../matcher.ts';
import { type Aligned, type Alignment, gapsOf } from './alignment.ts';
import type { LineTable } from './line-table.ts';

/** A file line that the quotation leaves out costs as much as half a line that does not fit. */
const SKIP_COST = 0.5;
const MIN_FIT = 0.5;
/** Blank lines fit each other, but say nothing. */
const BLANK_FIT = 0.01;
const SLIP_COST = 0.25;
const MAX_REWRITTEN = 2;
/** Lines that are in more places than this say nothing about where to look. */
const MAX_PLACES = 12;
const MAX_WINDOWS = 60;
const MAX_CELLS = 400_000;

/** The best ways to lay the old lines over the file, best first. Lines that are rare in the file say where to look. */
export function alignments(source: Source, oldLines: readonly string[]): Aligned[] {
  return source.lines.once(oldLines.join('\n'), () => findAlignments(source, oldLines));
}

function findAlignments(source: Source, oldLines: readonly string[]): Aligned[] {
  const found = new Map<number, Aligned>();
  for (const start of windowStarts(source, oldLines)) {
    const aligned = alignWithin(source, oldLines, start);
    if (!aligned) continue;
    const first = aligned.alignment.find((index) => index !== -1)!;
    const known = found.get(first);
    if (!known || known.score < aligned.score) found.set(first, aligned);
  }
  return [...found.values()].sort((a, b) => b.score - a.score);
}

export type LinePlaces = ReadonlyMap<string, readonly number[]>;

/** Where each line, trimmed, is in the file. */
export function linePlaces(source: Source): LinePlaces {
  return source.lines.once(placesIn, () => placesIn(source));
}

function placesIn({ lines, budget }: Source): LinePlaces {
  budget.spend(lines.text.length);
  const places = new Map<string, number[]>();
  for (let line = 0; line < lines.count; line++) {
    const key = lines.trimmed(line);
    const same = places.get(key);
    if (same) same.push(line);
    else places.set(key, [line]);
  }
  return places;
}

function windowStarts(source: Source, oldLines: readonly string[]): number[] {
  const places = linePlaces(source);
  const votes = new Map<number, number>();
  for (const [i, line] of oldLines.entries()) {
    const found = isBlank(line) ? undefined : places.get(line.trim());
    if (!found || found.length > MAX_PLACES) continue;
    for (const place of found) votes.set(place - i, (votes.get(place - i) ?? 0) + 1 / found.length);
  }
  const byVotes = [...votes].sort((a, b) => b[1] - a[1]).slice(0, MAX_WINDOWS);
  return byVotes.map(([start]) => start);
}

function alignWithin(
  { lines, budget }: Source,
  oldLines: readonly string[],
  start: number,
): Aligned | undefined {
  const slack = Math.ceil(oldLines.length / 2) + 2;
  const from = Math.max(0, start - slack);
  const to = Math.min(lines.count, start + oldLines.length + slack);
  const [rows, columns] = [oldLines.length, to - from];
  if (rows * columns > MAX_CELLS) return undefined;
  budget.spend(rows * columns);
  const fit = fitTable(lines, oldLines, from, to, (a, b) => lineSimilarity(a, b, budget));
  return bestPath(lines, oldLines, { rows, columns, from, fit });
}

function fitTable(
  lines: LineTable,
  oldLines: readonly string[],
  from: number,
  to: number,
  similarity: (a: string, b: string) => number,
): Float64Array {
  const columns = to - from;
  const fit = new Float64Array(oldLines.length * columns);
  for (const [i, line] of oldLines.entries()) {
    for (let j = 0; j < columns; j++) {
      const inFile = lines.trimmed(from + j);
      if (isBlank(line) || inFile === '')
        fit[i * columns + j] = isBlank(line) && inFile === '' ? BLANK_FIT : 0;
      else fit[i * columns + j] = similarity(line, inFile);
    }
  }
  return fit;
}

type Grid = {
  readonly rows: number;
  readonly columns: number;
  readonly from: number;
  readonly fit: Float64Array;
};

/** The path with the best sum of fits; skipping a line of the file between two that are used costs something. */
function bestPath(lines: LineTable, oldLines: readonly string[], grid: Grid): Aligned | undefined {
  const { rows, columns, from, fit } = grid;
  const width = columns + 1;
  const best = new Float64Array((rows + 1) * width);
  const cost = (j: number) => (lines.trimmed(from + j) === '' ? 0 : SKIP_COST / 4);
  const pairs = (here: number) => here >= MIN_FIT || here === BLANK_FIT;
  for (let i = 1; i <= rows; i++) {
    for (let j = 1; j <= columns; j++) {
      const here = fit[(i - 1) * columns + j - 1]!;
      const paired = pairs(here) ? best[(i - 1) * width + j - 1]! + worth(here) : -1;
      const skipFile = best[i * width + j - 1]! - (i < rows ? cost(j - 1) : 0);
      best[i * width + j] = Math.max(paired, best[(i - 1) * width + j]!, skipFile);
    }
  }
  const alignment: number[] = new Array(rows).fill(-1);
  for (let i = rows, j = columns; i > 0 && j > 0; ) {
    const value = best[i * width + j]!;
    const here = fit[(i - 1) * columns + j - 1]!;
    if (pairs(here) && value === best[(i - 1) * width + j - 1]! + worth(here)) alignment[--i] = from + --j;
    else if (value === best[(i - 1) * width + j]!) i--;
    else j--;
  }
  const whole = withRewrittenLines(lines, oldLines, alignment);
  return scored(lines, oldLines, whole, (i) => fit[i * columns + whole[i]! - from]!);
}

/** A line that is not exact is worth less than one that is, even if another is skipped for that. */
function worth(fit: number): number {
  return fit === 1 || fit === BLANK_FIT ? fit : fit - SLIP_COST;
}

/** A few lines that fit nothing, where the file has as many others between the same two lines, mean those. */
function withRewrittenLines(lines: LineTable, oldLines: readonly string[], alignment: Alignment): Alignment {
  const whole = [...alignment];
  for (const { before, after, lines: unquoted } of gapsOf(lines, alignment)) {
    const lost = oldLines.flatMap((line, i) => (i > before && i < after && !isBlank(line) ? [i] : []));
    if (lost.length > MAX_REWRITTEN || lost.length !== unquoted.length) continue;
    for (const [at, i] of lost.entries()) whole[i] = unquoted[at]!;
  }
  return whole;
}

function scored(
  lines: LineTable,
  oldLines: readonly string[],
  alignment: Alignment,
  fitOf: (i: number) => number,
): Aligned | undefined {
  if (alignment.every((index) => index === -1)) return undefined;
  const fits = alignment.map((index, i) => (index === -1 ? 0 : fitOf(i)));
  const solid = oldLines.filter((line) => !isBlank(line)).length;
  const sum = fits.reduce((total, fit, i) => total + (isBlank(oldLines[i]!) ? 0 : fit), 0);
  const skipped = gapsOf(lines, alignment).reduce((count, gap) => count + gap.lines.length, 0);
  return { alignment, fits, skipped, score: sum / (solid + SKIP_COST * skipped) };
}
