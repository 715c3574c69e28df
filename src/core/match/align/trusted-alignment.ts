import { isBlank } from '../../text/indentation.ts';
import { isSameCode } from '../../text/tokens.ts';
import type { Evidence } from '../evidence.ts';
import type { Source } from '../matcher.ts';
import { type Quotation, targetLines } from '../quotation.ts';
import { linePlaces } from './align.ts';
import type { Aligned } from './alignment.ts';
import { isSameBlock } from './block-identity.ts';

export const MIN_SCORE = 0.85;
export const MIN_MARGIN = 0.1;
/** Lines in all, and lines of context as quoted; fewer will do if the caller was shown all of them as they are. */
const MIN_LINES = { unseen: { all: 3, context: 2 }, seen: { all: 2, context: 1 } };

/**
 * The one alignment that may be trusted although some of the context is misquoted: the lines that change are
 * quoted rightly, enough of the context is exact, and no other place comes near.
 */
export function trusted(
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
    quotesTargets(source, quotation, best) &&
    hasSolidContext(source, quotation, best, least.context) &&
    isSameBlock(source, quotation, best.alignment);
  return isTrusted ? best : undefined;
}

export function isRivalled(best: Aligned, found: readonly Aligned[]): boolean {
  return found.some((other) => other !== best && other.score > best.score - MIN_MARGIN);
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
