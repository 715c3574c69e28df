import type { TextEdit } from '../../edit/text-edit.ts';
import type { Budget } from '../../text/compare/budget.ts';
import { indentOf } from '../../text/indentation.ts';
import type { Span } from '../../text/span.ts';
import { type CodeToken, codeTokens, isSameCode, isString } from '../../text/tokens.ts';
import { rarest } from '../align/rare-text.ts';
import { mergeLine } from '../apply/merge-line.ts';
import { createReindenter, unitsOf } from '../apply/reindent.ts';
import type { Matcher, Placement, Source } from '../matcher.ts';
import type { Quotation } from '../quotation.ts';

const MIN_TOKENS = 4;
/** In a text up to this length every token may be everywhere. */
const SMALL_TEXT = 300_000;
/** Of a longer line, as minified code has them, only what is near is looked at. */
const MAX_LINE = 4000;
/** With more places it is ambiguous in any case. */
const MAX_PLACES = 50;

/** The same tokens with other white space between them, also wrapped differently; inside strings it counts. */
export const whitespaceNormalized: Matcher = {
  name: 'whitespace-normalized',
  overlooks: 'white space between words',
  find(source, quotation) {
    const quoted = codeTokens(quotation.oldText);
    const same = source.quotesDiffer ? isSameToken : isSameButForQuotes;
    if (quoted.length < MIN_TOKENS) return [];
    const isBlock = quotation.oldLines.length > 1 || /^\s*\n|\n\s*$/.test(quotation.oldText);
    return sequencesOf(source, quoted, quotation.oldText.length, same)
      .filter((file) => !isBlock || coversWholeLines(source.text, file[0]!.start, file.at(-1)!.end))
      .map((file) => tokenPlacement(source, quotation, quoted, file));
  },
};

type Equality = (a: CodeToken, b: CodeToken) => boolean;

const isSameToken: Equality = (a, b) => a.text === b.text;

/** Strings in other quotes are the same if they mean the same in both. */
const isSameButForQuotes: Equality = (a, b) =>
  a.text === b.text || (a.text.length === b.text.length && isString(a) && isSameCode(a.text, b.text));

/** Every run of the file's tokens that is the quoted one. */
function sequencesOf(
  source: Source,
  quoted: readonly CodeToken[],
  length: number,
  same: Equality,
): CodeToken[][] {
  const { text, budget } = source;
  const landmark = rarest(
    text,
    quoted.map((token) => (isString(token) ? token.text.slice(1, -1) : token.text)),
    budget,
  );
  if (!landmark && text.length > SMALL_TEXT) return [];
  const places = landmark?.places ?? [];
  const windows = landmark ? windowsAround(text, places, 3 * length + 500) : [{ start: 0, end: text.length }];
  const found = new Map<number, CodeToken[]>();
  for (const { start, end } of windows) {
    budget.spend((end - start) * 24);
    const file = codeTokens(text.slice(start, end), start);
    for (let at = 0; at + quoted.length <= file.length && found.size < MAX_PLACES; at++) {
      if (!same(file[at]!, quoted[0]!) || !startsWith(file, at, quoted, budget, same)) continue;
      found.set(file[at]!.start, file.slice(at, at + quoted.length));
    }
  }
  return [...found.values()];
}

function startsWith(
  file: readonly CodeToken[],
  at: number,
  quoted: readonly CodeToken[],
  budget: Budget,
  same: Equality,
): boolean {
  for (let i = 0; i < quoted.length; i++) {
    if (!same(file[at + i]!, quoted[i]!)) return false;
    if (i % 64 === 63) budget.spend(64);
  }
  budget.spend(quoted.length * 16);
  return true;
}

