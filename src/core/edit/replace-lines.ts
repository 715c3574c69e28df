import { lineEndAt, offsetOfLine, withoutEnding } from '../text/lines.ts';
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
  const old = spansOfLines(text, start, count);
  const isSame = (oldAt: number, newAt: number) => {
    const span = old[oldAt]!;
    return withoutEnding(text.slice(span.start, span.end)) === newLines[newAt];
  };
  const most = Math.min(count, newLines.length);
  let head = 0;
  while (head < most && isSame(head, head)) head++;
  let tail = 0;
  while (tail < most - head && isSame(count - 1 - tail, newLines.length - 1 - tail)) tail++;
  if (head + tail === count && count === newLines.length) return undefined;
  const from = old[head - 1]?.end ?? start;
  const to = old[count - tail - 1]?.end ?? from;
  return wholeLines(
    text,
    { start: from, end: Math.max(from, to) },
    newLines.slice(head, newLines.length - tail),
  );
}

function spansOfLines(text: string, offset: number, count: number): Span[] {
  const spans: Span[] = [];
  for (let start = offset; spans.length < count; start = spans.at(-1)!.end)
    spans.push({ start, end: lineEndAt(text, start) });
  return spans;
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
