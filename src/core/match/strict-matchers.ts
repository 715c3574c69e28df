import { exact } from './exact.ts';
import { indentationFlexible } from './indentation-flexible.ts';
import { lineTrimmed, trailTrimmed } from './line-trimmed.ts';
import type { Matcher } from './matcher.ts';
import { trimmedBoundary } from './trimmed-boundary.ts';
import { unicodeFolded } from './unicode-folded.ts';

/** From strict to loose, those that overlook only white space and typography: enough for a text that was repaired first, or stands in many places. */
export const strictMatchers: readonly Matcher[] = [
  exact,
  trimmedBoundary,
  trailTrimmed,
  lineTrimmed,
  unicodeFolded,
  indentationFlexible,
];
