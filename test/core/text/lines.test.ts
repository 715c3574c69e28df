import { describe, expect, test } from 'vitest';
import {
  countLines,
  lineEndAt,
  lineNumberAt,
  lineStartAt,
  linesWithEndings,
  offsetOfLine,
  withoutEnding,
} from '../../../src/core/text/lines.ts';

describe('lines', () => {
  test.each([
    ['', 0],
    ['a', 1],
    ['a\n', 1],
    ['a\nb', 2],
    ['a\r\nb\r\n', 2],
    ['\n', 1],
    ['\n\n', 2],
    ['a\rb', 1],
  ])('%j has %i lines', (text, count) => {
    expect(countLines(text)).toBe(count);
    expect(linesWithEndings(text)).toHaveLength(count);
  });

  test('lines with their endings are the text again', () => {
    const text = 'a\r\n\nb\n\r\nc';
    expect(linesWithEndings(text)).toEqual(['a\r\n', '\n', 'b\n', '\r\n', 'c']);
    expect(linesWithEndings(text).join('')).toBe(text);
    expect(linesWithEndings(text).map(withoutEnding)).toEqual(['a', '', 'b', '', 'c']);
  });

  test('an offset has a line, and a line has an offset', () => {
    const text = 'one\ntwo\nthree';
    expect([0, 3, 4, 7, 8, 13].map((offset) => lineNumberAt(text, offset))).toEqual([1, 1, 2, 2, 3, 3]);
    expect([1, 2, 3, 4, 9].map((line) => offsetOfLine(text, line))).toEqual([0, 4, 8, 13, 13]);
    expect([lineStartAt(text, 5), lineEndAt(text, 5)]).toEqual([4, 8]);
    expect([lineStartAt(text, 0), lineEndAt(text, 10)]).toEqual([0, 13]);
  });
});
