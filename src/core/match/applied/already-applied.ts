import { isBlank } from '../../text/indentation.ts';
import { linePlaces } from '../align/align.ts';
import { hasWords } from '../align/has-words.ts';
import type { Evidence } from '../evidence.ts';
import type { Source } from '../matcher.ts';
import { type Quotation, targetLines, withoutOuterBlankLines } from '../quotation.ts';
import { placesOf } from '../strategies/exact.ts';

const MIN_CHARACTERS = 20;

/** Where the file has the new text, as whole lines; nothing if that text is too short to say anything. */
export function placesOfNewText(source: Source, quotation: Quotation): { start: number; end: number }[] {
  const { newLines } = withoutOuterBlankLines(quotation);
  const wanted = newLines.join('\n');
  const solid = newLines.filter((line) => !isBlank(line)).length;
  if (!hasWords(wanted) || (solid < 2 && wanted.trim().length < MIN_CHARACTERS)) return [];
  return placesOf(source, wanted)
    .map((start) => ({ start, end: start + wanted.length }))
    .filter(({ start, end }) => {
      const startsLine = start === 0 || source.text[start - 1] === '\n';
      return startsLine && (end === source.text.length || source.text[end] === '\n');
    });
}

/** Whether this very call was carried out before, and the file still has all that it brought. */
export function wasMadeBefore(
  { text }: Source,
  { oldText, newText }: Quotation,
  evidence?: Evidence,
): boolean {
  return evidence?.linesInsertedBy(oldText, newText)?.every((brought) => text.includes(brought)) ?? false;
}

/** Whether an edit whose old text is nowhere, not even approximately, has been made before. */
export function isAlreadyApplied(
  source: Source,
  quotation: Quotation,
  evidence: Evidence | undefined,
): boolean {
  if (wasMadeBefore(source, quotation, evidence)) return true;
  return placesOfNewText(source, quotation).length > 0 && !hasRemovedLines(source, quotation);
}

/** Whether the file has all that the edit takes away. */
function hasRemovedLines(source: Source, quotation: Quotation): boolean {
  const removed = targetLines(quotation)
    .map((i) => quotation.oldLines[i]!)
    .filter(hasWords);
  return removed.length > 0 && removed.every((line) => linePlaces(source).has(line.trim()));
}
