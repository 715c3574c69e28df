import { lineEndAt, lineStartAt, linesOn, offsetOfLine, withoutEnding } from '../text/lines.ts';
import type { Span } from '../text/span.ts';
import type { TextEdit } from './text-edit.ts';

/**
 * Puts other lines in the place of `count` lines from `first` on. Lines that stay the same are not touched and keep
 * their own endings; undefined if that is all of them. A text without a final line break stays without one.
 */
export function replaceLines(
  text: string,
  first: number,
  count: number,
  newLines: readonly string[],
): TextEdit | undefined {
  const start = offsetOfLine(text, first);
  const end = linesOn(text, start, count);
  const isSame = (span: Span, line: string) => withoutEnding(text.slice(span.start, span.end)) === line;
  const most = Math.min(count, newLines.length);
  let [head, from] = [0, start];
  for (; head < most; head++) {
    const next = lineEndAt(text, from);
    if (!isSame({ start: from, end: next }, newLines[head]!)) break;
    from = next;
  }
  let [tail, to] = [0, end];
  for (; tail < most - head; tail++) {
    const previous = lineStartAt(text, to - 1);
    if (!isSame({ start: previous, end: to }, newLines[newLines.length - 1 - tail]!)) break;
    to = previous;
  }
  if (head + tail === count && count === newLines.length) return undefined;
  return wholeLines(text, { start: from, end: to }, newLines.slice(head, newLines.length - tail));
}

/**
 * At the end of a text without a final line break, the break before the lines comes and goes with them. Only a blank
 * last line needs one of its own, or it would be no line.
 */
function wholeLines(text: string, span: Span, lines: readonly string[]): TextEdit {
  const { start, end } = span;
  const isOpenEnd = text !== '' && end === text.length && !text.endsWith('\n');
  if (!isOpenEnd) return { span, newText: lines.map((line) => `${line}\n`).join('') };
  if (lines.length > 0) {
    const closing = lines.at(-1) === '' ? '\n' : '';
    return { span, newText: (start === end ? '\n' : '') + lines.join('\n') + closing };
  }
  const before = withoutEnding(text.slice(0, start));
  const isBlankBefore = before === '' || before.endsWith('\n');
  return { span: { start: isBlankBefore ? start : before.length, end }, newText: '' };
}
