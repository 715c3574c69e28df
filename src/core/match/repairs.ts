import { isBlank } from '../text/indentation.ts';
import { createQuotation, type Quotation } from './quotation.ts';
import {
  decodedEntities,
  hasEscapedTemplate,
  hasEscapeInString,
  hasEscapeInTemplate,
  type Repair,
  unescaped,
  unescapedBackticks,
  unescapedOutsideStrings,
  unescapedUnicode,
} from './strategies/escape-normalized.ts';

/** A code fence around the text. */
const unfenced: Repair = {
  label: 'the code fence',
  apply: (text) => /^\s*```[^\n`]*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1],
};

/** The line numbers of a view before each line, with or without a space after them. */
const unnumbered: readonly Repair[] = [
  /^ *(\d+)[\t|:→│]/,
  /^ *(\d+)(?:[|:→│] | +(?![|:→│>]))/,
  /^ *(?:L|line )?(\d+) ?[|:→│>](?: |$)/i,
].map((prefix) => ({ label: 'line numbers', apply: (text) => withoutNumbers(text, prefix) }));

const repairs: readonly Repair[] = [
  unfenced,
  ...unnumbered,
  unescapedBackticks,
  unescapedUnicode,
  decodedEntities,
];

export type Repaired = { readonly quotation: Quotation; readonly label: string };

/** The quotation with one thing repaired in old and new alike, for each thing that its old text shows. */
export function repairedQuotations(quotation: Quotation): Repaired[] {
  const { oldText, newText } = quotation;
  const repaired = repairs.flatMap(({ apply, label }) => {
    const old = apply(oldText);
    return old === undefined ? [] : [{ label, oldText: old, newText: apply(newText) ?? newText }];
  });
  return [...repaired, ...withoutEscapes(quotation)]
    .filter((repaired) => repaired.oldText !== oldText && repaired.oldText.trim() !== '')
    .map(({ label, ...texts }) => ({ label, quotation: createQuotation(texts.oldText, texts.newText) }));
}

type RepairedTexts = { readonly label: string; readonly oldText: string; readonly newText: string };

/**
 * Escapes in strings of the code may be of the code itself, which the old text shows. If it has none, a new string
 * that has some keeps them: taken off, a path such as "C:\\new" would be broken in two.
 */
function withoutEscapes({ oldText, newText }: Quotation): RepairedTexts[] {
  if (!oldText.includes('\\')) return [];
  const label = 'escape sequences';
  const [all, outside] = [unescaped(oldText), unescapedOutsideStrings(oldText)];
  const isNew = all === outside && hasEscapeInString(newText);
  if (isNew && hasEscapeInTemplate(newText)) {
    // Line breaks of the string itself, or escapes in it: only escaped quotes say which.
    return hasEscapedTemplate(newText) ? [{ label, oldText: all, newText: unescaped(newText) }] : [];
  }
  const inStrings = { label, oldText: outside, newText: unescapedOutsideStrings(newText) };
  if (all === outside)
    return hasEscapeInString(newText) ? [inStrings] : [{ label, oldText: all, newText: unescaped(newText) }];
  const everywhere = { label, oldText: all, newText: unescaped(newText) };
  return hasEscapeInString(newText) && !hasEscapeInString(oldText) ? [inStrings] : [everywhere, inStrings];
}

/** Without the marks of a diff, if both texts have them: then spaces before the other lines are marks too. */
export function withoutDiffMarks({ oldLines, newLines }: Quotation): Repaired | undefined {
  const isMarked = (lines: readonly string[], mark: RegExp) =>
    lines.every((line) => isBlank(line) || mark.test(line));
  const isDiff =
    newLines.some((line) => line.startsWith('+')) || oldLines.some((line) => line.startsWith('-'));
  if (!isDiff || !isMarked(oldLines, /^[ -]/) || !isMarked(newLines, /^[ +]/)) return undefined;
  const strip = (lines: readonly string[]) => lines.map((line) => line.slice(1)).join('\n');
  return { quotation: createQuotation(strip(oldLines), strip(newLines)), label: 'diff marks' };
}

/** Undefined unless every line that is not blank has a number, each greater than the one before. */
function withoutNumbers(text: string, prefix: RegExp): string | undefined {
  const lines = text.split('\n');
  const numbers = lines.filter((line) => !isBlank(line)).map((line) => Number(prefix.exec(line)?.[1]));
  const isRising = numbers.every((number, i) => number > (numbers[i - 1] ?? -1));
  if (numbers.length === 0 || !isRising) return undefined;
  return lines.map((line) => line.replace(prefix, '')).join('\n');
}
