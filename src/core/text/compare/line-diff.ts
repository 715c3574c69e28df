import { commonPairs, type Pair } from './common-pairs.ts';

/** Lines [oldStart, oldEnd) became lines [newStart, newEnd); lines between hunks are equal. */
export type LineHunk = {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
};

/** The smallest set of hunks that turns one list of lines into the other. */
export function diffLines(oldLines: readonly string[], newLines: readonly string[]): LineHunk[] {
  let head = 0;
  const shorter = Math.min(oldLines.length, newLines.length);
  while (head < shorter && oldLines[head] === newLines[head]) head++;
  let tail = 0;
  while (tail < shorter - head && oldLines.at(-1 - tail) === newLines.at(-1 - tail)) tail++;
  const oldMiddle = oldLines.slice(head, oldLines.length - tail);
  const newMiddle = newLines.slice(head, newLines.length - tail);
  if (oldMiddle.length === 0 && newMiddle.length === 0) return [];
  return hunksFrom(commonPairs(oldMiddle, newMiddle), oldMiddle.length, newMiddle.length).map((hunk) => ({
    oldStart: hunk.oldStart + head,
    oldEnd: hunk.oldEnd + head,
    newStart: hunk.newStart + head,
    newEnd: hunk.newEnd + head,
  }));
}

function hunksFrom(pairs: readonly Pair[], oldLength: number, newLength: number): LineHunk[] {
  const hunks: LineHunk[] = [];
  let [oldAt, newAt] = [0, 0];
  for (const [i, j] of [...pairs, [oldLength, newLength] as const]) {
    if (i > oldAt || j > newAt) hunks.push({ oldStart: oldAt, oldEnd: i, newStart: newAt, newEnd: j });
    [oldAt, newAt] = [i + 1, j + 1];
  }
  return hunks;
}
