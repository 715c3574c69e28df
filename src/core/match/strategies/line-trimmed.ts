import { blockPlacements, blocksOf, sameButTrail, sameTrimmed } from '../align/line-blocks.ts';
import type { Matcher } from '../matcher.ts';
import { withoutOuterBlankLines } from '../quotation.ts';

/** Whole lines, blanks at their ends overlooked; where only these differ, no other place is looked at. */
export const trailTrimmed: Matcher = {
  name: 'line-trimmed',
  overlooks: 'blanks at line ends',
  find(source, quotation) {
    const quoted = withoutOuterBlankLines(quotation);
    return blockPlacements(source, quoted, blocksOf(source, quoted, sameButTrail), { similarity: 0.99 });
  },
};

/** Whole lines, blanks at both of their ends overlooked, if each quoted indentation has one counterpart. */
export const lineTrimmed: Matcher = {
  name: 'line-trimmed',
  overlooks: 'indentation',
  find(source, quotation) {
    const quoted = withoutOuterBlankLines(quotation);
    return blockPlacements(source, quoted, blocksOf(source, quoted, sameTrimmed), {
      similarity: 0.98,
      accepts: ({ reindenter }) => reindenter.isConsistent,
    });
  },
};