/** Whole lines around each place, those that overlap taken together. */
function windowsAround(text: string, places: readonly number[], reach: number): Span[] {
  const windows: { start: number; end: number }[] = [];
  for (const place of places) {
    const [from, to] = [Math.max(0, place - reach), Math.min(text.length, place + reach)];
    const [farthest, last] = [Math.max(0, from - MAX_LINE), Math.min(text.length, to + MAX_LINE)];
    const start = farthest + text.slice(farthest, from + 1).lastIndexOf('\n') + 1;
    const lineBreak = text.slice(to, last).indexOf('\n');
    const end = lineBreak === -1 ? last : to + lineBreak;
    const previous = windows.at(-1);
    if (previous && start <= previous.end) previous.end = Math.max(previous.end, end);
    else windows.push({ start, end });
  }
  return windows;
}

/** Lines that were quoted whole are not parts of others. */
function coversWholeLines(text: string, start: number, end: number): boolean {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const lineBreak = text.indexOf('\n', end);
  return before.trim() === '' && text.slice(end, lineBreak === -1 ? text.length : lineBreak).trim() === '';
}

function tokenPlacement(
  source: Source,
  quotation: Quotation,
  quoted: CodeToken[],
  file: CodeToken[],
): Placement {
  return {
    start: file[0]!.start,
    end: file.at(-1)!.end,
    similarity: 0.93,
    edits: () => tokenEdits(source, quotation, quoted, file),
  };
}

/** Each hunk where its tokens are in the file; new lines go where a line of the file begins. */
function tokenEdits(
  source: Source,
  quotation: Quotation,
  quoted: CodeToken[],
  file: CodeToken[],
): TextEdit[] | undefined {
  const { oldLines, newLines, hunks } = quotation;
  const starts = lineStarts(oldLines);
  const reindent = reindenterFor(source.lines, quotation, quoted, file, starts);
  const edits: TextEdit[] = [];
  for (const { oldStart, oldEnd, newStart, newEnd } of hunks) {
    const oldPart = oldLines.slice(oldStart, oldEnd).join('\n');
    const fitted = (lines: readonly string[]) => {
      const all = lines.map((line) => reindent(line, oldStart));
      return all.some((line) => line === undefined) ? undefined : (all as string[]);
    };
    const [before, after] = [
      fitted(oldLines.slice(oldStart, oldEnd)),
      fitted(newLines.slice(newStart, newEnd)),
    ];
    if (!before || !after) return undefined;
    const edit =
      oldPart.trim() === ''
        ? insertion(source.text, starts[oldStart]!, oldEnd - oldStart, quotation, quoted, file, after)
        : replacement(source.text, { offset: starts[oldStart]!, oldPart, before, after }, quoted, file);
    if (!edit) return undefined;
    edits.push(edit);
  }
  return edits;
}

/** A hunk: where its old lines begin in the quotation, and both sides with the file's indentation. */
type Part = {
  readonly offset: number;
  readonly oldPart: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
};

function replacement(
  text: string,
  { offset, oldPart, before, after: newLines }: Part,
  quoted: CodeToken[],
  file: CodeToken[],
): TextEdit | undefined {
  const lead = oldPart.length - oldPart.trimStart().length;
  const start = inFile(offset + lead, quoted, file);
  const last = inFile(offset + oldPart.trimEnd().length - 1, quoted, file);
  if (start === undefined || last === undefined) return undefined;
  const end = last + 1;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineBreak = text.indexOf('\n', end);
  const lineEnd = lineBreak === -1 ? text.length : lineBreak;
  const isWholeLines = text.slice(lineStart, start).trim() === '' && text.slice(end, lineEnd).trim() === '';
  const wanted = newLines.join('\n');
  // Between words that do not change, the white space is the file's own.
  const body =
    wanted.trim() === '' ? '' : mergeLine(before.join('\n').trim(), wanted.trim(), text.slice(start, end));
  if (body === undefined) return undefined;
  if (isWholeLines && lineBreak !== -1) {
    const after = afterBlankLines(text, lineEnd + 1, blankLinesAtEnd(oldPart));
    const from = beforeBlankLines(text, lineStart, oldPart.slice(0, lead).split('\n').length - 1);
    const newText = newLines.length === 0 ? '' : `${wanted.replace(wanted.trim(), () => body)}\n`;
    return { span: { start: from, end: after }, newText };
  }
  return body === '' || oldPart.trim() !== oldPart.replace(/^[ \t]+|[ \t]+$/g, '')
    ? undefined
    : { span: { start, end }, newText: body };
}

