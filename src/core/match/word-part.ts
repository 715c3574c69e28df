import { isBlank } from '../text/indentation.ts';
import type { Span } from '../text/span.ts';
import type { Placement, Source } from './matcher.ts';
import type { Quotation } from './quotation.ts';

/**
 * Whole lines that say the same as the quotation, where an exact match begins or ends inside a word: `enabled: true`
 * is a part of `tls_enabled: true`, but the line `enabled:  true` may be meant.
 */
export function wholeLineRivals(source: Source, { oldLines }: Quotation, place: Span): Placement[] {
  const { text, lines, budget } = source;
  if (!cutsWord(text, place) || oldLines.every(isBlank)) return [];
  budget.spend(text.length * 2);
  const wanted = oldLines.map(withoutSpace);
  const rivals: Placement[] = [];
  for (let first = 0; first + wanted.length <= lines.count; first++) {
    if (!wanted.every((line, i) => withoutSpace(lines.lineAt(first + i)) === line)) continue;
    const [start, end] = [lines.startOf(first), lines.endOf(first + wanted.length - 1)];
    if (end <= place.start || start >= place.end)
      rivals.push({ start, end, similarity: 1, edits: () => undefined });
  }
  return rivals;
}

function cutsWord(text: string, { start, end }: Span): boolean {
  return cutsWordAt(text, start) || cutsWordAt(text, end);
}

/** Whether an offset is inside a word. */
export function cutsWordAt(text: string, offset: number): boolean {
  return WORD.test(text.charAt(offset - 1)) && WORD.test(text.charAt(offset));
}

const WORD = /[\p{L}\p{N}_$]/u;

function withoutSpace(line: string): string {
  return line.replace(/\s+/g, '');
}
