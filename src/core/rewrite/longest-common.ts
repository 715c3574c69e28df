/** More would take too long to compare; then nothing corresponds. */
const MOST_PAIRS = 1_000_000;

/** For each of `to`, the index of the one in `from` that it corresponds to: as many as can, in order. */
export function longestCommon<T>(
  from: readonly T[],
  to: readonly T[],
  isSame: (a: T, b: T) => boolean,
): (number | undefined)[] {
  if (from.length * to.length > MOST_PAIRS) return to.map(() => undefined);
  const lengths = lengthsOf(from, to, isSame);
  const found: (number | undefined)[] = [];
  for (let i = 0, j = 0; j < to.length; ) {
    if (i < from.length && isSame(from[i]!, to[j]!) && lengths[i]![j] === lengths[i + 1]![j + 1]! + 1) {
      found[j++] = i++;
    } else if (i < from.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!) {
      i++;
    } else {
      found[j++] = undefined;
    }
  }
  return found;
}

/** How many correspond from each pair of places on. */
function lengthsOf<T>(from: readonly T[], to: readonly T[], isSame: (a: T, b: T) => boolean): number[][] {
  const lengths = Array.from({ length: from.length + 1 }, () => new Array<number>(to.length + 1).fill(0));
  for (let i = from.length - 1; i >= 0; i--) {
    for (let j = to.length - 1; j >= 0; j--) {
      lengths[i]![j] = isSame(from[i]!, to[j]!)
        ? lengths[i + 1]![j + 1]! + 1
        : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
    }
  }
  return lengths;
}
