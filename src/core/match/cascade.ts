import type { TextEdit } from '../edit/text-edit.ts';
import { linePlaces } from './align/align.ts';
import { withoutPresent } from './applied/present-insertion.ts';
import type { Evidence } from './evidence.ts';
import type { EditNote } from './explain/edit-note.ts';
import type { Matcher, Placement, Source } from './matcher.ts';
import type { Policy } from './policy.ts';
import type { Quotation } from './quotation.ts';
import { type Repaired, repairedQuotations, withoutDiffMarks } from './repairs.ts';
import { exact, placesOf } from './strategies/exact.ts';
import { matchersOf } from './strategies/index.ts';
import { wholeLineRivals } from './word-part.ts';

export type Found = {
  readonly state: 'found';
  readonly matcher: Matcher;
  readonly placement: Placement;
  readonly edits: readonly TextEdit[];
  readonly notes: readonly EditNote[];
  /** What was repaired in both texts before they were looked for. */
  readonly repaired?: string;
};

export type Located =
  | Found
  | { readonly state: 'ambiguous'; readonly matcher: Matcher; readonly placements: readonly Placement[] }
  /** The place is known, but not how the change would look there. */
  | { readonly state: 'unsure'; readonly matcher: Matcher; readonly placement: Placement }
  /** The place is known, and already is what the edit would make of it. */
  | { readonly state: 'applied'; readonly matcher: Matcher; readonly placement: Placement }
  | { readonly state: 'absent' };

/**
 * Looks for the one place that a quotation means, from strict to loose. The first matcher that finds anything
 * decides: a looser one never settles an ambiguity of a stricter one.
 */
export function locate(source: Source, quotation: Quotation, policy: Policy, evidence?: Evidence): Located {
  if (policy === 'exact') return literally(source, quotation);
  if (quotation.oldText.trim() === '') return climb([exact], source, quotation);
  // A list of Markdown or YAML may look like a diff: what the file has as it was quoted is none.
  const isListed =
    quotation.oldLines.some((line) => line.startsWith('-')) && placesOf(source, quotation.oldText).length > 0;
  const marked = isListed ? undefined : withoutDiffMarks(quotation);
  const strict = matchersOf('strict');
  const unmarked = marked && asRepaired(source, climb(strict, source, marked.quotation), marked);
  if (unmarked) return unmarked;
  const close = climb(matchersOf('strict', 'close'), source, quotation);
  if (close.state !== 'absent') return withWholeLineRivals(source, quotation, close);
  const repairs = neededRepairs(source, quotation);
  for (const matchers of [[exact], strict]) {
    for (const repaired of repairs) {
      const found = asRepaired(source, climb(matchers, source, repaired.quotation), repaired);
      if (found) return found;
    }
  }
  return (
    repairedTwice(source, quotation, marked, evidence) ??
    climb(matchersOf('loose'), source, quotation, evidence)
  );
}

/** The repairs of what the file does not have as it was quoted: where it has such characters, they are its own. */
function neededRepairs(source: Source, quotation: Quotation): Repaired[] {
  return repairedQuotations(source, quotation).filter(({ label, quotation: repaired }) => {
    if (!/entities|escape/.test(label)) return true;
    const left = new Set(repaired.oldLines);
    return !quotation.oldLines.some((line) => !left.has(line) && linePlaces(source).has(line.trim()));
  });
}

/** A quotation with something around its lines or in its characters, and other slips besides. */
function repairedTwice(
  source: Source,
  quotation: Quotation,
  marked: Repaired | undefined,
  evidence: Evidence | undefined,
): Located | undefined {
  const once = [...(marked ? [marked] : []), ...neededRepairs(source, quotation)];
  const twice = once.flatMap((first) =>
    neededRepairs(source, first.quotation)
      .filter(({ label }) => label !== first.label)
      .map((second) => ({ ...second, label: `${first.label} and ${second.label}` })),
  );
  for (const repaired of [...twice, ...once]) {
    if (/entities/.test(repaired.label) && hasEntityOf(source.text, quotation.oldText)) continue;
    const isSure = !/escape/.test(repaired.label);
    const matchers = matchersOf('strict', 'close', ...(isSure ? (['loose'] as const) : []));
    const found = asRepaired(source, climb(matchers, source, repaired.quotation, evidence), repaired);
    if (found) return found;
  }
  return undefined;
}

/** Whether the file has entities of its own that were quoted. */
function hasEntityOf(text: string, quoted: string): boolean {
  return quoted.match(/&#?\w+;/g)?.some((entity) => text.includes(entity)) ?? false;
}

/** Nothing is overlooked, not even that the file may have the change already. */
function literally(source: Source, quotation: Quotation): Located {
  const [placement, ...more] = exact.find(source, quotation);
  if (!placement) return { state: 'absent' };
  if (more.length > 0) return { state: 'ambiguous', matcher: exact, placements: [placement, ...more] };
  return { state: 'found', matcher: exact, placement, edits: placement.edits() ?? [], notes: [] };
}

function withWholeLineRivals(source: Source, quotation: Quotation, located: Located): Located {
  if (located.state !== 'found' || located.matcher !== exact) return located;
  const { matcher, placement } = located;
  const rivals = wholeLineRivals(source, quotation, placement);
  if (rivals.length === 0) return located;
  const placements = [placement, ...rivals].sort((a, b) => a.start - b.start);
  return { state: 'ambiguous', matcher, placements };
}

function asRepaired({ text }: Source, located: Located, { label }: Repaired): Located | undefined {
  if (located.state === 'absent') return undefined;
  if (located.state === 'ambiguous') return located;
  // Numbers and marks are before whole lines: what they were taken off must begin one.
  const { start } = located.placement;
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const isOfLines = /line numbers|diff marks/.test(label);
  if (isOfLines && before.trim() !== '') return undefined;
  return located.state === 'found' ? { ...located, repaired: label } : located;
}

function climb(
  matchers: readonly Matcher[],
  source: Source,
  quotation: Quotation,
  evidence?: Evidence,
): Located {
  for (const matcher of matchers) {
    const placements = matcher.find(source, quotation, evidence);
    if (placements.length > 1) return { state: 'ambiguous', matcher, placements };
    const [placement] = placements;
    if (!placement) continue;
    return settled(source, matcher, placement);
  }
  return { state: 'absent' };
}

function settled(source: Source, matcher: Matcher, placement: Placement): Located {
  const edits = placement.edits();
  // What was overlooked may be all that the edit is about: then there is nothing to carry over.
  if (!edits || edits.length === 0) {
    const isThere = edits !== undefined && placement.notes?.some(({ kind }) => kind === 'replaced');
    return { state: isThere ? 'applied' : 'unsure', matcher, placement };
  }
  const left = withoutPresent(source, placement, edits, matcher === exact);
  if (!left) return { state: 'unsure', matcher, placement };
  if (left.edits.length === 0) return { state: 'applied', matcher, placement };
  const notes = [...(placement.notes ?? []), ...left.notes];
  return { state: 'found', matcher, placement, edits: left.edits, notes };
}
