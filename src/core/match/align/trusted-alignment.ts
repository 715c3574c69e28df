import { isBlank } from '../../text/indentation.ts';
import { isSameCode } from '../../text/tokens.ts';
import type { Evidence } from '../evidence.ts';
import type { Placement, Source } from '../matcher.ts';
import type { Quotation } from '../quotation.ts';
import { type Aligned, linePlaces } from './align.ts';
import { namesItsBlocks } from './block-openers.ts';
import { blockPlacement } from './line-blocks.ts';

export const LEAST_SCORE = 0.85;
export const LEAST_MARGIN = 0.1;
/** Lines in all, and lines of context as quoted; fewer will do if the caller was shown all of them as they are. */
const LEAST = { unseen: { lines: 3, context: 2 }, seen: { lines: 2, context: 1 } };

/**
 * The one alignment that may be trusted although some of the context is misquoted: the lines that change are
 * quoted rightly, enough of the context is exact, and no other place comes near.
 */
export function trusted(
  source: Source,
  quotation: Quotation,
  found: readonly Aligned[],
  evidence: Evidence | undefined,
): Placement[] {
  const [best] = found;
  if (!best) return [];
  const wasSeen =
    evidence !== undefined && best.alignment.every((index) => index === -1 || evidence.wasShown(index));
  const least = wasSeen ? LEAST.seen : LEAST.unseen;
  if (quotation.oldLines.filter((line) => !isBlank(line)).length < least.lines) return [];
  if (best.score < LEAST_SCORE || isRivalled(best, found)) return [];
  if (!quotesTargets(source, quotation, best)) return [];
  if (!hasSolidContext(source, quotation, best, least.context)) return [];
  if (!namesItsBlocks(source, quotation, best.alignment)) return [];
  return blockPlacement(source, quotation, best.alignment, { similarity: best.score });
}

export function isRivalled(best: Aligned, found: readonly Aligned[]): boolean {
  return found.some((other) => other !== best && other.score > best.score - LEAST_MARGIN);
}

/** Which old lines the edit removes or changes. */
export function targetLines({ hunks }: Quotation): number[] {
  return hunks.flatMap(({ oldStart, oldEnd }) =>
    Array.from({ length: oldEnd - oldStart }, (_, i) => oldStart + i),
  );
}

function quotesTargets({ lines }: Source, quotation: Quotation, { alignment }: Aligned): boolean {
  return targetLines(quotation).every((i) => {
    const quoted = quotation.oldLines[i]!;
    if (isBlank(quoted)) return true;
    return alignment[i] !== -1 && isSameCode(quoted, lines.lineAt(alignment[i]!));
  });
}

function hasSolidContext(
  source: Source,
  quotation: Quotation,
  { alignment }: Aligned,
  least: number,
): boolean {
  const targets = new Set(targetLines(quotation));
  const exact = quotation.oldLines.filter((line, i) => {
    const isContext = !targets.has(i) && !isBlank(line) && alignment[i] !== -1;
    return isContext && isSameCode(source.lines.lineAt(alignment[i]!), line);
  });
  const isUnique = (line: string) => linePlaces(source).get(line.trim())?.length === 1;
  return exact.length >= least && exact.some(isUnique);
}
