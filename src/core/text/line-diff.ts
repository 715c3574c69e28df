/** Lines [oldStart, oldEnd) became lines [newStart, newEnd); everything between hunks is the same. */
export type LineHunk = {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
};

/** Beyond that many steps the middle is taken as one hunk: quadratic work buys nothing there. */
const MAX_STEPS = 1000;

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
  return hunksFrom(matchedPairs(oldMiddle, newMiddle), oldMiddle.length, newMiddle.length).map((hunk) => ({
    oldStart: hunk.oldStart + head,
    oldEnd: hunk.oldEnd + head,
    newStart: hunk.newStart + head,
    newEnd: hunk.newEnd + head,
  }));
}

type Pair = readonly [number, number];

function hunksFrom(pairs: readonly Pair[], oldLength: number, newLength: number): LineHunk[] {
  const hunks: LineHunk[] = [];
  let [oldAt, newAt] = [0, 0];
  for (const [i, j] of [...pairs, [oldLength, newLength] as const]) {
    if (i > oldAt || j > newAt) hunks.push({ oldStart: oldAt, oldEnd: i, newStart: newAt, newEnd: j });
    [oldAt, newAt] = [i + 1, j + 1];
  }
  return hunks;
}

/** The pairs of a longest common subsequence, by Myers' greedy algorithm. */
function matchedPairs(a: readonly string[], b: readonly string[]): Pair[] {
  const most = Math.min(a.length + b.length, MAX_STEPS);
  const offset = most + 1;
  const reach = new Int32Array(2 * most + 3);
  const trace: Int32Array[] = [];
  for (let d = 0; d <= most; d++) {
    trace.push(reach.slice(offset - d - 1, offset + d + 2));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && reach[offset + k - 1]! < reach[offset + k + 1]!);
      let x = down ? reach[offset + k + 1]! : reach[offset + k - 1]! + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      reach[offset + k] = x;
      if (x >= a.length && x - k >= b.length) return backtrack(trace, a, b);
    }
  }
  return [];
}

function backtrack(trace: readonly Int32Array[], a: readonly string[], b: readonly string[]): Pair[] {
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
    while (x > previousX && y > previousY && x > 0 && y > 0 && a[x - 1] === b[y - 1]) pairs.push([--x, --y]);
    if (d > 0) [x, y] = [previousX, previousY];
  }
  return pairs.reverse();
}
