import { isBlank } from '../text/indentation.ts';
import { blockPlacement, blocksWithoutBlanks, type LineEquality } from './line-blocks.ts';
import type { Matcher } from './matcher.ts';
import { isSameCode } from './projection-rules.ts';
import { withoutOuterBlankLines } from './quotation.ts';

const LEAST_CHARACTERS = 12;

/** Line by line the same code, but for white space, the style of quotes and a comma or semicolon at the end. */
export const sameCode: Matcher = {
  name: 'punctuation-folded',
  overlooks: 'the style of quotes and closing punctuation',
  find(source, quotation) {
    const quoted = withoutOuterBlankLines(quotation);
    if (quoted.oldLines.join('').trim().length < LEAST_CHARACTERS) return [];
    const equal: LineEquality = (oldLine, lines, index) =>
      oldLine.trim() === lines.trimmed(index) ||
      (!isBlank(oldLine) && /\w\W+\w|\w{6}/.test(oldLine) && isSameCode(oldLine, lines.trimmed(index)));
    source.budget.spend(source.text.length * 8);
    return blocksWithoutBlanks(source, quoted, equal).flatMap((alignment) =>
      blockPlacement(source, quoted, alignment, { similarity: 0.92 }),
    );
  },
};
