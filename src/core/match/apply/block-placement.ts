import { type Aligned, type Alignment, firstAndLast } from '../align/alignment.ts';
import type { Evidence } from '../evidence.ts';
import type { Placement, Source } from '../matcher.ts';
import type { Quotation } from '../quotation.ts';
import { project } from './project.ts';

/** More blocks than this are ambiguous, whatever becomes of the new text in each. */
const MAX_PROJECTED = 50;

/** A placement for each alignment. */
export function blockPlacements(
  source: Source,
  quotation: Quotation,
  alignments: readonly Alignment[],
  similarity: number,
): Placement[] {
  const isLazy = alignments.length > MAX_PROJECTED;
  return alignments.map((alignment) => {
    if (!isLazy) return blockPlacement(source, quotation, alignment, similarity);
    const [first, last] = firstAndLast(alignment);
    const edits = () => project(source, quotation, alignment).edits;
    return { start: source.lines.startOf(first), end: source.lines.endOf(last), similarity, edits };
  });
}

/** What an edit is where its old lines mean these of the file. */
export function blockPlacement(
  source: Source,
  quotation: Quotation,
  alignment: Alignment,
  similarity: number,
  evidence?: Evidence,
): Placement {
  const { edits, alternatives, notes } = project(source, quotation, alignment, evidence?.wasShown);
  const { lines } = source;
  const [first, last] = firstAndLast(alignment);
  return {
    start: lines.startOf(first),
    end: lines.endOf(last),
    similarity,
    edits: () => edits,
    alternatives,
    notes,
  };
}

/** The placement of an alignment that is trusted, if there is one. */
export function acceptedPlacement(
  source: Source,
  quotation: Quotation,
  trusted: Aligned | undefined,
  evidence: Evidence | undefined,
): Placement[] {
  return trusted ? [blockPlacement(source, quotation, trusted.alignment, trusted.score, evidence)] : [];
}
