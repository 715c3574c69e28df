import { isBlank } from '../../text/indentation.ts';
import { isSameCode } from '../../text/tokens.ts';
import { alignSkippingBlanks, type LineEquality } from '../align/line-blocks.ts';
import { rarest } from '../align/rare-text.ts';
import { blockPlacement } from '../apply/block-placement.ts';
import type { Matcher } from '../matcher.ts';
import { withoutOuterBlankLines } from '../quotation.ts';

const LEAST_CHARACTERS = 12;

/** Line by line the same code, but for white space, the style of quotes and a comma or semicolon at the end. */
export const punctuationFolded: Matcher = {
  name: 'punctuation-folded',
  overlooks: 'the style of quotes and closing punctuation',
  find(source, quotation) {
    const quoted = withoutOuterBlankLines(quotation);
    const { oldLines } = quoted;
    if (oldLines.join('').trim().length < LEAST_CHARACTERS) return [];
    const words = oldLines.flatMap((line, row) =>
      (line.match(/[\p{L}\p{N}_$]+/gu) ?? []).map((word) => ({ word, row })),
    );
    const landmark = rarest(
      source.text,
      words.map(({ word }) => word),
      source.budget,
    );
    if (!landmark) return [];
    const isSame = sameBy(source.quotesDiffer);
    const { row } = words[landmark.index]!;
    const starts = new Set(
      landmark.places.flatMap((place) => startsNear(source.lines.indexAt(place), row, oldLines.length)),
    );
    source.budget.spend(starts.size * quoted.oldText.length);
    return [...starts]
      .sort((a, b) => a - b)
      .flatMap((start) => {
        if (start < 0 || start >= source.lines.count || source.lines.trimmed(start) === '') return [];
        const alignment = isSame(oldLines[0]!, source.lines, start)
          ? alignSkippingBlanks(source.lines, oldLines, start, isSame)
          : undefined;
        return alignment ? [blockPlacement(source, quoted, alignment, 0.92)] : [];
      });
  },
};

/** Where the first line may stand if this one does: blank lines may have come or gone between them. */
function startsNear(line: number, row: number, rows: number): number[] {
  const slack = Math.min(row, rows);
  return Array.from({ length: 2 * slack + 1 }, (_, i) => line - row - slack + i);
}

const sameBy =
  (quotesDiffer: boolean | undefined): LineEquality =>
  (oldLine, lines, index) =>
    oldLine.trim() === lines.trimmed(index) ||
    (!isBlank(oldLine) &&
      /\w\W+\w|\w{6}/.test(oldLine) &&
      isSameCode(oldLine, lines.trimmed(index), quotesDiffer));
