// Lines end with LF or CRLF. A text that does not end with one has a last line without an ending.

const LF = '\n';
const LF_CODE = 10;

/** The number of characters compared one by one before `indexOf`, which is slower for short lines. */
const NEAR = 8;

export function countLines(text: string): number {
  if (text === '') return 0;
  const breaks = countBreaks(text, 0, text.length);
  return text.endsWith(LF) ? breaks : breaks + 1;
}

/** An offset and its line number, from which counting is faster than from the start of the text. */
export type LineMark = { readonly offset: number; readonly line: number };

const textStart: LineMark = { offset: 0, line: 1 };

/** The number, from 1, of the line at this offset. */
export function lineNumberAt(text: string, offset: number, known: LineMark = textStart): number {
  if (offset < known.offset) return known.line - countBreaks(text, offset, known.offset);
  return known.line + countBreaks(text, known.offset, offset);
}

/** The numbers of the lines at these offsets, which must be sorted, in one pass. */
export function lineNumbersAt(text: string, offsets: readonly number[]): number[] {
  let known = textStart;
  return offsets.map((offset) => {
    known = { offset, line: lineNumberAt(text, offset, known) };
    return known.line;
  });
}

/** The start of the line at this offset. */
export function lineStartAt(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf(LF, offset - 1) + 1;
}

/** The end of the line at this offset, its line break included. */
export function lineEndAt(text: string, offset: number): number {
  const near = Math.min(offset + NEAR, text.length);
  for (let at = offset; at < near; at++) if (text.charCodeAt(at) === LF_CODE) return at + 1;
  const lineBreak = text.indexOf(LF, near);
  return lineBreak === -1 ? text.length : lineBreak + 1;
}

/** Longer white space at the beginning or end of a line is taken for text: there may be as much of it as there is text. */
const MAX_SPACE = 4_000;

/** Whether only white space is before this offset in its line. */
export function isFirstInLine(text: string, offset: number): boolean {
  const near = text.slice(Math.max(0, offset - MAX_SPACE), offset);
  const start = near.lastIndexOf(LF) + 1;
  return (start > 0 || near.length === offset) && near.slice(start).trim() === '';
}

/** Whether only white space is after this offset in its line. */
export function isLastInLine(text: string, offset: number): boolean {
  const near = text.slice(offset, offset + MAX_SPACE);
  const end = near.indexOf(LF);
  return (
    (end >= 0 || near.length === text.length - offset) &&
    near.slice(0, end >= 0 ? end : undefined).trim() === ''
  );
}

/** The start of the line `count` lines before the one that starts here. */
export function linesBack(text: string, lineStart: number, count: number): number {
  let start = lineStart;
  for (let more = count; more > 0 && start > 0; more--) start = lineStartAt(text, start - 1);
  return start;
}

/** The end of the line `count` lines after the one at this offset. */
export function linesOn(text: string, offset: number, count: number): number {
  let end = offset;
  for (let more = count; more > 0 && end < text.length; more--) end = lineEndAt(text, end);
  return end;
}

/** The start of line `line`; the end of the text if there are fewer lines. */
export function offsetOfLine(text: string, line: number): number {
  return linesOn(text, 0, line - 1);
}

/** The lines with their line breaks: joined they are the text again. */
export function linesWithEndings(text: string): string[] {
  const lines: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = lineEndAt(text, start);
    lines.push(text.slice(start, end));
    start = end;
  }
  return lines;
}

/** The lines without their line breaks. */
export function linesOf(text: string): string[] {
  return linesWithEndings(text).map(withoutEnding);
}

export function withoutEnding(line: string): string {
  if (line.endsWith('\r\n')) return line.slice(0, -2);
  return line.endsWith(LF) ? line.slice(0, -1) : line;
}

function countBreaks(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf(LF, start); at !== -1 && at < end; at = text.indexOf(LF, at)) {
    count++;
    at++;
    for (let near = Math.min(at + NEAR, end); at < near; at++) {
      if (text.charCodeAt(at) !== LF_CODE) continue;
      count++;
      near = Math.min(at + 1 + NEAR, end);
    }
  }
  return count;
}

/** `line 3`, `lines 3-5`. */
export function linesText(first: number, last: number): string {
  return first === last ? `line ${first}` : `lines ${first}-${last}`;
}
