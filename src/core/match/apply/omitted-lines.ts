import type { LineHunk } from '../../text/compare/line-diff.ts';
import { lineSimilarity } from '../../text/compare/similarity.ts';
import { indentOf, isBlank } from '../../text/indentation.ts';
import { type Alignment, firstAndLast, type Gap, gapsOf } from '../align/alignment.ts';
import type { LineTable } from '../align/line-table.ts';
import { hasWords } from '../applied/present-insertion.ts';
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
    (gap) => hunksAt(whole.quotation, whole.alignment, gap).length === 0,
  );
  return isSettled ? { ...whole, notes } : undefined;
}

/** The changes that touch the quoted lines on either side of a gap, blank or not, or are between them. */
function hunksAt({ hunks }: Quotation, alignment: Alignment, { lines }: Gap): LineHunk[] {
  const before = alignment.findLastIndex((index) => index !== -1 && index < lines[0]!);
  const after = alignment.findIndex((index) => index > lines.at(-1)!);
  return hunks.filter(({ oldStart, oldEnd }) => oldStart <= after && oldEnd > before);
}

type Verdict = 'kept' | 'replaced' | 'deleted' | 'unknown';

function verdictOn(
  lines: LineTable,
  quotation: Quotation,
  alignment: Alignment,
  gap: Gap,
  line: number,
): Verdict {
  const { oldLines, newLines } = quotation;
  const touching = hunksAt(quotation, alignment, gap);
  if (touching.length === 0) return 'kept';
  const text = lines.trimmed(line);
  const beside = touching.flatMap(({ newStart, newEnd }) => newLines.slice(newStart, newEnd));
  const isReplacing = touching.some(({ oldStart, oldEnd }) =>
    oldLines.slice(oldStart, oldEnd).some((one) => !isBlank(one)),
  );
  const unquoted = gap.lines.map((index) => lines.trimmed(index));
  // A bracket, or a line that the file has more than once, may as well be one of the new ones.
  const isOneOfAKind = hasWords(text) && lines.text.indexOf(text) === lines.text.lastIndexOf(text);
  if (isOneOfAKind && isVersionOf(text, beside, isReplacing, oldLines, unquoted)) return 'replaced';
  const isSurrounded = touching.some(
    ({ oldStart, oldEnd, newStart, newEnd }) =>
      oldStart <= gap.before && oldEnd > gap.after && newLines.slice(newStart, newEnd).every(isBlank),
  );
  return isSurrounded ? 'deleted' : 'unknown';
}

/** Whether one of the new lines, and only one, is this line or its new version, and not that of another. */
function isVersionOf(
  text: string,
  added: readonly string[],
  isReplacing: boolean,
  quoted: readonly string[],
  unquoted: readonly string[],
): boolean {
  const rivals = [...quoted, ...unquoted.filter((other) => other !== text)];
  if (!isReplacing) return isOnlyVersion(text, added, rivals);
  const alike = added.map((line) => likeness(line, text)).sort((a, b) => b - a);
  const [best = 0, second = 0] = alike;
  if (best < MIN_LIKENESS || best - second < MIN_LEAD) return false;
  const version = added.find((line) => likeness(line, text) === best)!;
  return rivals.every((other) => best - lineSimilarity(version, other) >= MIN_LEAD);
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
