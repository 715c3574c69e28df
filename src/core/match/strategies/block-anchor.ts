import { acceptBest } from '../align/acceptance-rules.ts';
import { alignments } from '../align/align.ts';
import { acceptedPlacement } from '../apply/block-placement.ts';
import type { Matcher } from '../matcher.ts';
import { withoutOuterBlankLines } from '../quotation.ts';

/** First and last line as quoted, something between them misquoted. */
export const blockAnchor: Matcher = {
  name: 'block-anchor',
  overlooks: 'misquoted lines between its first and its last',
  find(source, quotation, evidence) {
    const quoted = withoutOuterBlankLines(quotation);
    const found = alignments(source, quoted.oldLines);
    const fits = found[0]?.fits ?? [];
    if (fits[0] !== 1 || fits.at(-1) !== 1) return [];
    return acceptedPlacement(source, quoted, acceptBest(source, quoted, found, evidence), evidence);
  },
};
