import { blockPlacement, blocksWithoutBlanks, sameTrimmed } from './line-blocks.ts';
import type { Matcher } from './matcher.ts';
import { withoutOuterBlankLines } from './quotation.ts';

/** Whole lines, with blank ones dropped or added between them. */
export const blankLines: Matcher = {
  name: 'blank-lines',
  overlooks: 'blank lines',
  find(source, quotation) {
    const quoted = withoutOuterBlankLines(quotation);
    if (quoted.oldLines.length < 2) return [];
    return blocksWithoutBlanks(source, quoted, sameTrimmed).flatMap((alignment) =>
      blockPlacement(source, quoted, alignment, { similarity: 0.95 }),
    );
  },
};
