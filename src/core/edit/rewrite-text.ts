import { diffLines } from '../text/compare/line-diff.ts';
import { lfView } from '../text/lf-view.ts';
import { linesWithEndings } from '../text/lines.ts';
import { editBetween } from './diff.ts';
import type { TextEdit } from './text-edit.ts';

/** For more lines a diff of them takes too long; then one edit replaces all between what is equal at both ends. */
const MAX_LINES = 5_000;

/** Edits that give a text new content. Lines that stay keep their own bytes, line endings included. */
export function editsToContent(text: string, content: string): TextEdit[] {
  const view = lfView(text);
  const wanted = content.replaceAll('\r\n', '\n');
  if (view.text === wanted) return [];
  const [oldLines, newLines] = [linesWithEndings(view.text), linesWithEndings(wanted)];
  const edits =
    Math.max(oldLines.length, newLines.length) > MAX_LINES
      ? [editBetween(view.text, wanted)]
      : editsOfLines(oldLines, newLines);
  return edits.map(({ span, newText }) => ({
    span: { start: view.toStored(span.start), end: view.toStored(span.end) },
    newText,
  }));
}

function editsOfLines(oldLines: readonly string[], newLines: readonly string[]): TextEdit[] {
  const starts = [0];
  for (const line of oldLines) starts.push(starts.at(-1)! + line.length);
  return diffLines(oldLines, newLines).map(({ oldStart, oldEnd, newStart, newEnd }) => ({
    span: { start: starts[oldStart]!, end: starts[oldEnd]! },
    newText: newLines.slice(newStart, newEnd).join(''),
  }));
}
