import { lineSimilarity } from '../../text/compare/similarity.ts';
import { isBlank } from '../../text/indentation.ts';
import { isSameCode } from '../../text/tokens.ts';
import { isAsNew, isRivalled, MIN_MARGIN, MIN_SCORE } from '../align/acceptance-rules.ts';
import { alignments, linePlaces } from '../align/align.ts';
import type { Aligned } from '../align/alignment.ts';
import { isSameBlock } from '../align/block-identity.ts';
import { isMisspelt } from '../align/misspelling.ts';
import { blockPlacement } from '../apply/block-placement.ts';
import type { Evidence } from '../evidence.ts';
import type { Matcher, Source } from '../matcher.ts';
import { type Quotation, withoutOuterBlankLines } from '../quotation.ts';

/**
 * A slip in the very line that changes. By the texts alone it cannot be distinguished from a line that was renamed since; that
 * the caller was shown the line just as it is now proves that it is a slip.
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
    if (isAsNew(source, quoted, best) || !isSameBlock(source, quoted, best.alignment)) return [];
    return [blockPlacement(source, quoted, best.alignment, best.score, evidence)];
  },
};

/** With so much of the whole alike, or so few slipped lines between exact ones, it cannot be anything else. */
const MIN_WHOLE = 0.9;
const MAX_SLIPPED = 2;
const MIN_LINE = 0.65;
const WORD = /[\p{L}\p{N}]/u;
const COMMENT =
  /^\s*(?:\/\/|\/\*|\*|#(?!\s*(?:if|ifdef|ifndef|elif|else|endif|define|undef|include|import|pragma|error)\b)|--|;|<!--)/;

function isSlip(source: Source, { oldLines }: Quotation, best: Aligned, evidence: Evidence): boolean {
  const { lines, quotesDiffer } = source;
  const places = linePlaces(source);
  const solid = oldLines.flatMap((line, i) => (isBlank(line) ? [] : [i]));
  if (solid.some((i) => best.alignment[i] === -1 || !evidence.wasShown(best.alignment[i]!))) return false;
  const inFile = (i: number) => lines.lineAt(best.alignment[i]!);
  // Of a line of brackets, punctuation is half.
  const isExact = (i: number) =>
    WORD.test(oldLines[i]!)
      ? isSameCode(oldLines[i]!, inFile(i), quotesDiffer)
      : oldLines[i]!.trim() === inFile(i).trim();
  const slipped = solid.filter((i) => !isExact(i));
  const [only, ...more] = solid;
  if (only !== undefined && more.length === 0)
    return best.score >= MIN_SCORE && isMisspelt(oldLines[only]!, inFile(only), lines.text);
  const isAlike = (i: number) =>
    best.fits[i]! >= MIN_LINE || (COMMENT.test(oldLines[i]!) && COMMENT.test(inFile(i)));
  if (slipped.some((i) => isNoSlip(oldLines[i]!, inFile(i)))) return false;
  // A line that the file has elsewhere was not misquoted, but means that one.
  if (slipped.some((i) => places.has(oldLines[i]!.trim())) || !slipped.every(isAlike)) return false;
  if (best.score >= MIN_WHOLE) return true;
  const isEnclosed = (i: number) => {
    const at = solid.indexOf(i);
    const before = solid.slice(0, at).some(isExact);
    return before && solid.slice(at + 1).some(isExact);
  };
  return slipped.length <= MAX_SLIPPED && slipped.every(isEnclosed);
}

/** White space in a string, quotes that mean something, or a part of the line: these are no slips of the pen. */
function isNoSlip(quoted: string, inFile: string): boolean {
  const isSpaced = withoutSpace(quoted) === withoutSpace(inFile);
  return isSpaced || isSameCode(quoted, inFile) || inFile.includes(quoted.trim());
}

function withoutSpace(line: string): string {
  return line.replace(/\s+/g, '');
}

/** Every line that comes near a quoted one, best first. */
function similarLines({ lines, budget }: Source, quoted: string): Aligned[] {
  const found: Aligned[] = [];
  const length = quoted.trim().length;
  for (let index = 0; index < lines.count; index++) {
    const line = lines.trimmed(index);
    if (Math.abs(line.length - length) > length * (1 - MIN_SCORE + MIN_MARGIN)) continue;
    const score = lineSimilarity(quoted, line, budget);
    if (score >= MIN_SCORE - MIN_MARGIN) found.push({ alignment: [index], fits: [score], skipped: 0, score });
  }
  return found.sort((a, b) => b.score - a.score);
}
