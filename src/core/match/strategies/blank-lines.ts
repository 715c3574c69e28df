import { blocksWithoutBlanks, byTrimmed } from '../align/line-blocks.ts';
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
    return blockPlacements(source, quoted, blocksWithoutBlanks(source, quoted, byTrimmed), 0.95);
  },
};
