import { lowerBound } from '../../text/lower-bound.ts';

/** The start of the line at an offset. The text is scanned once for all offsets. */
export type LineStarts = (offset: number) => number;

export function createLineStarts(text: string): LineStarts {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => starts[lowerBound(starts, offset + 1, Number) - 1]!;
}
