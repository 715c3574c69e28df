import { expect, test } from 'vitest';
import { trimmedBoundary } from '../../../../src/core/match/strategies/trimmed-boundary.ts';
import { by } from '../planning.ts';

test.each([
  [
    'blank lines around the text are overlooked',
    'x\nfoo()\n',
    '\n\nfoo()\n\n',
    '\n\nbar()\n\n',
    'x\nbar()\n',
  ],
  ['spaces after the text are ignored', 'x\nfoo()\ny\n', 'foo()  ', 'bar()  ', 'x\nbar()\ny\n'],
  [
    'one line keeps the indentation of the file',
    'x\n    foo()\n',
    'foo()\n\n',
    'bar()\n\n',
    'x\n    bar()\n',
  ],
  ['a new text without the white space is taken as it is', 'foo()\n', '\nfoo()\n\n', 'bar()', 'bar()\n'],
  ['a quotation without white space around it is not its business', 'foo()\n', 'foo()', 'bar()', '<absent>'],
  ['white space alone is not its business', 'a\n\n\nb', '   ', 'x', '<absent>'],
  ['a quoted line end is not the middle of a line', 'foo() + 1\n', 'foo()\n\n', 'bar()\n\n', '<absent>'],
  ['a quoted line start is not the middle of a line', 'x = foo()\n', '\n\nfoo()', '\n\nbar()', '<absent>'],
  ['every place counts', 'foo()\nfoo()\n', '\n\nfoo()', '\n\nbar()', '<ambiguous 2>'],
  [
    'other white space in the new text is what the edit is about',
    'foo()\n',
    '  foo()',
    '    foo()',
    '<absent>',
  ],
  [
    'only the surplus of the old text is taken off the new one',
    'x = foo()\n',
    ' x = foo()',
    ' x = bar()  ',
    'x = bar()  \n',
  ],
  [
    'a line break that only the old text has is kept',
    'a\nfoo()\nb\n',
    ' \nfoo()\n',
    ' \nbar()',
    'a\nbar()\nb\n',
  ],
  [
    'a line break after a part of a line',
    'rm -rf build dist /tmp\n',
    'rm -rf build dist\n',
    'rm -rf build\n',
    '<absent>',
  ],
  ['lines with another indentation are left to others', '  a\n  b\n', '    a\n  b', '    c\n  b', '<absent>'],
  ['a deletion is left to those who take the line with it', 'x\nfoo()  \ny\n', 'foo()\n', '', '<absent>'],
])('%s', (_, text, oldText, newText, result) => {
  expect(by(trimmedBoundary, text, oldText, newText)).toBe(result);
});
