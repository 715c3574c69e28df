import type { Span } from '../text/span.ts';
import { blocksOf, type LineKey } from './align/line-blocks.ts';
import type { Placement, Source } from './matcher.ts';
import type { Quotation } from './quotation.ts';

/**
 * Whole lines that say the same as the quotation, where an exact match begins or ends inside a word: `enabled: true`
 * is a part of `tls_enabled: true`, but the line `enabled:  true` may be meant.
 */
export function wholeLineRivals(source: Source, quotation: Quotation, place: Span): Placement[] {
  const { text, lines } = source;
  if (!cutsWord(text, place)) return [];
  return blocksOf(source, quotation, bySolidText)
    .map((block) => ({ start: lines.startOf(block[0]!), end: lines.endOf(block.at(-1)!) }))
    .filter(({ start, end }) => end <= place.start || start >= place.end)
    .map((span) => ({ ...span, similarity: 1, edits: () => undefined }));
}

const bySolidText: LineKey = {
  ofQuoted: withoutSpace,
  ofFile: (lines, index) => withoutSpace(lines.lineAt(index)),
};

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
