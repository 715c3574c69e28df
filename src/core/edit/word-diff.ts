import { type Budget, BudgetExceeded, createBudget } from '../text/compare/budget.ts';
import { diffLines, type LineHunk } from '../text/compare/line-diff.ts';
import { lineSimilarity } from '../text/compare/similarity.ts';
import type { Span } from '../text/span.ts';
import { tokenize } from '../text/tokens.ts';
import { type DiffLineKind, diffLineKinds } from './diff-line-kinds.ts';

export type MarkedLine = {
  readonly kind: DiffLineKind;
  /** As it is in the diff. */
  readonly text: string;
  /** The words of it that changed, if the line became another; empty if it is wholly new or gone. */
  readonly changed: readonly Span[];
};

/** Lines that have less in common did not become one another. */
const MIN_SIMILARITY = 0.5;
/** Words of longer lines are not compared: too long to read by eye. */
const MAX_LINE_CHARACTERS = 1_000;
/** Longer lists of lines are paired in their order. */
const MAX_CELLS = 10_000;
/** About a tenth of a second; lines after that are not marked. */
const BUDGET = 10_000_000;

/** The lines of a unified diff, with the words that changed inside them. Their texts joined are the diff again. */
export function markWords(diff: string): MarkedLine[] {
  const lines = diff.split('\n');
  const kinds = diffLineKinds(lines);
  const changed: (readonly Span[])[] = lines.map(() => []);
  const budget = createBudget(BUDGET);
  withinBudget(() => {
    for (const { removed, added } of replacements(kinds))
      for (const [from, to] of pairsOf(lines, removed, added, budget))
        [changed[from], changed[to]] = changedWords(lines[from]!, lines[to]!, budget);
  });
  return lines.map((text, i) => ({ kind: kinds[i]!, text, changed: changed[i]! }));
}

/** Line numbers from 0. */
type Replacement = { readonly removed: readonly number[]; readonly added: readonly number[] };

/** Removed lines with the added lines that follow them. */
function replacements(kinds: readonly DiffLineKind[]): Replacement[] {
  const found: { removed: number[]; added: number[] }[] = [];
  let open: (typeof found)[number] | undefined;
  for (const [i, kind] of kinds.entries()) {
    if (kind === 'removed' && (!open || open.added.length > 0)) {
      open = { removed: [], added: [] };
      found.push(open);
    }
    if (kind === 'removed' || kind === 'added') open?.[kind].push(i);
    // The remark that a last line has no line end may be between the two.
    else if (kind !== 'note') open = undefined;
  }
  return found.filter(({ added }) => added.length > 0);
}

function withinBudget(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
  }
}

type Pair = readonly [number, number];

/** Which removed line became which added one, in order. */
function pairsOf(
  lines: readonly string[],
  removed: readonly number[],
  added: readonly number[],
  budget: Budget,
): Pair[] {
  const similarity = (i: number, j: number) => {
    const [from, to] = [lines[removed[i]!]!.slice(1), lines[added[j]!]!.slice(1)];
    if (Math.max(from.length, to.length) > MAX_LINE_CHARACTERS) return 0;
    const found = lineSimilarity(from, to, budget);
    return found < MIN_SIMILARITY ? 0 : found;
  };
  const [rows, columns] = [removed.length, added.length];
  const choose = rows * columns > MAX_CELLS ? pairsInOrder : bestPairs;
  return choose(rows, columns, similarity).map(([i, j]) => [removed[i]!, added[j]!]);
}

type Similarity = (i: number, j: number) => number;

function pairsInOrder(rows: number, columns: number, similarity: Similarity): Pair[] {
  const pairs = Array.from({ length: Math.min(rows, columns) }, (_, i) => [i, i] as const);
  return pairs.filter(([i, j]) => similarity(i, j) > 0);
}

/** The pairs, both sides rising, whose similarities have the largest sum. */
function bestPairs(rows: number, columns: number, similarity: Similarity): Pair[] {
  const width = columns + 1;
  const best = new Float64Array((rows + 1) * width);
  const fits = new Float64Array(rows * columns);
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const fit = similarity(i, j);
      fits[i * columns + j] = fit;
      const paired = fit > 0 ? fit + best[(i + 1) * width + j + 1]! : 0;
      best[i * width + j] = Math.max(paired, best[(i + 1) * width + j]!, best[i * width + j + 1]!);
    }
  }
  const pairs: Pair[] = [];
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    const here = best[i * width + j]!;
    const fit = fits[i * columns + j]!;
    if (fit > 0 && here === fit + best[(i + 1) * width + j + 1]!) pairs.push([i++, j++]);
    else if (here === best[(i + 1) * width + j]!) i++;
    else j++;
  }
  return pairs;
}

/** The words that each of two lines of a diff has and the other has not; what is not marked is the same in both. */
function changedWords(from: string, to: string, budget: Budget): [Span[], Span[]] {
  const [old, fresh] = [tokenize(from.slice(1)), tokenize(to.slice(1))];
  budget.spend(10 * (from.length + to.length) + (old.length * fresh.length) / 4);
  const hunks = joinedOverSpace(diffLines(old, fresh), old);
  const inOld = hunks.map(({ oldStart, oldEnd }): Pair => [oldStart, oldEnd]);
  const inNew = hunks.map(({ newStart, newEnd }): Pair => [newStart, newEnd]);
  return [spansOf(old, inOld), spansOf(fresh, inNew)];
}

/** Two changed words are marked as one, without a gap. */
function joinedOverSpace(hunks: readonly LineHunk[], old: readonly string[]): LineHunk[] {
  const joined: LineHunk[] = [];
  for (const hunk of hunks) {
    const last = joined.at(-1);
    const isNear = last && old.slice(last.oldEnd, hunk.oldStart).join('').trim() === '';
    if (isNear) joined[joined.length - 1] = { ...last, oldEnd: hunk.oldEnd, newEnd: hunk.newEnd };
    else joined.push(hunk);
  }
  return joined;
}

/** Offsets in the line of the diff, whose first character is its mark. */
function spansOf(tokens: readonly string[], ranges: readonly Pair[]): Span[] {
  const starts = [1];
  for (const token of tokens) starts.push(starts.at(-1)! + token.length);
  return ranges
    .map(([start, end]) => ({ start: starts[start]!, end: starts[end]! }))
    .filter(({ start, end }) => end > start);
}
