import { sortEdits, type TextEdit } from '../edit/text-edit.ts';
import type { EditNote } from '../match/explain/edit-note.ts';
import {
  type EditPlan,
  type EditRequest,
  type PlannedEdit,
  planEdit,
  prepareText,
  type Refusal,
} from '../match/plan-edit.ts';
import { isTooLarge } from '../match/search-limits.ts';
import { MAX_COUNTED } from '../match/strategies/exact.ts';
import {
  isFirstInLine,
  isLastInLine,
  lineEndAt,
  lineNumberAt,
  lineStartAt,
  offsetOfLine,
} from '../text/lines.ts';
import { lowerBound } from '../text/lower-bound.ts';
import type { Span } from '../text/span.ts';
import { type AnchorRegion, anchorLines, anchorRegions } from './anchor-regions.ts';
import type { Hunk } from './patch.ts';

/** How the hunks of one file are matched, as for an edit by quotation. */
export type HunkOptions = Omit<EditRequest, 'oldText' | 'newText' | 'replaceAll'>;

export type HunkRefusal =
  | Refusal
  /** The lines are in the file, but not below the line that `@@` names. */
  | { readonly outcome: 'outside-anchor'; readonly places: readonly Span[]; readonly anchor: string }
  /** `@@` names a line that the file does not have, and nothing else says where the lines go. */
  | { readonly outcome: 'anchor-not-found'; readonly anchor: string };

export type HunksPlan =
  | { readonly outcome: 'edits'; readonly plans: readonly EditPlan[]; readonly edits: readonly TextEdit[] }
  | { readonly outcome: 'refused'; readonly hunk: Hunk; readonly refusal: HunkRefusal }
  | { readonly outcome: 'overlap'; readonly numbers: readonly [number, number] }
  | { readonly outcome: 'cancelled' };

type Placed = { readonly plan: EditPlan } | { readonly refusal: HunkRefusal };

/** Finds the place of each hunk in the text as it is. It is cut into steps, so that other calls get their turn. */
export function* planHunks(
  text: string,
  hunks: readonly Hunk[],
  options: HunkOptions,
  signal?: { readonly aborted: boolean },
): Generator<void, HunksPlan> {
  const placer = new HunkPlacer(text, options);
  const plans: EditPlan[] = [];
  const edits: (TextEdit & { readonly number: number })[] = [];
  for (const hunk of hunks) {
    if (signal?.aborted) return { outcome: 'cancelled' };
    const placed = placer.place(hunk);
    yield;
    if ('refusal' in placed) return { outcome: 'refused', hunk, refusal: placed.refusal };
    plans.push(placed.plan);
    if (placed.plan.outcome === 'edit')
      edits.push(...placed.plan.edits.map((edit) => ({ ...edit, number: hunk.number })));
  }
  const sorted = sortEdits(edits);
  const at = sorted.findIndex(({ span }, i) => i > 0 && span.start < sorted[i - 1]!.span.end);
  if (at !== -1) return { outcome: 'overlap', numbers: [sorted[at - 1]!.number, sorted[at]!.number] };
  return { outcome: 'edits', plans, edits: sorted };
}

class HunkPlacer {
  readonly #text: string;
  readonly #options: HunkOptions;
  readonly #prepared: ReturnType<typeof prepareText>;
  #lines: ReturnType<typeof anchorLines> | undefined;
  /** Where the last hunk ended: in this format, later hunks are further down. */
  #reached = 0;

  constructor(text: string, options: HunkOptions) {
    this.#text = text;
    this.#options = options;
    this.#prepared = prepareText(text);
  }

