import type { TextEdit } from '../edit/text-edit.ts';
import { withoutPresent } from './applied/present-insertion.ts';
import { withoutOverlap } from './apply/hunk-place.ts';
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
    const places = withoutOverlaps(matcher.find({ ...source, placesApart: true }, quotation));
    source.budget.spend(places.length * costOf(matcher, quotation));
    const found = places.map((placement) => {
      const edits = placement.edits();
      const isLiteral = onlyExact || !edits;
      return {
        placement,
        edits: isLiteral ? edits : withoutPresent(source, placement, edits, matcher === exact)?.edits,
      };
    });
    // Where the file has what is to be inserted, nothing is left to do.
    const open = found.filter(
      ({ edits, placement }) => edits?.length !== 0 || placement.edits()?.length === 0,
    );
    if (open.length === 0) continue;
    const changes = open.flatMap(({ edits }) => (edits?.length ? [edits] : []));
    const placements = open.map(({ placement }) => placement);
    if (changes.length === open.length) return { matcher, placements, edits: withoutOverlap(changes.flat()) };
  }
  return undefined;
}

/** The new text is fitted to each place, unless it is taken to the letter. */
function costOf(matcher: Matcher, { oldLines, newLines, newText }: Quotation): number {
  return matcher === exact ? 200 : 20_000 + 600 * (oldLines.length + newLines.length) + newText.length;
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
