import type { TextEdit } from '../../edit/text-edit.ts';
import { occurrencesOf } from '../../text/find-text.ts';
import { verbatimEdits } from '../apply/verbatim-edits.ts';
import type { Matcher, Source } from '../matcher.ts';

/** The quoted text, character by character; overlapping places count. The new text is taken to the letter. */
export const exact: Matcher = {
  name: 'exact',
  find(source, { oldText, newText }) {
    let edits: readonly TextEdit[] | undefined;
    return placesOf(source, oldText).map((start) => ({
      start,
      end: start + oldText.length,
      similarity: 1,
      edits() {
        edits ??= verbatimEdits(oldText, newText, (at) => at);
        return edits.map(({ span, ...edit }) => ({
          ...edit,
          span: { start: start + span.start, end: start + span.end },
        }));
      },
    }));
  },
};

/** More places of a text that should be unique are not counted. */
export const MAX_COUNTED = 10_000;

/** Several matchers look for the same text. */
const foundBefore = new WeakMap<Source, Map<string, number[]>>();

/** Where a text occurs; where all places are wanted, without those that overlap one further left. */
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
    if (!placesApart && places.length === MAX_COUNTED) break;
  }
  return places;
}
