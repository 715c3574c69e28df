import type { Budget } from '../../text/compare/budget.ts';
import { occurrencesOf } from '../../text/find-text.ts';

/** A text that is in few places, and where. */
export type Landmark = { readonly index: number; readonly places: readonly number[] };

const MAX_TRIED = 8;
const MAX_PLACES = 400;

/** Of these pieces of a quotation the one that is rarest in the text; undefined if all of them are everywhere. */
export function rarest(text: string, pieces: readonly string[], budget: Budget): Landmark | undefined {
  const byLength = pieces
    .map((piece, index) => ({ piece, index }))
    .filter(({ piece }) => piece.length > 1)
    .sort((a, b) => b.piece.length - a.piece.length);
  let best: Landmark | undefined;
  for (const { piece, index } of distinct(byLength).slice(0, MAX_TRIED)) {
    const places = placesUpTo(text, piece, best?.places.length ?? MAX_PLACES, budget);
    if (!places) continue;
    best = { index, places };
    if (places.length <= 1) return best;
  }
  return best;
}

function distinct<T extends { piece: string }>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [item.piece, item] as const).reverse()).values()].reverse();
}

/** Undefined if there are as many as the limit, or more. */
function placesUpTo(text: string, piece: string, limit: number, budget: Budget): number[] | undefined {
  budget.spend(text.length / 8);
  const places: number[] = [];
  for (const at of occurrencesOf(text, piece, 1)) {
    places.push(at);
    if (places.length >= limit) return undefined;
  }
  return places;
}