function blankLinesAtEnd(text: string): number {
  return text.slice(text.trimEnd().length).split('\n').length - 1;
}

/** After as many blank lines of the file as the quotation has there. */
function afterBlankLines(text: string, offset: number, count: number): number {
  let at = offset;
  for (let left = count; left > 0; left--) {
    const end = text.indexOf('\n', at);
    if (end === -1 || text.slice(at, end).trim() !== '') break;
    at = end + 1;
  }
  return at;
}

function beforeBlankLines(text: string, offset: number, count: number): number {
  let at = offset;
  for (let left = count; left > 0 && at > 0; left--) {
    const start = text.lastIndexOf('\n', at - 2) + 1;
    if (text.slice(start, at).trim() !== '') break;
    at = start;
  }
  return at;
}

/** Where a character of a quoted token is in the file. */
function inFile(
  offset: number,
  quoted: readonly CodeToken[],
  file: readonly CodeToken[],
): number | undefined {
  const at = quoted.findIndex(({ start, end }) => offset >= start && offset < end);
  return at === -1 ? undefined : file[at]!.start + offset - quoted[at]!.start;
}

/** As many lines after the token before it as in the quotation, or as there are, in place of this number of blank lines. */
function insertion(
  text: string,
  offset: number,
  blankLines: number,
  { oldText }: Quotation,
  quoted: CodeToken[],
  file: CodeToken[],
  newLines: readonly string[],
): TextEdit | undefined {
  if (quoted.some(({ start, end }) => offset > start && offset < end)) return undefined;
  const before = quoted.findLastIndex(({ end }) => end <= offset);
  const breaks = oldText.slice(quoted[before]?.end ?? 0, offset).split('\n').length - 1;
  const limit = file[before + 1]?.start ?? text.length;
  let at = before === -1 ? text.lastIndexOf('\n', file[0]!.start - 1) + 1 : file[before]!.end;
  if (before !== -1) {
    for (let i = 0; i < Math.max(1, breaks); i++) {
      const lineBreak = text.indexOf('\n', at);
      if (lineBreak === -1 || lineBreak >= limit) {
        if (i === 0) return undefined;
        break;
      }
      at = lineBreak + 1;
    }
  }
  const end = afterBlankLines(text, at, blankLines);
  return { span: { start: at, end }, newText: newLines.map((line) => `${line}\n`).join('') };
}

/** Lines that begin with corresponding tokens show how indentation carries over. */
function reindenterFor(
  lines: Source['lines'],
  quotation: Quotation,
  quoted: CodeToken[],
  file: CodeToken[],
  starts: number[],
) {
  const pairs = quoted.flatMap((token, i) => {
    const oldIndex = starts.findLastIndex((start) => start <= token.start);
    const oldLine = quotation.oldLines[oldIndex] ?? '';
    const isFirst = starts[oldIndex]! + indentOf(oldLine).length === token.start;
    const fileIndex = lines.indexAt(file[i]!.start);
    const fileLine = lines.lineAt(fileIndex);
    const isFirstInFile = lines.startOf(fileIndex) + indentOf(fileLine).length === file[i]!.start;
    return isFirst && isFirstInFile ? [{ oldIndex, oldLine, fileLine }] : [];
  });
  const units = () =>
    unitsOf(
      [...quotation.oldLines, ...quotation.newLines],
      pairs.map(({ fileLine }) => fileLine),
    );
  const { fit } = createReindenter(pairs, units);
  return fit;
}

function lineStarts(lines: readonly string[]): number[] {
  const starts = [0];
  for (const line of lines) starts.push(starts.at(-1)! + line.length + 1);
  return starts;
}
