import { isBlank } from '../text/indentation.ts';
import { type Aligned, linePlaces } from './align.ts';
import { blockPlacement } from './line-blocks.ts';
import type { Placement, Source } from './matcher.ts';
import type { Quotation } from './quotation.ts';
import { codeTokens } from './tokens.ts';

export const LEAST_SCORE = 0.85;
export const LEAST_MARGIN = 0.1;
const LEAST_LINES = 3;
const LEAST_CONTEXT = 2;

/**
 * The one alignment that may be trusted although some of the context is misquoted: the lines that change are
 * quoted rightly, enough of the context is exact, and no other place comes near.
 */
export function trusted(source: Source, quotation: Quotation, found: readonly Aligned[]): Placement[] {
  const [best] = found;
  if (!best || quotation.oldLines.filter((line) => !isBlank(line)).length < LEAST_LINES) return [];
  if (best.score < LEAST_SCORE || isRivalled(best, found)) return [];
  if (!quotesTargets(source, quotation, best) || !hasSolidContext(source, quotation, best)) return [];
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

/** The same but for white space, the style of quotes and a comma or semicolon at the end. */
export function isSameCode(a: string, b: string): boolean {
  const [x, y] = [plainTokens(a), plainTokens(b)];
  return x.length === y.length && x.every((token, i) => token === y[i]);
}

function plainTokens(line: string): string[] {
  const tokens = codeTokens(line.trim()).map(({ text }) => text.replace(/^['`]([\s\S]*)['`]$/, '"$1"'));
  if (tokens.at(-1) === ';' || tokens.at(-1) === ',') tokens.pop();
  return tokens;
}

function hasSolidContext(source: Source, quotation: Quotation, { alignment }: Aligned): boolean {
  const targets = new Set(targetLines(quotation));
  const exact = quotation.oldLines.filter((line, i) => {
    const isContext = !targets.has(i) && !isBlank(line) && alignment[i] !== -1;
    return isContext && source.lines.trimmed(alignment[i]!) === line.trim();
  });
  const isUnique = (line: string) => linePlaces(source).get(line.trim())?.length === 1;
  return exact.length >= LEAST_CONTEXT && exact.some(isUnique);
}
