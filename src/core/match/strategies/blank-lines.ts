import { type Alignment, firstAndLast } from '../align/alignment.ts';
import { blocksIgnoringBlankLines, byTrimmed } from '../align/line-blocks.ts';
import type { LineTable } from '../align/line-table.ts';
import { blockPlacements } from '../apply/block-placement.ts';
import type { Matcher } from '../matcher.ts';
import { withoutOuterBlankLines } from '../quotation.ts';

/** Whole lines, with blank ones dropped or added between them. */
export const blankLines: Matcher = {
  name: 'blank-lines',
  overlooks: 'blank lines',
  find(source, quotation) {
    const quoted = withoutOuterBlankLines(quotation);
    if (quoted.oldLines.length < 2) return [];
    const found = blocksIgnoringBlankLines(source, quoted, byTrimmed);
    const placements = blockPlacements(source, quoted, found, 0.95);
    const isSure = found.every((block) => !mayEndElsewhere(source.lines, block));
    return isSure ? placements : placements.map((placement) => ({ ...placement, edits: () => undefined }));
  },
};

/** A bracket at its end, where the file has the same once more after it: with other blank lines either may be meant. */
function mayEndElsewhere(lines: LineTable, block: Alignment): boolean {
  const [, last] = firstAndLast(block);
  if (/[\p{L}\p{N}]/u.test(lines.trimmed(last))) return false;
  let next = last + 1;
  while (next < lines.count && lines.trimmed(next) === '') next++;
  return next < lines.count && lines.trimmed(next) === lines.trimmed(last);
}
