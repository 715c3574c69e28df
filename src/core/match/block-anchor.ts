import { alignments } from './align.ts';
import type { Evidence } from './evidence.ts';
import type { Matcher } from './matcher.ts';
import { trusted } from './projection-rules.ts';
import { withoutOuterBlankLines } from './quotation.ts';

/** First and last line as quoted, something between them misquoted. */
export function blockAnchor(evidence?: Evidence): Matcher {
  return {
    name: 'block-anchor',
    overlooks: 'misquoted lines between its first and its last',
    find(source, quotation) {
      const quoted = withoutOuterBlankLines(quotation);
      const found = alignments(source, quoted.oldLines);
      const fits = found[0]?.fits ?? [];
      return fits[0] === 1 && fits.at(-1) === 1 ? trusted(source, quoted, found, evidence) : [];
    },
  };
}
