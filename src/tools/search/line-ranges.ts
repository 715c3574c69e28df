import type { LineRange } from '../../core/edit/text-edit.ts';

/** The matching lines with the lines around them; ranges that touch are one. */
export function rangesAround(lines: readonly number[], context: number): LineRange[] {
  const ranges: { first: number; last: number }[] = [];
  for (const line of lines) {
    const before = ranges.at(-1);
    const first = Math.max(1, line - context);
    if (before && first <= before.last + 1) before.last = line + context;
    else ranges.push({ first, last: line + context });
  }
  return ranges;
}
