import { alignments } from '../align/align.ts';
import { trusted } from '../align/trusted-alignment.ts';
import { trustedPlacement } from '../apply/block-placement.ts';
import type { Matcher } from '../matcher.ts';
import { withoutOuterBlankLines } from '../quotation.ts';

/** Some of the context misquoted or left out, wherever in the quotation. */
export const contextAware: Matcher = {
  name: 'context-aware',
  overlooks: 'misquoted context',
  find(source, quotation, evidence) {
    const quoted = withoutOuterBlankLines(quotation);
    const found = alignments(source, quoted.oldLines);
    return trustedPlacement(source, quoted, trusted(source, quoted, found, evidence), evidence);
  },
};
