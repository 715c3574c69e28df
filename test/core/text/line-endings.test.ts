import { describe, expect, test } from 'vitest';
import { lfView } from '../../../src/core/text/lf-view.ts';
import { fitLineEndings } from '../../../src/core/text/line-endings.ts';

function fitted(text: string, old: string, newText: string): string {
  const start = text.indexOf(old);
  return fitLineEndings(newText, text, { start, end: start + old.length });
}

describe('line endings of a replacement', () => {
  test('stay LF in an LF file', () => expect(fitted('a\nb\n', 'a', 'x\ny')).toBe('x\ny'));
  test('become CRLF in a CRLF file', () => expect(fitted('a\r\nb\r\n', 'a', 'x\ny')).toBe('x\r\ny'));
  test('follow the replaced lines one by one', () =>
    expect(fitted('a\r\nb\nc\r\n', 'a\r\nb\nc\r\n', '1\n2\n3\n')).toBe('1\r\n2\n3\r\n'));
  test('follow the last replaced line when there are more of them', () =>
    expect(fitted('a\nb\r\nc', 'a\nb\r\n', '1\n2\n3\n4\n')).toBe('1\n2\r\n3\r\n4\r\n'));
  test('follow the line before at the end of a file', () =>
    expect(fitted('a\r\nb', 'b', 'x\ny')).toBe('x\r\ny'));
  test('are LF in a file that has no line end', () => expect(fitted('a', 'a', 'x\ny')).toBe('x\ny'));
  test('that are CRLF on purpose stay so', () => expect(fitted('a\nb\n', 'a', 'x\r\ny')).toBe('x\r\ny'));
  test('of a one-line edit need nothing', () => expect(fitted('a\r\nb', 'b', 'x')).toBe('x'));
});

describe('the LF view', () => {
  test('leads back to the stored offsets', () => {
    const stored = 'a\r\nbc\nd\r\n';
    const view = lfView(stored);
    expect(view.text).toBe('a\nbc\nd\n');
    const back = Array.from({ length: view.text.length + 1 }, (_, offset) => view.toStored(offset));
    expect(back).toEqual([0, 1, 3, 4, 5, 6, 7, 9]);
  });
  test('of a text without CRLF is the text itself', () => expect(lfView('a\nb\r').text).toBe('a\nb\r'));
});
