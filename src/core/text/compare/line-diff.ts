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

/** An index in each of two lists. */
type Pair = readonly [number, number];

type IsSame<T> = (a: T, b: T) => boolean;
type Lists<T> = { readonly a: readonly T[]; readonly b: readonly T[]; readonly isSame: IsSame<T> };

/** Lists with more differences than this count as completely different: the work is quadratic. */
const MAX_STEPS = 1000;

/** Also after this many comparisons, which only long lists of few different items need. */
const MAX_COMPARISONS = 5_000_000;

/**
 * The indexes of a longest common subsequence of two lists, by Myers' greedy algorithm; empty for lists with too many
 * differences.
 */
export function commonPairs<T>(a: readonly T[], b: readonly T[], isSame: IsSame<T> = Object.is): Pair[] {
  const most = Math.min(a.length + b.length, MAX_STEPS);
  const offset = most + 1;
  const reach = new Int32Array(2 * most + 3);
  const trace: Int32Array[] = [];
  let comparisons = -Math.min(a.length, b.length);
  for (let d = 0; d <= most && comparisons < MAX_COMPARISONS; d++) {
    trace.push(reach.slice(offset - d - 1, offset + d + 2));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && reach[offset + k - 1]! < reach[offset + k + 1]!);
      let x = down ? reach[offset + k + 1]! : reach[offset + k - 1]! + 1;
      comparisons -= x;
      while (x < a.length && x - k < b.length && isSame(a[x]!, b[x - k]!)) x++;
      reach[offset + k] = x;
      comparisons += x + 1;
      if (x >= a.length && x - k >= b.length) return backtrack(trace, { a, b, isSame });
    }
  }
  return [];
}

function backtrack<T>(trace: readonly Int32Array[], { a, b, isSame }: Lists<T>): Pair[] {
  const pairs: Pair[] = [];
  let x = a.length;
  let y = b.length;
  for (let d = trace.length - 1; d >= 0; d--) {
    const reach = (k: number) => trace[d]![k + d + 1]!;
    const k = x - y;
    const down = k === -d || (k !== d && reach(k - 1) < reach(k + 1));
    const previousK = down ? k + 1 : k - 1;
    const previousX = d === 0 ? 0 : reach(previousK);
    const previousY = previousX - (d === 0 ? 0 : previousK);
    while (x > previousX && y > previousY && x > 0 && y > 0 && isSame(a[x - 1]!, b[y - 1]!))
      pairs.push([--x, --y]);
    if (d > 0) [x, y] = [previousX, previousY];
  }
  return pairs.reverse();
}
