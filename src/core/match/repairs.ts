import { isBlank } from '../text/indentation.ts';
import { textsWithoutEscapes } from './escapes/texts-without-escapes.ts';
import type { Source } from './matcher.ts';
import { createQuotation, type Quotation } from './quotation.ts';
import {
  decodedEntities,
  type Repair,
  unescapedBackticks,
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
export function repairedQuotations({ text, budget }: Source, quotation: Quotation): Repaired[] {
  const { oldText, newText } = quotation;
  const repaired = repairs.flatMap(({ apply, label }) => {
    const old = apply(oldText);
    return old === undefined ? [] : [{ label, oldText: old, newText: apply(newText) ?? newText }];
  });
  const withoutEscapes = textsWithoutEscapes(quotation, text, budget);
  return [...repaired, ...withoutEscapes.map((texts) => ({ label: 'escape sequences', ...texts }))]
    .filter((repaired) => repaired.oldText !== oldText && repaired.oldText.trim() !== '')
    .map(({ label, ...texts }) => ({ label, quotation: createQuotation(texts.oldText, texts.newText) }));
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
