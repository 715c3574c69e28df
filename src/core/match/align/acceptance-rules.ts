import { diffLines } from '../../text/compare/line-diff.ts';
import { isBlank } from '../../text/indentation.ts';
import { isSameCode } from '../../text/tokens.ts';
import type { Evidence } from '../evidence.ts';
import type { Source } from '../matcher.ts';
import { type Quotation, targetLines, withoutOuterBlankLines } from '../quotation.ts';
import { alignments, linePlaces } from './align.ts';
import { type Aligned, firstAndLast } from './alignment.ts';
import { isSameBlock } from './block-identity.ts';
import { hasWords } from './has-words.ts';

export const MIN_SCORE = 0.85;
export const MIN_MARGIN = 0.1;
/** Lines in all, and lines of context as quoted; fewer will do if the caller was shown all of them as they are. */
const MIN_LINES = { unseen: { all: 3, context: 2 }, seen: { all: 2, context: 1 } };

/**
 * The one alignment that may be trusted although some of the context is misquoted: the lines that change are
 * quoted rightly, enough of the context is exact, and no other place comes near.
 */
export function acceptBest(
  source: Source,
  quotation: Quotation,
  found: readonly Aligned[],
  evidence: Evidence | undefined,
): Aligned | undefined {
  const [best] = found;
  if (!best) return undefined;
  const wasSeen =
    evidence !== undefined && best.alignment.every((index) => index === -1 || evidence.wasShown(index));
  const least = wasSeen ? MIN_LINES.seen : MIN_LINES.unseen;
  if (quotation.oldLines.filter((line) => !isBlank(line)).length < least.all) return undefined;
  if (best.score < MIN_SCORE || isRivalled(best, found)) return undefined;
  const isTrusted =
    !isAsNew(source, quotation, best) &&
    quotesTargets(source, quotation, best) &&
    !quotesAnother(source, quotation, best) &&
    hasSolidContext(source, quotation, best, least.context) &&
    isSameBlock(source, quotation, best.alignment);
  return isTrusted ? best : undefined;
}

/** Whether another place comes near, and has something for it that the best one has not. */
export function isRivalled(best: Aligned, found: readonly Aligned[]): boolean {
  return found.some(
    (other) => other !== best && other.score > best.score - MIN_MARGIN && !isOutdone(other, best),
  );
}

/** Whether no line fits better here than there, and one that is exact there is not exact here. */
function isOutdone(other: Aligned, best: Aligned): boolean {
  const isNowhereBetter = best.skipped <= other.skipped && best.fits.every((fit, i) => fit >= other.fits[i]!);
  return isNowhereBetter && best.fits.some((fit, i) => fit === 1 && other.fits[i]! < 1);
}

function quotesTargets(
  { lines, quotesDiffer }: Source,
  quotation: Quotation,
  { alignment }: Aligned,
): boolean {
  return targetLines(quotation).every((i) => {
    const quoted = quotation.oldLines[i]!;
    if (isBlank(quoted)) return true;
    return alignment[i] !== -1 && isSameCode(quoted, lines.lineAt(alignment[i]!), quotesDiffer);
  });
}

/** Whether a line that does not fit its place is in the file elsewhere: then that one is meant, and this is no slip. */
function quotesAnother(source: Source, { oldLines }: Quotation, { alignment, fits }: Aligned): boolean {
  const places = linePlaces(source);
  return oldLines.some(
    (line, i) => alignment[i] !== -1 && fits[i]! < 1 && hasWords(line) && places.has(line.trim()),
  );
}

function hasSolidContext(
  source: Source,
  quotation: Quotation,
  { alignment }: Aligned,
  least: number,
): boolean {
  const targets = new Set(targetLines(quotation));
  const exact = alignment.filter((index, i) => {
    const line = quotation.oldLines[i]!;
    const isContext = !targets.has(i) && !isBlank(line) && index !== -1;
    return isContext && isSameCode(source.lines.lineAt(index), line, source.quotesDiffer);
  });
  const isUnique = (index: number) => linePlaces(source).get(source.lines.trimmed(index))?.length === 1;
  return exact.length >= least && exact.some(isUnique);
}

/** Whether the file has something that the quotation may mean, though it was not found for sure. */
export function isNearby(source: Source, quotation: Quotation): boolean {
  const quoted = withoutOuterBlankLines(quotation);
  const [best] = alignments(source, quoted.oldLines);
  return best !== undefined && best.score >= MIN_NEARBY && !isAsNew(source, quoted, best);
}

const MIN_NEARBY = 0.7;

/** Whether the file is rather what the edit would make of this place than what was quoted: then it was made before. */
export function isAsNew(
  { lines, budget }: Source,
  { oldLines, newLines }: Quotation,
  best: Aligned,
): boolean {
  const [first, last] = firstAndLast(best.alignment);
  const misfits = oldLines.reduce((sum, line, i) => {
    if (isBlank(line)) return sum;
    return sum + (best.alignment[i] === -1 ? 1 : 2 * (1 - best.fits[i]!));
  }, best.skipped);
  if (misfits === 0) return false;
  const more = Math.max(0, newLines.length - oldLines.length);
  const [from, to] = [Math.max(0, first - more), Math.min(lines.count, last + 1 + more)];
  budget.spend((to - from + newLines.length) * 64);
  const inFile = Array.from({ length: to - from }, (_, i) => from + i).filter((i) => lines.trimmed(i) !== '');
  const differing = diffLines(
    newLines.map((line) => line.trim()).filter((line) => line !== ''),
    inFile.map((i) => lines.trimmed(i)),
  ).reduce((sum, { oldStart, oldEnd, newStart, newEnd }) => {
    const within = inFile.slice(newStart, newEnd).filter((i) => i >= first && i <= last).length;
    return sum + oldEnd - oldStart + within;
  }, 0);
  return differing < misfits;
}
