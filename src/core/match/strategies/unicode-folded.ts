import type { TextEdit } from '../../edit/text-edit.ts';
import { lowerBound } from '../../text/lower-bound.ts';
import { blocksOf, type LineKey } from '../align/line-blocks.ts';
import { blockPlacement } from '../apply/block-placement.ts';
import { verbatimEdits } from '../apply/verbatim-edits.ts';
import type { Matcher, Source } from '../matcher.ts';
import { createQuotation, type Quotation, withoutOuterBlankLines } from '../quotation.ts';
import { placesOf } from './exact.ts';

/** Curly quotes, dashes, odd spaces and composed letters are taken for their plain counterparts. */
export const unicodeFolded: Matcher = {
  name: 'unicode-folded',
  overlooks: 'typographic variants of characters',
  find(source, quotation) {
    if (!isTypographic(source.text) && !isTypographic(quotation.oldText)) return [];
    source.budget.spend(source.text.length + 40 * typographicCount(source.text));
    const within = foldedSubstrings(source, quotation);
    return within.length > 0 ? within : foldedLines(source, quotation);
  },
};

function foldedSubstrings(source: Source, { oldText, newText }: Quotation) {
  const file = fold(source.text);
  const quoted = fold(oldText);
  const places = placesOf({ ...source, text: file.text }, quoted.text);
  return places.map((start) => {
    const toFile = (offset: number) => file.toOriginal(start + quoted.toFolded(offset));
    const end = file.toOriginal(start + quoted.text.length);
    const edits = (): TextEdit[] => {
      const inFile = source.text.slice(toFile(0), end);
      return verbatimEdits(oldText, newText, toFile).map((edit) => ({
        ...edit,
        newText: inStyleOf([{ quoted: oldText, inFile }], edit.newText),
      }));
    };
    return { start: toFile(0), end, similarity: 0.97, edits };
  });
}

function foldedLines(source: Source, quotation: Quotation) {
  const quoted = withoutOuterBlankLines(quotation);
  const key: LineKey = {
    ofQuoted: foldedTrim,
    ofFile: (lines, index) => foldedTrim(lines.trimmed(index)),
  };
  return blocksOf(source, quoted, key).flatMap((alignment) => {
    const isPlain = alignment.every((index, i) => source.lines.trimmed(index) === quoted.oldLines[i]!.trim());
    if (isPlain) return [];
    const versions = alignment.map((index, i) => ({
      quoted: quoted.oldLines[i]!.trim(),
      inFile: source.lines.trimmed(index),
    }));
    const restyled = createQuotation(
      quoted.oldText,
      quoted.newLines
        .map((line) => (quoted.oldLines.includes(line) ? line : inStyleOf(versions, line)))
        .join('\n'),
    );
    return [blockPlacement(source, restyled, alignment, 0.95)];
  });
}

const PLAIN = new Map<string, string>(
  Object.entries({
    '\u2018\u2019\u201a\u201b\u2032\u02bc': "'",
    '\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb': '"',
    '\u2010\u2011\u2012\u2013\u2014\u2015\u2212': '-',
    '\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000': ' ',
    '\u3001': ',',
    '\u3002': '.',
  }).flatMap(([variants, plain]) => [...variants].map((variant) => [variant, plain] as const)),
);

/** Fullwidth forms of all that is printable in ASCII. */
for (let code = 0x21; code <= 0x7e; code++)
  PLAIN.set(String.fromCharCode(code + 0xfee0), String.fromCharCode(code));

function isTypographic(text: string): boolean {
  return /[^\0-\x7f]/.test(text);
}

function typographicCount(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) count++;
  return count;
}

function foldedTrim(line: string): string {
  return isTypographic(line) ? fold(line).text.trim() : line.trim();
}

type Folded = {
  readonly text: string;
  toOriginal(offset: number): number;
  toFolded(offset: number): number;
};

/** After a cluster whose length changed, offsets go on from these. */
type Mark = { readonly folded: number; readonly original: number };

const CLUSTER = /[^\0-\x7f]\p{M}*|[\0-\x7f]\p{M}+/gu;

/** A text with plain characters, and the way between its offsets and the original ones. */
export function fold(text: string): Folded {
  const marks: Mark[] = [{ folded: 0, original: 0 }];
  let [folded, copied] = ['', 0];
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const plain = PLAIN.get(cluster) ?? cluster.normalize('NFC');
    folded += text.slice(copied, index) + plain;
    copied = index + cluster.length;
    if (plain.length !== cluster.length) marks.push({ folded: folded.length, original: copied });
  }
  return {
    text: folded + text.slice(copied),
    toOriginal: (offset) => along(marks, offset, 'folded', 'original'),
    toFolded: (offset) => along(marks, offset, 'original', 'folded'),
  };
}

function along(marks: readonly Mark[], offset: number, from: keyof Mark, to: keyof Mark): number {
  const at = lowerBound(marks, offset + 1, (mark) => mark[from]);
  const mark = marks[at - 1]!;
  const next = marks[at]?.[to] ?? Number.POSITIVE_INFINITY;
  return Math.min(mark[to] + offset - mark[from], next);
}

type Versions = { readonly quoted: string; readonly inFile: string };

/** New text in the characters that the file uses where the quotation used typographic ones. */
function inStyleOf(versions: readonly Versions[], newText: string): string {
  const style = new Map<string, string>();
  for (const { quoted, inFile } of versions) {
    const [old, file] = [fold(quoted), fold(inFile)];
    for (let i = 0; i < old.text.length; i++) {
      const [mine, theirs] = [quoted[old.toOriginal(i)]!, inFile[file.toOriginal(i)]!];
      if (mine !== theirs && PLAIN.has(mine)) style.set(mine, theirs);
    }
  }
  return style.size === 0
    ? newText
    : [...newText].map((character) => style.get(character) ?? character).join('');
}
