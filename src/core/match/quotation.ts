import { diffLines, type LineHunk } from '../text/compare/line-diff.ts';

/** What a caller sent: the text it quotes and what should be there, as lines, and the difference of the two. */
export type Quotation = {
  readonly oldText: string;
  readonly newText: string;
  readonly oldLines: readonly string[];
  readonly newLines: readonly string[];
  readonly hunks: readonly LineHunk[];
};

export function createQuotation(oldText: string, newText: string): Quotation {
  const oldLines = toLines(oldText);
  const newLines = toLines(newText);
  return { oldText, newText, oldLines, newLines, hunks: diffLines(oldLines, newLines) };
}

/** Which old lines the edit removes or changes. */
export function targetLines({ hunks }: Quotation): number[] {
  return hunks.flatMap(({ oldStart, oldEnd }) =>
    Array.from({ length: oldEnd - oldStart }, (_, i) => oldStart + i),
  );
}

/** Without blank lines before and after; those that the new text has in the same places go with them. */
export function withoutOuterBlankLines(quotation: Quotation): Quotation {
  const { oldLines, newLines } = quotation;
  const head = blankRun(oldLines);
  const tail = head === oldLines.length ? 0 : blankRun([...oldLines].reverse());
  if (head === 0 && tail === 0) return quotation;
  const newHead = Math.min(head, blankRun(newLines));
  const newTail = Math.min(tail, newHead === newLines.length ? 0 : blankRun([...newLines].reverse()));
  return createQuotation(
    oldLines.slice(head, oldLines.length - tail).join('\n'),
    newLines.slice(newHead, newLines.length - newTail).join('\n'),
  );
}

/** A line end at the end closes the last line and does not open another. */
export function toLines(text: string): string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

function blankRun(lines: readonly string[]): number {
  const first = lines.findIndex((line) => line.trim() !== '');
  return first === -1 ? lines.length : first;
}
