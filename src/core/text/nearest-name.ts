import { distance } from 'fastest-levenshtein';

/** The known name closest to a misspelled one; undefined if none is close. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const wanted = asKey(name);
  const begun = known.find((candidate) => wanted.length > 2 && asKey(candidate).startsWith(wanted));
  if (begun !== undefined) return begun;
  const [best] = known
    .map((candidate) => ({ candidate, typos: typosBetween(wanted, asKey(candidate)) }))
    .sort((a, b) => a.typos - b.typos);
  return best && best.typos <= maxTypos(wanted) ? best.candidate : undefined;
}

/** Ends a sentence about an unknown name, with a suggestion if a known one is close. */
export function meantName(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return near === undefined ? '.' : `: did you mean \`${near}\`?`;
}

function asKey(text: string): string {
  return text.toLowerCase().replaceAll('_', '-');
}

/** Swapped letters, the most frequent typo, count as one. */
function typosBetween(a: string, b: string): number {
  const sorted = (text: string) => [...text].sort().join('');
  return a !== b && sorted(a) === sorted(b) ? 1 : distance(a, b);
}

function maxTypos({ length }: string): number {
  return length < 6 ? 1 : length < 10 ? 2 : 3;
}
