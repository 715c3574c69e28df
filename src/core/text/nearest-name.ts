import { distance } from 'fastest-levenshtein';

/** The known name that was probably meant; undefined where a suggestion would be a guess. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const wanted = asKey(name);
  const begun = known.find((candidate) => wanted.length > 2 && asKey(candidate).startsWith(wanted));
  if (begun !== undefined) return begun;
  const [best] = known
    .map((candidate) => ({ candidate, slips: slipsBetween(wanted, asKey(candidate)) }))
    .sort((a, b) => a.slips - b.slips);
  return best && best.slips <= mostSlips(wanted) ? best.candidate : undefined;
}

/** What ends the first sentence about an unknown name: a question if one comes near. */
export function meantName(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return near === undefined ? '.' : `: did you mean \`${near}\`?`;
}

function asKey(text: string): string {
  return text.toLowerCase().replaceAll('_', '-');
}

/** Letters in another order are the commonest slip and count as one. */
function slipsBetween(a: string, b: string): number {
  const sorted = (text: string) => [...text].sort().join('');
  return a !== b && sorted(a) === sorted(b) ? 1 : distance(a, b);
}

function mostSlips({ length }: string): number {
  return length < 6 ? 1 : length < 10 ? 2 : 3;
}
