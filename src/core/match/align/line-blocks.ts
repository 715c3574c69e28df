import { isBlank } from '../../text/indentation.ts';
import type { Source } from '../matcher.ts';
import type { Quotation } from '../quotation.ts';
import type { Alignment } from './alignment.ts';
import type { LineTable } from './line-table.ts';

/** Whether an old line may mean a line of the file, by its index. */
export type LineEquality = (oldLine: string, lines: LineTable, fileIndex: number) => boolean;

export const sameTrimmed: LineEquality = (oldLine, lines, index) => oldLine.trim() === lines.trimmed(index);
export const sameButTrail: LineEquality = (oldLine, lines, index) =>
  oldLine.trimEnd() === lines.lineAt(index).trimEnd();

/** A long quotation in a repetitive file is not counted to the end: that it is ambiguous is known. */
const MAX_LINES_FOUND = 100_000;

/** Every run of the file's lines that the old lines mean one by one. */
export function blocksOf({ lines, budget }: Source, quotation: Quotation, equal: LineEquality): Alignment[] {
  const { oldLines } = quotation;
  if (oldLines.every(isBlank)) return [];
  const key = longestLine(oldLines);
  budget.spend(lines.count * 8);
  const found: Alignment[] = [];
  for (let at = key; at + oldLines.length - key <= lines.count; at++) {
    if (!equal(oldLines[key]!, lines, at)) continue;
    budget.spend(oldLines.length * 8);
    const first = at - key;
    if (!oldLines.every((line, i) => equal(line, lines, first + i))) continue;
    found.push(oldLines.map((_, i) => first + i));
    if (found.length > 1 && found.length * oldLines.length > MAX_LINES_FOUND) break;
  }
  return found;
}

/** The same, but blank lines on either side do not count. */
export function blocksWithoutBlanks(
  { lines, budget }: Source,
  quotation: Quotation,
  equal: LineEquality,
): Alignment[] {
  const { oldLines } = quotation;
  const first = oldLines.findIndex((line) => !isBlank(line));
  if (first === -1) return [];
  budget.spend(lines.count * 8);
  const found: Alignment[] = [];
  for (let start = 0; start < lines.count; start++) {
    if (lines.trimmed(start) === '' || !equal(oldLines[first]!, lines, start)) continue;
    budget.spend(oldLines.length * 8);
    const alignment = alignSkippingBlanks(lines, oldLines, start, equal);
    if (alignment) found.push(alignment);
  }
  return found;
}

export function alignSkippingBlanks(
  lines: LineTable,
  oldLines: readonly string[],
  start: number,
  equal: LineEquality,
): Alignment | undefined {
  const alignment: number[] = [];
  let at = start;
  for (const line of oldLines) {
    if (isBlank(line)) {
      const isThere = alignment.length > 0 && at < lines.count && lines.trimmed(at) === '';
      alignment.push(isThere ? at++ : -1);
      continue;
    }
    while (at < lines.count && lines.trimmed(at) === '') at++;
    if (at >= lines.count || !equal(line, lines, at)) return undefined;
    alignment.push(at++);
  }
  return alignment;
}

function longestLine(lines: readonly string[]): number {
  let best = 0;
  for (const [i, line] of lines.entries()) if (line.trim().length > lines[best]!.trim().length) best = i;
  return best;
}