  place(hunk: Hunk): Placed {
    if (hunk.anchors.length > 0 && isTooLarge(this.#text, { oldText: '', newText: '' }))
      return { refusal: { outcome: 'too-costly' } };
    this.#lines ??= hunk.anchors.length > 0 ? anchorLines(this.#text) : undefined;
    const regions = this.#lines && hunk.anchors.length > 0 ? anchorRegions(this.#lines, hunk.anchors) : [];
    const placed =
      hunk.oldLines.length === 0 ? this.#insertion(hunk, regions) : this.#replacement(hunk, regions);
    if ('plan' in placed && placed.plan.outcome === 'edit')
      this.#reached = Math.max(this.#reached, ...placed.plan.places.map(({ end }) => end));
    return placed;
  }

  /** Lines without context go below their anchor, after the line that the hunk names, or to the end of the file. */
  #insertion(hunk: Hunk, regions: readonly AnchorRegion[]): Placed {
    const anchor = hunk.anchors.at(-1);
    if (hunk.oldStart !== undefined)
      return { plan: this.#insertAt(offsetOfLine(this.#text, hunk.oldStart + 1), hunk) };
    if (anchor === undefined || hunk.atEnd) return { plan: this.#insertAt(this.#text.length, hunk) };
    const [region, ...more] = regions;
    if (!region) return { refusal: { outcome: 'anchor-not-found', anchor } };
    if (more.length > 0)
      return { refusal: { outcome: 'ambiguous', strategy: 'exact', places: regions.map(lineSpan) } };
    return { plan: this.#insertAt(lineEndAt(this.#text, region.start), hunk) };
  }

  #insertAt(offset: number, { newLines, newLacksNewline }: Hunk): PlannedEdit {
    const text = this.#text;
    const lacksNewline = offset === text.length && text !== '' && !text.endsWith('\n');
    const added = newLines.join('\n');
    // A missing final newline stays missing.
    const newText = lacksNewline ? `\n${added}` : `${added}${newLacksNewline ? '' : '\n'}`;
    const span = { start: offset, end: offset };
    const line = lineNumberAt(text, offset);
    const where = offset === text.length ? 'at the end of the file' : `before line ${line}`;
    const notes: EditNote[] = [{ line, kind: 'matched', text: `lines without context added ${where}` }];
    return {
      outcome: 'edit',
      strategy: 'exact',
      similarity: 1,
      places: [span],
      edits: [{ span, newText }],
      notes,
    };
  }

  #replacement(hunk: Hunk, regions: readonly AnchorRegion[]): Placed {
    const plan = this.#planWhole(hunk);
    if (plan.outcome === 'edit') {
      const [place] = plan.places;
      if (!isWholeLines(this.#text, place!, plan.strategy)) return { refusal: { outcome: 'absent' } };
      // After the numbers of a unified diff is a line above the hunk, which need not be the one of its block.
      return hunk.oldStart !== undefined || this.#isBelowAnchor(place!, plan, regions)
        ? { plan }
        : { refusal: { outcome: 'outside-anchor', places: plan.places, anchor: hunk.anchors.at(-1)! } };
    }
    if (plan.outcome === 'already-applied') return { plan };
    if (plan.outcome !== 'ambiguous') return { refusal: plan };
    // Of places that were not all counted, none is known to be the only one.
    if (plan.places.length === MAX_COUNTED) return { refusal: plan };
    const places = plan.places.filter((place) => isWholeLines(this.#text, place, plan.strategy));
    const chosen = this.#choose(places, hunk, regions);
    if (!chosen) return { refusal: { ...plan, places } };
    const there = this.#planAt(chosen, hunk, plan.strategy);
    return there ? { plan: there } : { refusal: plan };
  }

  /** The old lines with their line break; without it at the end of a file that has none. */
  #planWhole(hunk: Hunk): EditPlan {
    const lacksNewline = !this.#text.endsWith('\n');
    const request = this.#request(hunk, hunk.oldLacksNewline ?? false);
    const found = planEdit(this.#text, request, this.#prepared);
    const isPartOfLine =
      (found.outcome === 'edit' || found.outcome === 'ambiguous') &&
      !found.places.some((place) => isWholeLines(this.#text, place, found.strategy));
    const plan = isPartOfLine ? planAfterLineBreak(this.#text, request) : found;
    if (plan.outcome !== 'absent' || !lacksNewline || hunk.oldLacksNewline) return plan;
    const atEnd = planEdit(this.#text, this.#request(hunk, true), this.#prepared);
    return atEnd.outcome === 'edit' && atEnd.places[0]!.end === this.#text.length ? atEnd : plan;
  }

  #request({ oldLines, newLines, oldLacksNewline, newLacksNewline }: Hunk, isCut: boolean): EditRequest {
    const old = oldLines.join('\n');
    const end = newLines.length === 0 ? '' : '\n';
    const isNewCut = oldLacksNewline || newLacksNewline ? newLacksNewline : isCut;
    return {
      ...this.#options,
      oldText: isCut ? old : `${old}\n`,
      newText: newLines.join('\n') + (isNewCut ? '' : end),
    };
  }

  #isBelowAnchor({ start }: Span, plan: PlannedEdit, regions: readonly AnchorRegion[]): boolean {
    if (regions.length === 0) return true;
    if (regions.some((region) => start >= region.start && start < region.blockEnd)) return true;
    return (
      plan.strategy === 'exact' &&
      regions.some((region) => start >= region.start && isAlone(region, this.#text))
    );
  }

  /** The one place of several that the rest of the hunk points at. */
  #choose(places: readonly Span[], hunk: Hunk, regions: readonly AnchorRegion[]): Span | undefined {
    const text = this.#text;
    const contentEnd = hunk.atEnd ? text.trimEnd().length : 0;
    const line = hunk.oldStart === undefined ? undefined : lineAt(text, hunk.oldStart);
    const isInBlock = insideOneOf(regions);
    const firstAnchor = regions[0]?.start ?? 0;
    const hints: ((place: Span) => boolean)[] = [
      () => true,
      ...(hunk.atEnd ? [({ end }: Span) => end >= contentEnd] : []),
      ...(line ? [({ start }: Span) => start >= line.start && start < line.end] : []),
      ...(regions.length > 0 ? [({ start }: Span) => isInBlock(start)] : []),
      ...(regions.length > 0 ? [({ start }: Span) => start >= firstAnchor] : []),
      ({ start }) => this.#reached > 0 && start >= this.#reached,
    ];
    for (const isMeant of hints) {
      const left = places.filter(isMeant);
      if (left.length === 1) return left[0];
    }
    return undefined;
  }

  /** The edit of one place, which a strategy has found among others. */
  #planAt(place: Span, hunk: Hunk, strategy: string): PlannedEdit | undefined {
    const start = lineStartAt(this.#text, place.start);
    const slice = this.#text.slice(start, place.end);
    const request = { ...this.#request(hunk, !slice.endsWith('\n')), shown: undefined };
    const plan = strategy === 'exact' ? planEdit(slice, request) : planAfterLineBreak(slice, request);
    if (plan.outcome !== 'edit') return undefined;
    const moved = (span: Span): Span => ({ start: span.start + start, end: span.end + start });
    const firstLine = lineNumberAt(this.#text, start) - 1;
    const inText = (edits: readonly TextEdit[]) => edits.map((edit) => ({ ...edit, span: moved(edit.span) }));
    return {
      ...plan,
      places: plan.places.map(moved),
      edits: inText(plan.edits),
      alternatives: plan.alternatives?.map(inText),
      notes: plan.notes.map((note) => ({ ...note, line: note.line + firstLine })),
    };
  }
}

/** The quoted text with the line break before it, so that a part of a line is no place for it. */
function planAfterLineBreak(text: string, { oldText, newText, shown, ...options }: EditRequest): EditPlan {
  const known = shown && {
    text: () => `\n${shown.text()}`,
    isShown: (line: number) => line === 0 || shown.isShown(line - 1),
    linesInsertedBy: shown.linesInsertedBy,
  };
  const request = { ...options, oldText: `\n${oldText}`, newText: `\n${newText}`, shown: known };
  return withoutFirstCharacter(planEdit(`\n${text}`, request));
}

function withoutFirstCharacter(plan: EditPlan): EditPlan {
  const moved = ({ start, end }: Span): Span => ({ start: Math.max(0, start - 1), end: end - 1 });
  const inText = (edits: readonly TextEdit[]) =>
    edits.map((edit) => ({
      ...edit,
      span: moved(edit.span),
      newText: edit.span.start === 0 ? edit.newText.replace(/^\n/, '') : edit.newText,
    }));
  if (!('places' in plan)) return plan;
  const places = plan.places.map(({ start, end }) => moved({ start: start + 1, end }));
  if (plan.outcome !== 'edit') return { ...plan, places };
  const notes = plan.notes.map((note) => ({ ...note, line: Math.max(1, note.line - 1) }));
  return { ...plan, places, notes, edits: inText(plan.edits), alternatives: plan.alternatives?.map(inText) };
}

/** From the beginning of a line to the end of one; an inexact match may leave out the white space there. */
function isWholeLines(text: string, { start, end }: Span, strategy: string): boolean {
  const isExact = strategy === 'exact';
  const startsLine = start === 0 || text[start - 1] === '\n' || (!isExact && isFirstInLine(text, start));
  const endsLine = end === text.length || text[end - 1] === '\n' || /^\r?\n/.test(text.slice(end, end + 2));
  return startsLine && (endsLine || (!isExact && isLastInLine(text, end)));
}

function lineAt(text: string, number: number): Span {
  const start = offsetOfLine(text, number);
  return { start, end: lineEndAt(text, start) };
}

/** Whether an offset is in one of these regions, which are in order, and in one another or apart. */
function insideOneOf(regions: readonly AnchorRegion[]): (offset: number) => boolean {
  const apart: AnchorRegion[] = [];
  for (const region of regions) if (region.start >= (apart.at(-1)?.blockEnd ?? 0)) apart.push(region);
  return (offset) => {
    const region = apart[lowerBound(apart, offset + 1, ({ start }) => start) - 1];
    return region !== undefined && offset < region.blockEnd;
  };
}

/** The anchor has no block of its own: it only says that the hunk is further down. */
function isAlone({ start, blockEnd }: AnchorRegion, text: string): boolean {
  return blockEnd <= lineEndAt(text, start);
}

function lineSpan({ start, blockEnd }: AnchorRegion): Span {
  return { start, end: blockEnd };
}
