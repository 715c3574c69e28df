import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  editedLines,
  lastWritten,
  sortEdits,
  spliceEdits,
  type TextEdit,
} from '../../../src/core/edit/text-edit.ts';

const edit = (start: number, end: number, newText: string): TextEdit => ({ span: { start, end }, newText });

describe('the lines of edits', () => {
  test.each([
    ['a word in a line', 'a\nb\nc\n', [edit(2, 3, 'x')], [[2, 2, 2, 2, 2]]],
    ['a whole line', 'a\nb\nc\n', [edit(2, 4, 'x\ny\n')], [[2, 3, 2, 4, 3]]],
    ['a deletion', 'a\nb\nc\n', [edit(2, 4, '')], [[2, 3, 2, 2, 2]]],
    [
      'two edits, the second one moved by the first',
      'a\nb\nc\n',
      [edit(0, 1, 'x\ny'), edit(4, 5, 'z')],
      [
        [1, 1, 1, 2, 2],
        [3, 3, 4, 4, 4],
      ],
    ],
  ] as const)('%s', (_, text, edits, expected) => {
    const found = editedLines(text, edits).map(({ before, after, written }) => [
      before.first,
      before.last,
      after.first,
      after.last,
      written.last,
    ]);
    expect(found).toEqual(expected);
  });

  test('a line break at the end of the new text begins no line of it', () => {
    expect([lastWritten(3, 'a\nb\n'), lastWritten(3, 'a\nb'), lastWritten(3, '')]).toEqual([4, 4, 3]);
  });
});

describe('edits', () => {
  test('are sorted by their start, an insertion before what is replaced there', () => {
    const edits = [edit(4, 5, 'c'), edit(2, 3, 'b'), edit(2, 2, 'a')];
    expect(sortEdits(edits).map(({ newText }) => newText)).toEqual(['a', 'b', 'c']);
    expect(edits[0]!.newText).toBe('c');
  });

  test('are spliced into a part of a text as into the whole of it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (head, old, newText, tail) => {
        const text = head + old + tail;
        const edits = [edit(head.length, head.length + old.length, newText)];
        expect(spliceEdits(text, edits)).toBe(head + newText + tail);
        const part = { start: head.length, end: text.length };
        expect(spliceEdits(text, edits, part)).toBe(newText + tail);
      }),
    );
  });
});
