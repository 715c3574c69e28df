import { acceptBest } from '../align/acceptance-rules.ts';
import { alignments } from '../align/align.ts';
import { acceptedPlacement } from '../apply/block-placement.ts';
import type { Matcher } from '../matcher.ts';
import { withoutOuterBlankLines } from '../quotation.ts';

/** Some of the context misquoted or left out, wherever in the quotation. */
export const contextAware: Matcher = {
  name: 'context-aware',
  overlooks: 'misquoted context',
  find(source, quotation, evidence) {
    const quoted = withoutOuterBlankLines(quotation);
    const found = alignments(source, quoted.oldLines);
    return acceptedPlacement(source, quoted, acceptBest(source, quoted, found, evidence), evidence);
  },
};
