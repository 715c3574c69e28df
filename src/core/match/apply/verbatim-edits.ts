import { editBetween } from '../../edit/diff.ts';
import type { TextEdit } from '../../edit/text-edit.ts';
import { diffLines } from '../../text/compare/line-diff.ts';
import { linesWithEndings } from '../../text/lines.ts';

/**
 * The edits that turn a quoted text into the new one, in its place: only what differs, so that lines which both
 * have keep the file's own bytes. `toFile` leads from offsets of the quotation to those of the file.
 */
export function verbatimEdits(
  oldText: string,
  newText: string,
  toFile: (offset: number) => number,
): TextEdit[] {
  const oldLines = linesWithEndings(oldText);
  const newLines = linesWithEndings(newText);
  const oldStarts = startsOf(oldLines);
  return diffLines(oldLines, newLines).map(({ oldStart, oldEnd, newStart, newEnd }) => {
    const from = oldStarts[oldStart]!;
    const { span, newText: changed } = editBetween(
      oldText.slice(from, oldStarts[oldEnd]!),
      newLines.slice(newStart, newEnd).join(''),
    );
    return { span: { start: toFile(from + span.start), end: toFile(from + span.end) }, newText: changed };
  });
}

function startsOf(lines: readonly string[]): number[] {
  const starts = [0];
  for (const line of lines) starts.push(starts.at(-1)! + line.length);
  return starts;
}
