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

/** Where a text stands. A long one in a repetitive file is not counted to the end: that it is ambiguous is known. */
export function placesOf({ text, budget, placesApart }: Source, quoted: string): number[] {
  const places: number[] = [];
  if (quoted === '') return places;
  budget.spend(text.length);
  const step = placesApart ? quoted.length : 1;
  for (let start = text.indexOf(quoted); start !== -1; start = text.indexOf(quoted, start + step)) {
    places.push(start);
    if (!placesApart && places.length > 1 && places.length * quoted.length > MAX_CHARACTERS_COMPARED) break;
  }
  return places;
}

const MAX_CHARACTERS_COMPARED = 100_000_000;
