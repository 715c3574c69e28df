import {
  lineEndAt,
  lineStartAt,
  linesBack,
  linesOn,
  linesWithEndings,
  withoutEnding,
} from '../text/lines.ts';
import type { TextEdit } from './text-edit.ts';

/** Lines as they are after an edit. */
export type Snippet = {
  readonly lines: readonly string[];
  /** How many of them come before the line in which the edit begins. */
  readonly linesBefore: number;
};

const LINES_AROUND = 4;

/**
 * The lines that an edit of this text makes, with some lines around them; if they are longer than the limit,
 * about that part of them.
 */
export function snippetOfEdit(
  text: string,
  { span, newText }: TextEdit,
  maxCharacters = Number.POSITIVE_INFINITY,
): Snippet {
  const lineStart = lineStartAt(text, span.start);
  const start = linesBack(text, lineStart, LINES_AROUND);
  const touchedEnd =
    newText.endsWith('\n') && lineStartAt(text, span.end) === span.end ? span.end : lineEndAt(text, span.end);
  const end = linesOn(text, touchedEnd, LINES_AROUND);
  const shown = text.slice(start, span.start) + newText + text.slice(span.end, end);
  const linesBefore = linesWithEndings(text.slice(start, lineStart)).length;
  return { lines: linesWithEndings(shown.slice(0, maxCharacters + 1)).map(withoutEnding), linesBefore };
}
