import { lineSimilarity } from '../../text/similarity.ts';
import { blockPlacement } from '../align/line-blocks.ts';
import type { Matcher, Source } from '../matcher.ts';
import { createQuotation, type Quotation, toLines } from '../quotation.ts';

// The thresholds that have been published for these two strategies. They can edit the wrong place.

const LEAST_WITH_RIVALS = 0.3;
const LEAST_SHARE = 0.5;

/** First and last line fit; the middle may be anything if there is one such block. */
export const permissiveBlockAnchor: Matcher = {
  name: 'block-anchor',
  overlooks: 'all but its first and last line',
  find(source, quotation) {
    const blocks = anchoredBlocks(source, quotation);
    if (blocks.length === 0) return [];
    const scored = blocks.map((block) => ({ block, score: middleSimilarity(source, quotation, block) }));
    const best = scored.reduce((a, b) => (b.score > a.score ? b : a));
    if (blocks.length > 1 && best.score < LEAST_WITH_RIVALS) return [];
    return wholeBlock(source, quotation, best.block, best.score);
  },
};

/** First and last line fit, as many lines as quoted, and half of those between are the same. */
export const permissiveContextAware: Matcher = {
  name: 'context-aware',
  overlooks: 'half of its lines',
  find(source, quotation) {
    const { oldLines } = quotation;
    return anchoredBlocks(source, quotation)
      .filter(({ first, last }) => last - first + 1 === oldLines.length)
      .filter(({ first }) => {
        const middle = oldLines.slice(1, -1);
        const same = middle.filter((line, i) => line.trim() === source.lines.trimmed(first + 1 + i)).length;
        return middle.length === 0 || same / middle.length >= LEAST_SHARE;
      })
      .slice(0, 1)
      .flatMap((block) => wholeBlock(source, quotation, block, LEAST_SHARE));
  },
};

type Block = { readonly first: number; readonly last: number };

function anchoredBlocks({ lines, budget }: Source, { oldLines }: Quotation): Block[] {
  if (oldLines.length < 3) return [];
  const [head, foot] = [oldLines[0]!.trim(), oldLines.at(-1)!.trim()];
  budget.spend(lines.count * 4);
  const blocks: Block[] = [];
  for (let first = 0; first < lines.count; first++) {
    if (lines.trimmed(first) !== head) continue;
    let last = first + 2;
    while (last < lines.count && lines.trimmed(last) !== foot) last++;
    budget.spend((last - first) * 4);
    if (last < lines.count) blocks.push({ first, last });
  }
  return blocks;
}

function middleSimilarity(
  { lines, budget }: Source,
  { oldLines }: Quotation,
  { first, last }: Block,
): number {
  const count = Math.min(oldLines.length - 2, last - first - 1);
  if (count <= 0) return 1;
  let sum = 0;
  for (let i = 1; i <= count; i++) sum += lineSimilarity(oldLines[i]!, lines.trimmed(first + i), budget);
  return sum / count;
}

function wholeBlock(source: Source, { newText }: Quotation, { first, last }: Block, similarity: number) {
  const old = toLines(source.text.slice(source.lines.startOf(first), source.lines.endOf(last))).join('\n');
  const quotation = createQuotation(old, newText);
  // A blank line at its end is none of the quotation's lines.
  const alignment = quotation.oldLines.map((_, i) => first + i);
  return blockPlacement(source, quotation, alignment, { similarity });
}
