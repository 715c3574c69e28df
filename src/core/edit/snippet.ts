import { lineEndAt, lineStartAt, linesWithEndings, withoutEnding } from '../text/lines.ts';
import type { TextEdit } from './text-edit.ts';

/** Lines as they stand after an edit. */
export type Snippet = {
  readonly lines: readonly string[];
  /** How many of them stand before the line in which the edit begins. */
  readonly linesBefore: number;
};

/** The lines that an edit of this text makes, with some lines around them. */
export function snippetOfEdit(text: string, { span, newText }: TextEdit, context = 4): Snippet {
  const lineStart = lineStartAt(text, span.start);
  const start = backLines(text, lineStart, context);
  const touchedEnd =
    newText.endsWith('\n') && lineStartAt(text, span.end) === span.end ? span.end : lineEndAt(text, span.end);
  const end = onLines(text, touchedEnd, context);
  const shown = text.slice(start, span.start) + newText + text.slice(span.end, end);
  const linesBefore = linesWithEndings(text.slice(start, lineStart)).length;
  return { lines: linesWithEndings(shown).map(withoutEnding), linesBefore };
}

function backLines(text: string, offset: number, count: number): number {
  let start = offset;
  for (let more = count; more > 0 && start > 0; more--) start = lineStartAt(text, start - 1);
  return start;
}

function onLines(text: string, offset: number, count: number): number {
  let end = offset;
  for (let more = count; more > 0 && end < text.length; more--) end = lineEndAt(text, end);
  return end;
}
