import type { TextEdit } from '../edit/text-edit.ts';
import { showsNewText } from './already-applied.ts';
import { withoutOverlap } from './apply/project.ts';
import type { Matcher, Placement, Source } from './matcher.ts';
import type { Quotation } from './quotation.ts';
import { exact } from './strategies/exact.ts';
import { matchersOf } from './strategies/index.ts';

export type Occurrences = {
  readonly matcher: Matcher;
  readonly placements: readonly Placement[];
  readonly edits: readonly TextEdit[];
};

/** Every occurrence, leftmost first and without overlaps, each with the new text fitted to its own place. */
export function allOccurrences(
  source: Source,
  quotation: Quotation,
  onlyExact: boolean,
): Occurrences | undefined {
  for (const matcher of matchersFor(quotation, onlyExact)) {
    const placements = withoutOverlaps(matcher.find({ ...source, placesApart: true }, quotation)).filter(
      ({ start }) => onlyExact || matcher !== exact || !showsNewText(source, start, quotation),
    );
    if (placements.length === 0) continue;
    const edits = placements.map((placement) => placement.edits());
    const changes = edits.flatMap((made) => (made?.length ? [made] : []));
    if (changes.length === edits.length)
      return { matcher, placements, edits: withoutOverlap(changes.flat()) };
  }
  return undefined;
}

function matchersFor({ oldText }: Quotation, onlyExact: boolean): readonly Matcher[] {
  if (onlyExact) return [exact];
  return oldText.trim() === '' ? [exact] : matchersOf('strict');
}

function withoutOverlaps(placements: readonly Placement[]): Placement[] {
  const kept: Placement[] = [];
  for (const placement of [...placements].sort((a, b) => a.start - b.start)) {
    if (placement.start >= (kept.at(-1)?.end ?? 0)) kept.push(placement);
  }
  return kept;
}
