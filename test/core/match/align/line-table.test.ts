import { describe, expect, test } from 'vitest';
import { createLineTable } from '../../../../src/core/match/align/line-table.ts';

describe('a text as lines', () => {
  test.each([
    ['', []],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\n\n', ['a', '']],
    ['\na', ['', 'a']],
    ['a\n b \nc', ['a', ' b ', 'c']],
  ])('%j', (text, lines) => {
    const table = createLineTable(text);
    expect(Array.from({ length: table.count }, (_, i) => table.lineAt(i))).toEqual(lines);
    expect(Array.from({ length: table.count }, (_, i) => table.trimmed(i))).toEqual(
      lines.map((l) => l.trim()),
    );
    const joined = Array.from({ length: table.count }, (_, i) =>
      text.slice(table.startOf(i), table.endOf(i)),
    );
    expect(joined.join('')).toBe(text);
  });
});

test.each([
  [0, 0],
  [1, 0],
  [2, 1],
  [4, 1],
  [5, 2],
  [6, 2],
])('offset %i is in line %i', (offset, line) => {
  expect(createLineTable('a\nbc\nd').indexAt(offset)).toBe(line);
});

test('a line past the end begins at the end', () => {
  expect(createLineTable('a\nb').startOf(2)).toBe(3);
});
