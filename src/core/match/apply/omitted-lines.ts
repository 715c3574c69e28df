import type { LineHunk } from '../../text/compare/line-diff.ts';
import { lineSimilarity } from '../../text/compare/similarity.ts';
import { indentOf, isBlank } from '../../text/indentation.ts';
import { type Alignment, firstAndLast, type Gap, gapsOf } from '../align/alignment.ts';
import { hasWords } from '../align/has-words.ts';
import type { LineTable } from '../align/line-table.ts';
import { type EditNote, quotedLine } from '../explain/edit-note.ts';
import { createQuotation, type Quotation } from '../quotation.ts';
import { isOnlyVersion, likeness } from './new-version.ts';

/** A quotation with the lines that it left out where that matters, and what became of the others. */
export type Completed = {
  readonly quotation: Quotation;
  readonly alignment: Alignment;
  readonly notes: readonly EditNote[];
};

/** How alike an unquoted line and the new line that takes its place must be, and how much more than any others. */
const MIN_LIKENESS = 0.6;
const MIN_LEAD = 0.15;
const MAX_DELETED = 2;
const MAX_DELETED_SHARE = 0.1;

/**
 * A line of the file that was not quoted is kept if the quoted lines on both sides of it are. If it touches a change, the
 * new text must say what becomes of it: a line there is its new version, or all around it is deleted. Undefined if
 * that is not known.
 */
export function completed(
  lines: LineTable,
  quotation: Quotation,
  alignment: Alignment,
  wasShown: (line: number) => boolean = () => false,
): Completed | undefined {
  const gaps = gapsOf(lines, alignment);
  const notes: EditNote[] = [];
  const taken: number[] = [];
  for (const gap of gaps) {
    for (const line of gap.lines) {
      const verdict = verdictOn(lines, quotation, alignment, gap, line);
      if (verdict === 'unknown') return undefined;
      notes.push(noteOn(lines, line, verdict));
      if (verdict === 'kept') continue;
      const isRestated = quotation.newLines.some((text) => text.trim() === lines.trimmed(line));
      if (!isRestated && !wasShown(line)) return undefined;
      taken.push(line);
    }
  }
  const deleted = notes.filter(({ kind }) => kind === 'deleted').length;
  const [first, last] = firstAndLast(alignment);
  if (deleted > MAX_DELETED || deleted > MAX_DELETED_SHARE * (last - first + 1)) return undefined;
  const whole = withLines(lines, quotation, alignment, taken);
  const isSettled = gapsOf(lines, whole.alignment).every(
    (gap) => hunksAt(lines, whole.quotation, whole.alignment, gap).length === 0,
  );
  return isSettled ? { ...whole, notes } : undefined;
}

/** The changes that touch the quoted lines on either side of a gap, or are between them, wherever the gap may be. */
function hunksAt(lines: LineTable, quotation: Quotation, alignment: Alignment, gap: Gap): LineHunk[] {
  const places = [
    { alignment, gap },
    ...movedGaps(lines, quotation.oldLines, { alignment, gap }, 1),
    ...movedGaps(lines, quotation.oldLines, { alignment, gap }, -1),
  ];
  return quotation.hunks.filter((hunk) => places.some((place) => isTouched(quotation, place, hunk)));
}

type PlacedGap = { readonly alignment: Alignment; readonly gap: Gap };

/** A blank line parts a change from a gap, unless the change has one at its edge: it may be on either side of that. */
function isTouched(
  { oldLines, newLines }: Quotation,
  { alignment, gap }: PlacedGap,
  hunk: LineHunk,
): boolean {
  const { oldStart, oldEnd, newStart, newEnd } = hunk;
  const changed = newEnd > newStart ? newLines.slice(newStart, newEnd) : oldLines.slice(oldStart, oldEnd);
  if (isBlank(changed[0] ?? '') || isBlank(changed.at(-1) ?? ''))
    return oldStart <= gap.after && oldEnd > gap.before;
  const before = alignment.findLastIndex((index) => index !== -1 && index < gap.lines[0]!);
  const after = alignment.findIndex((index) => index > gap.lines.at(-1)!);
  return oldStart <= after && oldEnd > before;
}

/** Where the quoted line beside a gap is the same as the unquoted one, either may be the one that was not quoted. */
function movedGaps(
  lines: LineTable,
  oldLines: readonly string[],
  from: PlacedGap,
  step: 1 | -1,
): PlacedGap[] {
  const { alignment, gap } = from;
  const [passed, unquoted] = step === 1 ? [gap.after, gap.lines[0]!] : [gap.before, gap.lines.at(-1)!];
  if (oldLines[passed]!.trim() !== lines.trimmed(unquoted)) return [];
  let next = passed + step;
  while (alignment[next] !== undefined && (alignment[next] === -1 || isBlank(oldLines[next]!))) next += step;
  if (alignment[next] === undefined) return [];
  const left = gap.lines.filter((line) => line !== unquoted);
  const moved: PlacedGap = {
    alignment: alignment.with(passed, unquoted),
    gap:
      step === 1
        ? { before: passed, after: next, lines: [...left, alignment[passed]!] }
        : { before: next, after: passed, lines: [alignment[passed]!, ...left] },
  };
  return [moved, ...movedGaps(lines, oldLines, moved, step)];
}

