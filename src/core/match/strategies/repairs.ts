import { isBlank } from '../../text/indentation.ts';
import { createQuotation, type Quotation } from '../quotation.ts';
import { decodedEntities, type Repair, unescaped, unescapedUnicode } from './escape-normalized.ts';

/** A code fence around the text. */
const unfenced: Repair = {
  mends: 'the code fence',
  mend: (text) => /^\s*```[^\n`]*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1],
};

/** The line numbers of a view, in front of each line; with or without a blank behind them. */
const unnumbered: readonly Repair[] = [/^ *\d+[\t|:→]/, /^ *\d+(?:[|:→] | +)/].map((prefix) => ({
  mends: 'line numbers',
  mend: (text) => withoutPrefix(text, prefix),
}));

const repairs: readonly Repair[] = [unfenced, ...unnumbered, unescaped, unescapedUnicode, decodedEntities];

export type Repaired = { readonly quotation: Quotation; readonly mends: string };

/** The quotation with one thing repaired in old and new alike, for each thing that its old text shows. */
export function repairedQuotations({ oldText, newText }: Quotation): Repaired[] {
  return repairs.flatMap(({ mend, mends }) => {
    const mended = mend(oldText);
    if (mended === undefined || mended === oldText || mended.trim() === '') return [];
    return [{ mends, quotation: createQuotation(mended, mend(newText) ?? newText) }];
  });
}

/** Without the marks of a diff, if both texts have them: then blanks before the other lines are marks too. */
export function withoutDiffMarks({ oldLines, newLines }: Quotation): Repaired | undefined {
  const isMarked = (lines: readonly string[], mark: RegExp) =>
    lines.every((line) => isBlank(line) || mark.test(line));
  const isDiff =
    newLines.some((line) => line.startsWith('+')) || oldLines.some((line) => line.startsWith('-'));
  if (!isDiff || !isMarked(oldLines, /^[ -]/) || !isMarked(newLines, /^[ +]/)) return undefined;
  const strip = (lines: readonly string[]) => lines.map((line) => line.slice(1)).join('\n');
  return { quotation: createQuotation(strip(oldLines), strip(newLines)), mends: 'diff marks' };
}

/** Undefined unless every line that is not blank has it. */
function withoutPrefix(text: string, prefix: RegExp): string | undefined {
  const lines = text.split('\n');
  const solid = lines.filter((line) => !isBlank(line));
  if (solid.length === 0 || !solid.every((line) => prefix.test(line))) return undefined;
  return lines.map((line) => line.replace(prefix, '')).join('\n');
}
