import { isBlank } from '../../text/indentation.ts';
import { lineSimilarity } from '../../text/similarity.ts';
import { isSameCode } from '../../text/tokens.ts';
import { type Aligned, alignments } from '../align/align.ts';
import { blockPlacement } from '../align/line-blocks.ts';
import { isMisspelt } from '../align/misspelling.ts';
import { isRivalled, LEAST_MARGIN, LEAST_SCORE, targetLines } from '../align/trusted-alignment.ts';
import type { Evidence } from '../evidence.ts';
import type { Matcher, Source } from '../matcher.ts';
import { type Quotation, withoutOuterBlankLines } from '../quotation.ts';

/**
 * A slip in the very line that changes. By the texts alone it cannot be told from a line that someone has renamed
 * since; that the caller was shown the line just as it stands now proves that it is a slip.
 */
export const shownLine: Matcher = {
  name: 'shown-line',
  overlooks: 'a slip in a line that you were shown',
  find(source, quotation, evidence) {
    if (!evidence || evidence.isStale()) return [];
    const quoted = withoutOuterBlankLines(quotation);
    const found =
      quoted.oldLines.length === 1
        ? similarLines(source, quoted.oldLines[0]!)
        : alignments(source, quoted.oldLines);
    const [best] = found;
    if (!best || isRivalled(best, found) || !isSlip(source, quoted, best, evidence)) return [];
    return blockPlacement(source, quoted, best.alignment, { similarity: best.score });
  },
};

function isSlip({ lines }: Source, quotation: Quotation, best: Aligned, evidence: Evidence): boolean {
  const targets = new Set(targetLines(quotation));
  return quotation.oldLines.every((line, i) => {
    const index = best.alignment[i]!;
    if (isBlank(line)) return true;
    if (index === -1) return false;
    if (!targets.has(i)) return line.trim() === lines.trimmed(index);
    if (isSameCode(line, lines.lineAt(index))) return true;
    return (
      best.fits[i]! >= LEAST_SCORE &&
      evidence.wasShown(index) &&
      isMisspelt(line, lines.lineAt(index), lines.text)
    );
  });
}

/** Every line that comes near a quoted one, best first. */
function similarLines({ lines, budget }: Source, quoted: string): Aligned[] {
  const found: Aligned[] = [];
  const length = quoted.trim().length;
  for (let index = 0; index < lines.count; index++) {
    const line = lines.trimmed(index);
    if (Math.abs(line.length - length) > length * (1 - LEAST_SCORE + LEAST_MARGIN)) continue;
    const score = lineSimilarity(quoted, line, budget);
    if (score >= LEAST_SCORE - LEAST_MARGIN) found.push({ alignment: [index], fits: [score], score });
  }
  return found.sort((a, b) => b.score - a.score);
}
