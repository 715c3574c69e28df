/** Above this length, the built-in search is quadratic in repetitive texts. */
export const MAX_SHORT = 512;

/** The offsets of a text, from left to right. `step` is the minimum distance between two of them. */
export function* occurrencesOf(text: string, wanted: string, step: number): Iterable<number> {
  if (wanted === '' || wanted.length > text.length) return;
  if (wanted.length > MAX_SHORT) yield* longOccurrences(text, wanted, step);
  else for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + step)) yield at;
}

/** The algorithm of Knuth, Morris and Pratt, which reads each character once. */
function* longOccurrences(text: string, wanted: string, step: number): Iterable<number> {
  const fallbacks = fallbacksOf(wanted);
  let matched = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    while (matched > 0 && wanted.charCodeAt(matched) !== code) matched = fallbacks[matched - 1]!;
    if (wanted.charCodeAt(matched) === code) matched++;
    if (matched < wanted.length) continue;
    const start = i - wanted.length + 1;
    matched = fallbacks[matched - 1]!;
    if (start < from) continue;
    from = start + step;
    yield start;
  }
}

/** For each prefix of a text, the length of its longest proper prefix that is also a suffix. */
function fallbacksOf(wanted: string): Int32Array {
  const lengths = new Int32Array(wanted.length);
  for (let i = 1, length = 0; i < wanted.length; i++) {
    const code = wanted.charCodeAt(i);
    while (length > 0 && wanted.charCodeAt(length) !== code) length = lengths[length - 1]!;
    if (wanted.charCodeAt(length) === code) length++;
    lengths[i] = length;
  }
  return lengths;
}
