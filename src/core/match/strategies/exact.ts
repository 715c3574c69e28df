import { occurrencesOf } from '../../text/find-text.ts';
import { verbatimEdits } from '../apply/verbatim-edits.ts';
import type { Matcher, Source } from '../matcher.ts';

/** The quoted text, character by character; overlapping places count. The new text is taken to the letter. */
export const exact: Matcher = {
  name: 'exact',
  find(source, { oldText, newText }) {
    return placesOf(source, oldText).map((start) => ({
      start,
      end: start + oldText.length,
      similarity: 1,
      edits: () => verbatimEdits(oldText, newText, (at) => start + at),
    }));
  },
};

const MAX_CHARACTERS_COMPARED = 100_000_000;

/** Several matchers look for the same text. */
const foundBefore = new WeakMap<Source, Map<string, number[]>>();

/** Where a text occurs. A long one in a repetitive file is not counted to the end: that it is ambiguous is known. */
export function placesOf(source: Source, quoted: string): number[] {
  const known = foundBefore.get(source) ?? new Map<string, number[]>();
  foundBefore.set(source, known);
  const places = known.get(quoted) ?? findPlaces(source, quoted);
  known.set(quoted, places);
  return places;
}

function findPlaces({ text, budget, placesApart }: Source, quoted: string): number[] {
  budget.spend(text.length * (quoted.length > 512 ? 4 : 1));
  const places: number[] = [];
  for (const start of occurrencesOf(text, quoted, placesApart ? quoted.length : 1)) {
    places.push(start);
    if (!placesApart && places.length > 1 && places.length * quoted.length > MAX_CHARACTERS_COMPARED) break;
  }
  return places;
}
