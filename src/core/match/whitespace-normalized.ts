import type { TextEdit } from '../edit/text-edit.ts';
import { indentOf } from '../text/indentation.ts';
import type { Matcher, Placement, Source } from './matcher.ts';
import type { Quotation } from './quotation.ts';
import { createReindenter, unitsOf } from './reindent.ts';
import { type CodeToken, codeTokens } from './tokens.ts';

const FEWEST_TOKENS = 4;

/** The same tokens with other white space between them, also wrapped differently; inside strings it counts. */
export const whitespaceNormalized: Matcher = {
  name: 'whitespace-normalized',
  overlooks: 'white space between words',
  find(source, quotation) {
    const quoted = codeTokens(quotation.oldText);
    if (quoted.length < FEWEST_TOKENS) return [];
    source.budget.spend(source.text.length * 4);
    const file = codeTokens(source.text);
    return sequencesOf(file, quoted).map((at) =>
      tokenPlacement(source, quotation, quoted, file.slice(at, at + quoted.length)),
    );
  },
};

function sequencesOf(file: readonly CodeToken[], quoted: readonly CodeToken[]): number[] {
  const found: number[] = [];
  for (let at = 0; at + quoted.length <= file.length; at++) {
    if (quoted.every((token, i) => token.text === file[at + i]!.text)) found.push(at);
  }
  return found;
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

/** Each hunk in terms of tokens: those of its old lines are replaced by its new lines. */
function tokenEdits(
  { text, lines }: Source,
  quotation: Quotation,
  quoted: CodeToken[],
  file: CodeToken[],
): TextEdit[] | undefined {
  const { oldLines, newLines, hunks } = quotation;
  const starts = lineStarts(oldLines);
  const firstTokenFrom = (offset: number) => {
    const at = quoted.findIndex((token) => token.end > offset);
    return at === -1 ? quoted.length : at;
  };
  const reindent = reindenterFor(lines, quotation, quoted, file, starts);
  const edits: TextEdit[] = [];
  for (const { oldStart, oldEnd, newStart, newEnd } of hunks) {
    const [from, to] = [firstTokenFrom(starts[oldStart]!), firstTokenFrom(starts[oldEnd]!)];
    const wanted = newLines.slice(newStart, newEnd);
    if (from === to && wanted.some((line) => line.trim() !== '')) {
      const at = insertionBetween(text, file[from - 1], file[from]);
      if (at === undefined) return undefined;
      edits.push({
        span: { start: at, end: at },
        newText: wanted.map((line) => `${reindent(line, oldStart)}\n`).join(''),
      });
    } else if (from < to) {
      const span = { start: file[from]!.start, end: file[to - 1]!.end };
      const body = wanted
        .map((line, i) => (i === 0 ? line.trimStart() : reindent(line, oldStart)))
        .join('\n')
        .trimEnd();
      if (body === '') return undefined;
      edits.push({ span, newText: body });
    }
  }
  return edits;
}

/** New lines go where a line of the file begins; within one there is no place for them. */
function insertionBetween(
  text: string,
  before: CodeToken | undefined,
  behind: CodeToken | undefined,
): number | undefined {
  const [from, to] = [before?.end ?? 0, behind?.start ?? text.length];
  const lineBreak = text.indexOf('\n', from);
  if (lineBreak !== -1 && lineBreak < to) return lineBreak + 1;
  return before === undefined && text.slice(text.lastIndexOf('\n', to - 1) + 1, to).trim() === ''
    ? text.lastIndexOf('\n', to - 1) + 1
    : undefined;
}

/** Lines that begin with corresponding tokens tell how indentation carries over. */
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
  const units = unitsOf(
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
