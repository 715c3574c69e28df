import { isBlank } from '../text/indentation.ts';
import type { Evidence } from './evidence.ts';
import type { Source } from './matcher.ts';
import { type Quotation, withoutOuterBlankLines } from './quotation.ts';
import { placesOf } from './strategies/exact.ts';

const TELLING_LENGTH = 20;

/** Whether the text around an exact match already is the new text: then the edit has been made before. */
export function showsNewText({ text }: Source, start: number, { oldText, newText }: Quotation): boolean {
  for (let at = newText.indexOf(oldText); at !== -1; at = newText.indexOf(oldText, at + 1)) {
    if (start >= at && text.startsWith(newText, start - at)) return true;
  }
  return false;
}

/** Whether an edit whose old text is not there has been made before. */
export function isAlreadyApplied(
  source: Source,
  quotation: Quotation,
  evidence: Evidence | undefined,
): boolean {
  const { newLines } = withoutOuterBlankLines(quotation);
  const wanted = newLines.join('\n');
  const brought = evidence?.broughtBy(quotation.oldText, quotation.newText);
  if (brought?.every((text) => source.text.includes(text))) return true;
  const isTelling =
    newLines.filter((line) => !isBlank(line)).length > 1 || wanted.trim().length >= TELLING_LENGTH;
  return isTelling && standsAsLines(source, wanted);
}

function standsAsLines(source: Source, wanted: string): boolean {
  return placesOf(source, wanted).some((start) => {
    const end = start + wanted.length;
    const startsLine = start === 0 || source.text[start - 1] === '\n';
    return startsLine && (end === source.text.length || source.text[end] === '\n');
  });
}
