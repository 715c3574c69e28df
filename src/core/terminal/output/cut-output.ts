import { maxResultLines } from '../../text/result-limits.ts';

export type CutText = {
  readonly head: string;
  readonly tail: string;
  /** What was left out, and after how many lines. */
  readonly omitted: { readonly characters: number; readonly headLines: number } | undefined;
};

/** How much of an output is shown. */
export type OutputSize = { readonly characters: number; readonly lines: number; readonly bytes: number };

/** OpenCode keeps the first 50 KB of a result: the lines below the output must be among them. */
const BYTES_PER_CHARACTER = 1.5;

/** The size of a result with this limit of characters. */
export function resultSize(characters: number): OutputSize {
  return { characters, lines: maxResultLines(characters), bytes: characters * BYTES_PER_CHARACTER };
}

export function halfOf({ characters, lines, bytes }: OutputSize): OutputSize {
  return { characters: characters / 2, lines: lines / 2, bytes: bytes / 2 };
}

/** A text that fits into the size: whole, or its head and tail, cut where lines end if they do nearby. */
export function cutText(text: string, size: OutputSize): CutText {
  if (fittingLength(text, size, 'beginning') === text.length)
    return { head: text, tail: '', omitted: undefined };
  const head = headOf(text, halfOf(size));
  const tail = tailOf(text, halfOf(size));
  const left = text.length - head.length - tail.length;
  const omitted = { characters: left, headLines: countLineBreaks(head) };
  return { head, tail, omitted };
}

/** The beginning that fits, to the end of a line unless that would lose half of it. */
export function headOf(text: string, size: OutputSize): string {
  const length = fittingLength(text, size, 'beginning');
  if (length === text.length) return text;
  const end = text.lastIndexOf('\n', length - 1) + 1;
  return text.slice(0, unbroken(text, end > length / 2 ? end : length));
}

/** The end that fits, from the beginning of a line unless that would lose half of it. */
export function tailOf(text: string, size: OutputSize): string {
  const length = fittingLength(text, size, 'end');
  if (length === text.length) return text;
  const from = text.length - length;
  const start = text.indexOf('\n', from - 1) + 1;
  return text.slice(unbroken(text, start > 0 && text.length - start > length / 2 ? start : from));
}

export function countLineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

const LF = 10;

/** How many characters of the text, counted from its beginning or its end, fit into the size. */
function fittingLength(text: string, size: OutputSize, from: 'beginning' | 'end'): number {
  const max = Math.min(text.length, Math.floor(size.characters));
  let lines = 0;
  let bytes = 0;
  for (let length = 0; length < max; length++) {
    const code = text.charCodeAt(from === 'end' ? text.length - 1 - length : length);
    if (code === LF) lines++;
    bytes += utf8Bytes(code);
    if (lines > size.lines || bytes > size.bytes) return length;
  }
  return max;
}

/** A character beyond U+FFFF has two codes and four bytes. */
function utf8Bytes(code: number): number {
  if (code < 0x80) return 1;
  return code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
}

/** Not between the two halves of a character. */
function unbroken(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
