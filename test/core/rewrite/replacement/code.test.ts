import { expect, test } from 'vitest';
import { indentOfFollowingLines, reindent } from '../../../../src/core/rewrite/replacement/code.ts';
import { createLineStarts } from '../../../../src/core/rewrite/replacement/line-starts.ts';

test('lines move, except the first, blank ones, shallower ones and those in strings', () => {
  const code = [
    { text: 'a(\n    b,\n\n  c,\n    ', isFixed: false },
    { text: '`x\n    y`', isFixed: true },
    { text: '\r\n    )', isFixed: false },
  ];
  expect(
    reindent(code, '    ', '\t')
      .map(({ text }) => text)
      .join(''),
  ).toBe('a(\n\tb,\n\n  c,\n\t`x\n    y`\r\n\t)');
});

test('the least indentation of the lines after the first', () => {
  expect(indentOfFollowingLines('a\n    b\n\n  c')).toBe('  ');
  expect(indentOfFollowingLines('a')).toBeUndefined();
});

test.each([
  [0, 0],
  [2, 0],
  [3, 3],
  [4, 4],
  [9, 4],
])('the line of offset %i begins at %i', (offset, start) => {
  expect(createLineStarts('ab\n\ncd')(offset)).toBe(start);
});
