import { lfView } from '../text/lf-view.ts';
import type { Span } from '../text/span.ts';
import { exact } from './exact.ts';
import type { Match, Matcher } from './matcher.ts';
import { trimmedBoundary } from './trimmed-boundary.ts';

/** From strict to loose. */
export const ladder: readonly Matcher[] = [exact, trimmedBoundary];

export type Place = {
  readonly span: Span;
  readonly strategy: string;
  readonly similarity: number;
  readonly adapt: (replacement: string) => string;
};

export type Located =
  | { readonly found: 'one'; readonly place: Place }
  | { readonly found: 'many'; readonly places: readonly Place[] }
  | { readonly found: 'none' };

/**
 * Finds the one place that a quoted text means. The first matcher that finds anything decides: a looser one
 * never settles an ambiguity of a stricter one. Line endings do not count.
 */
export function locate(text: string, quoted: string, matchers: readonly Matcher[] = ladder): Located {
  const view = lfView(text);
  const needle = quoted.replaceAll('\r\n', '\n');
  for (const matcher of matchers) {
    const places = matcher
      .find(view.text, needle)
      .map((match) => toPlace(match, matcher.name, view.toStored));
    if (places.length === 1) return { found: 'one', place: places[0]! };
    if (places.length > 1) return { found: 'many', places };
  }
  return { found: 'none' };
}

function toPlace(match: Match, strategy: string, toStored: (offset: number) => number): Place {
  return {
    span: { start: toStored(match.start), end: toStored(match.end) },
    strategy,
    similarity: match.similarity,
    adapt: match.adapt ?? ((replacement) => replacement),
  };
}
