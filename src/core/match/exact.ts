import type { Match, Matcher } from './matcher.ts';

/** Comparing a long text at ever more places of a repetitive file stops there: that it is ambiguous is known. */
const MOST_CHARACTERS_COMPARED = 100_000_000;

/** The quoted text, character by character; overlapping places count. */
export const exact: Matcher = {
  name: 'exact',
  find(text, quoted) {
    const matches: Match[] = [];
    if (quoted === '') return matches;
    for (let start = text.indexOf(quoted); start !== -1; start = text.indexOf(quoted, start + 1)) {
      matches.push({ start, end: start + quoted.length, similarity: 1 });
      if (matches.length > 1 && matches.length * quoted.length > MOST_CHARACTERS_COMPARED) break;
    }
    return matches;
  },
};
