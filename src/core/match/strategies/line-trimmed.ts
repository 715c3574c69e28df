import { blocksOf, byTrimmed, byTrimmedEnd } from '../align/line-blocks.ts';
import { blockPlacements } from '../apply/block-placement.ts';
import { reindenterFor } from '../apply/project.ts';
import type { Matcher } from '../matcher.ts';
import { withoutOuterBlankLines } from '../quotation.ts';

/** Whole lines, spaces at their ends overlooked; where only these differ, no other place is looked at. */
export const trailTrimmed: Matcher = {
  name: 'line-trimmed',
  overlooks: 'spaces at line ends',
  find(source, quotation) {
    const quoted = withoutOuterBlankLines(quotation);
    return blockPlacements(source, quoted, blocksOf(source, quoted, byTrimmedEnd), 0.99);
  },
};

/** What the indentations of two lines cost. */
const COMPARISON = 200;

/** Whole lines, spaces at both of their ends overlooked, if each quoted indentation has one counterpart. */
export const lineTrimmed: Matcher = {
  name: 'line-trimmed',
  overlooks: 'indentation',
  find(source, quotation) {
    const quoted = withoutOuterBlankLines(quotation);
    const found = blocksOf(source, quoted, byTrimmed);
    source.budget.spend(found.length * quoted.oldLines.length * COMPARISON);
    const consistent = found.filter((block) => reindenterFor(source.lines, quoted, block).isConsistent);
    return blockPlacements(source, quoted, consistent, 0.98);
  },
};
