/** An index in each of two lists. */
export type Pair = readonly [number, number];

type IsSame<T> = (a: T, b: T) => boolean;
type Lists<T> = { readonly a: readonly T[]; readonly b: readonly T[]; readonly isSame: IsSame<T> };

/** With more differences than this the lists are taken as wholly different: the work is quadratic in them. */
const MAX_STEPS = 1000;

/**
 * The indexes of the items that two lists have in common, as many as can be in their order: a longest common
 * subsequence, by Myers' greedy algorithm. Lists with too little in common have none.
 */
export function commonPairs<T>(a: readonly T[], b: readonly T[], isSame: IsSame<T> = Object.is): Pair[] {
  const most = Math.min(a.length + b.length, MAX_STEPS);
  const offset = most + 1;
  const reach = new Int32Array(2 * most + 3);
  const trace: Int32Array[] = [];
  for (let d = 0; d <= most; d++) {
    trace.push(reach.slice(offset - d - 1, offset + d + 2));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && reach[offset + k - 1]! < reach[offset + k + 1]!);
      let x = down ? reach[offset + k + 1]! : reach[offset + k - 1]! + 1;
      while (x < a.length && x - k < b.length && isSame(a[x]!, b[x - k]!)) x++;
      reach[offset + k] = x;
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
