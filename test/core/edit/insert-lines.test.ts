import { expect, test } from 'vitest';
import { insertLines } from '../../../src/core/edit/insert-lines.ts';
import { snippetOfEdit } from '../../../src/core/edit/snippet.ts';

function inserted(text: string, line: number, newText: string): string {
  const { span, newText: fitted } = insertLines(text, line, newText);
  return text.slice(0, span.start) + fitted + text.slice(span.end);
}

test.each([
  ['a\nb\n', 0, 'x', 'x\na\nb\n'],
  ['a\nb\n', 1, 'x', 'a\nx\nb\n'],
  ['a\nb\n', 1, 'x\n', 'a\nx\nb\n'],
  ['a\nb\n', 2, 'x', 'a\nb\nx\n'],
  ['a\nb', 2, 'x', 'a\nb\nx'],
  ['a\nb', 2, 'x\n', 'a\nb\nx\n'],
  ['a\nb', 1, 'x', 'a\nx\nb'],
  ['', 0, 'x', 'x'],
  ['', 0, 'x\n', 'x\n'],
])('into %j after line %i: %j', (text, line, newText, result) => {
  expect(inserted(text, line, newText)).toBe(result);
});

test.each([
  ['1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n', 10, 11, 'six', 4, ['2', '3', '4', '5', 'six', '7', '8', '9', '10']],
  ['1\n2\n3\n', 2, 4, 'x\ny\n', 1, ['1', 'x', 'y', '3']],
  ['1\n2\n3\n', 2, 4, '', 1, ['1', '3']],
  ['only', 0, 4, 'new', 0, ['new']],
  ['', 0, 0, 'x\ny', 0, ['x', 'y']],
])('the snippet of an edit of %j from %i to %i', (text, start, end, newText, linesBefore, lines) => {
  expect(snippetOfEdit(text, { span: { start, end }, newText })).toEqual({ linesBefore, lines });
});
