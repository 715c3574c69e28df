/** The index of the first item that is not below a value; the items are sorted by their numbers. */
export function lowerBound<T>(items: readonly T[], value: number, numberOf: (item: T) => number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numberOf(items[middle]!) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
