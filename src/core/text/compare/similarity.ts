import { distance } from 'fastest-levenshtein';
import type { Budget } from './budget.ts';

/** Longer lines are compared by their beginnings: the work is quadratic in the length. */
const MAX_CHARACTERS = 400;

/** From 0 for lines without anything in common to 1 for equal lines, without the white space at both ends. */
export function lineSimilarity(a: string, b: string, budget?: Budget): number {
  const [x, y] = [a.trim(), b.trim()];
  if (x === y) return 1;
  const longer = Math.max(x.length, y.length);
  if (Math.min(x.length, y.length) / longer < 0.4) return 0;
  const [s, t] = [x.slice(0, MAX_CHARACTERS), y.slice(0, MAX_CHARACTERS)];
  budget?.spend(64 + s.length + t.length + (s.length * t.length) / 16);
  return Math.max(0, 1 - distance(s, t) / Math.max(s.length, t.length));
}
