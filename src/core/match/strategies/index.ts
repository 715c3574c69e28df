import type { Matcher } from '../matcher.ts';
import { blankLines } from './blank-lines.ts';
import { blockAnchor } from './block-anchor.ts';
import { contextAware } from './context-aware.ts';
import { elision, elisionOfSeenLines } from './elision.ts';
import { exact } from './exact.ts';
import { indentationFlexible } from './indentation-flexible.ts';
import { lineTrimmed, trailTrimmed } from './line-trimmed.ts';
import { partialLines } from './partial-lines.ts';
import { punctuationFolded } from './punctuation-folded.ts';
import { shownLine } from './shown-line.ts';
import { trimmedBoundary } from './trimmed-boundary.ts';
import { unicodeFolded } from './unicode-folded.ts';
import { whitespaceNormalized } from './whitespace-normalized.ts';

/**
 * How much a strategy ignores. `strict`: only white space around lines and typography, so that it also serves for
 * repaired texts, for `replace_all` and for merging into a changed file. `close`: the same code written differently.
 * `loose`: misquoted or missing lines.
 */
export type Tier = 'strict' | 'close' | 'loose';

type Strategy = { readonly tier: Tier; readonly matcher: Matcher };

/** All strategies, from strict to loose. */
export const strategies: readonly Strategy[] = [
  { tier: 'strict', matcher: exact },
  { tier: 'strict', matcher: trimmedBoundary },
  { tier: 'strict', matcher: trailTrimmed },
  { tier: 'strict', matcher: lineTrimmed },
  { tier: 'strict', matcher: unicodeFolded },
  { tier: 'strict', matcher: indentationFlexible },
  { tier: 'close', matcher: blankLines },
  { tier: 'close', matcher: whitespaceNormalized },
  { tier: 'close', matcher: punctuationFolded },
  { tier: 'close', matcher: partialLines },
  { tier: 'loose', matcher: elision },
  { tier: 'loose', matcher: elisionOfSeenLines },
  { tier: 'loose', matcher: blockAnchor },
  { tier: 'loose', matcher: contextAware },
  { tier: 'loose', matcher: shownLine },
];

export function matchersOf(...tiers: readonly Tier[]): Matcher[] {
  return strategies.filter(({ tier }) => tiers.includes(tier)).map(({ matcher }) => matcher);
}
