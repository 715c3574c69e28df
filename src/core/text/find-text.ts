/** Up to this length the engine's own search is fast, whatever the text; beyond it, repetitive texts make it quadratic. */
const MAX_SHORT = 512;

/** Where a text occurs, from left to right. `step` says how far after a place the next one may begin. */
export function* occurrencesOf(text: string, wanted: string, step: number): Iterable<number> {
  if (wanted === '' || wanted.length > text.length) return;
  if (wanted.length > MAX_SHORT) yield* longOccurrences(text, wanted, step);
  else for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + step)) yield at;
}

/** By Knuth, Morris and Pratt: each character of the text is looked at once. */
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

/** For each beginning of a text, the length of the longest shorter one that it ends with. */
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
