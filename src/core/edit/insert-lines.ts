import { offsetOfLine } from '../text/lines.ts';
import type { TextEdit } from './text-edit.ts';

/**
 * Puts whole lines after line `line` (0: at the beginning). Between lines the new ones get a line break if
 * they lack one; at the end of a text without a final line break the new end has none either, unless the new
 * text brings one.
 */
export function insertLines(text: string, line: number, newText: string): TextEdit {
  const at = offsetOfLine(text, line + 1);
  const span = { start: at, end: at };
  if (newText === '') return { span, newText };
  const atEnd = at === text.length;
  const opening = atEnd && text !== '' && !text.endsWith('\n') ? '\n' : '';
  const wantsBreak = !newText.endsWith('\n') && (!atEnd || text.endsWith('\n'));
  return { span, newText: opening + newText + (wantsBreak ? '\n' : '') };
}
