import { blocksOf, byTrimmed } from '../align/line-blocks.ts';
import { blockPlacements } from '../apply/block-placement.ts';
import type { Matcher } from '../matcher.ts';
import { withoutOuterBlankLines } from '../quotation.ts';

/** Whole lines whatever their indentation: shifted, in another unit, first line stripped, or all of it lost. */
export const indentationFlexible: Matcher = {
  name: 'indentation-flexible',
  overlooks: 'indentation',
  find(source, quotation) {
    const quoted = withoutOuterBlankLines(quotation);
    return blockPlacements(source, quoted, blocksOf(source, quoted, byTrimmed), 0.96);
  },
};
