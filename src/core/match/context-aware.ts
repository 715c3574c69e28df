import { alignments } from './align.ts';
import type { Evidence } from './evidence.ts';
import type { Matcher } from './matcher.ts';
import { trusted } from './projection-rules.ts';
import { withoutOuterBlankLines } from './quotation.ts';

/** Some of the context misquoted or left out, wherever in the quotation. */
export function contextAware(evidence?: Evidence): Matcher {
  return {
    name: 'context-aware',
    overlooks: 'misquoted context',
    find(source, quotation) {
      const quoted = withoutOuterBlankLines(quotation);
      return trusted(source, quoted, alignments(source, quoted.oldLines), evidence);
    },
  };
}