type Verdict = 'kept' | 'replaced' | 'deleted' | 'unknown';

function verdictOn(
  lines: LineTable,
  quotation: Quotation,
  alignment: Alignment,
  gap: Gap,
  line: number,
): Verdict {
  const { oldLines, newLines, hunks } = quotation;
  const touching = hunksAt(lines, quotation, alignment, gap);
  if (touching.length === 0) return 'kept';
  const text = lines.trimmed(line);
  const beside = touching.flatMap(({ newStart, newEnd }) => newLines.slice(newStart, newEnd));
  const unquoted = gap.lines.map((index) => lines.trimmed(index));
  // A bracket, or a line that the file has more than once, may as well be one of the new ones.
  const isOneOfAKind = hasWords(text) && lines.text.indexOf(text) === lines.text.lastIndexOf(text);
  const rivals = [...oldLines, ...unquoted.filter((other) => other !== text), ...linesAround(lines, line)];
  const isVersion = () =>
    touching.every(({ oldStart, oldEnd }) => oldLines.slice(oldStart, oldEnd).every(isBlank))
      ? isOnlyVersion(text, beside, rivals)
      : isVersionOf(text, counterpartOf(alignment, quotation, touching, gap, line), beside, rivals);
  if (isOneOfAKind && isVersion()) return 'replaced';
  // Where lines are inserted elsewhere, the deleted ones may have moved there.
  const isDeletion = hunks.every(({ newStart, newEnd }) => newLines.slice(newStart, newEnd).every(isBlank));
  const isSurrounded = touching.some(
    ({ oldStart, oldEnd }) => oldStart <= gap.before && oldEnd > gap.after && isDeletion,
  );
  return isSurrounded ? 'deleted' : 'unknown';
}

/** Lines nearby: where they are like each other, as in a list, a new one is rather one more of them. */
function linesAround(lines: LineTable, line: number): string[] {
  const [from, to] = [Math.max(0, line - NEARBY), Math.min(lines.count, line + NEARBY + 1)];
  return Array.from({ length: to - from }, (_, i) => from + i)
    .filter((index) => index !== line)
    .map((index) => lines.trimmed(index));
}

const NEARBY = 5;

/** The new line in the place of this one, if the new lines replace the quoted and the unquoted ones one by one. */
function counterpartOf(
  alignment: Alignment,
  { oldLines, newLines }: Quotation,
  touching: readonly LineHunk[],
  gap: Gap,
  line: number,
): string | undefined {
  const [hunk, ...more] = touching;
  if (!hunk || more.length > 0) return undefined;
  const quoted = alignment.filter((_, i) => i >= hunk.oldStart && i < hunk.oldEnd && !isBlank(oldLines[i]!));
  const replaced = [...quoted, ...gap.lines].sort((a, b) => a - b);
  const added = newLines.slice(hunk.newStart, hunk.newEnd).filter((one) => !isBlank(one));
  return replaced.length === added.length ? added[replaced.indexOf(line)] : undefined;
}

/** Whether a new line, and no other, is this line or its new version, and not that of another. */
function isVersionOf(
  text: string,
  counterpart: string | undefined,
  added: readonly string[],
  rivals: readonly string[],
): boolean {
  const version = added.find((line) => line.trim() === text) ?? counterpart;
  if (version === undefined) return false;
  const alike = likeness(version, text);
  const others = [
    ...added.filter((line) => line !== version).map((line) => likeness(line, text)),
    ...rivals.map((line) => lineSimilarity(version, line)),
  ];
  return alike >= MIN_LIKENESS && others.every((other) => alike - other >= MIN_LEAD);
}

function noteOn(lines: LineTable, line: number, verdict: Exclude<Verdict, 'unknown'>): EditNote {
  const text = lines.trimmed(line);
  const what = {
    kept: { kind: 'skipped', becomes: 'it was kept' },
    replaced: { kind: 'replaced', becomes: 'the most similar new line replaces it' },
    deleted: { kind: 'deleted', becomes: 'it was deleted with the lines around it' },
  } as const;
  const { kind, becomes } = what[verdict];
  return { line: line + 1, kind, text: `line ${line + 1} ${quotedLine(text)} was not quoted; ${becomes}` };
}

/** The quotation as it would be with these lines of the file in it. */
function withLines(
  lines: LineTable,
  quotation: Quotation,
  alignment: Alignment,
  taken: readonly number[],
): { quotation: Quotation; alignment: Alignment } {
  if (taken.length === 0) return { quotation, alignment };
  const all = quotation.oldLines.map((text, i) => ({ text, index: alignment[i]! }));
  const isLiteral = all.every(
    ({ text, index }) => index === -1 || isBlank(text) || indentOf(text) === indentOf(lines.lineAt(index)),
  );
  for (const index of taken) {
    const at = all.findIndex((line) => line.index > index);
    const same = quotation.newLines.find((line) => line.trim() === lines.trimmed(index));
    // Where the indentation is quoted as it is, another one in the new text is a change.
    all.splice(at, 0, { text: isLiteral ? lines.lineAt(index) : (same ?? lines.lineAt(index)), index });
  }
  const oldText = all.map(({ text }) => text).join('\n');
  return {
    quotation: createQuotation(oldText, quotation.newText),
    alignment: all.map(({ index }) => index),
  };
}
