import { expect, test } from 'vitest';
import { blankLines } from '../../../../src/core/match/strategies/blank-lines.ts';
import { by } from '../planning.ts';

test.each([
  ['dropped by the quotation', 'a();\n\nb();\nc();\n', 'a();\nb();', 'a();\nx();', 'a();\n\nx();\nc();\n'],
  ['added by the quotation', 'a();\nb();\nc();\n', 'a();\n\nb();', 'a();\n\nx();', 'a();\nx();\nc();\n'],
  ['more than quoted', 'a();\n\n\nb();\n', 'a();\n\nb();', 'a();\n\nx();', 'a();\n\n\nx();\n'],
  ['with spaces in them', 'a();\n  \nb();\n', 'a();\nb();', 'a();\nx();', 'a();\n  \nx();\n'],
  [
    'together with another indentation',
    '  a();\n\n  b();\n',
    'a();\nb();',
    'a();\nx();',
    '  a();\n\n  x();\n',
  ],
  ['every place counts', 'a();\n\nb();\na();\n\nb();\n', 'a();\nb();', 'a();\nx();', '<ambiguous 2>'],
  ['other lines between are never overlooked', 'a();\nq();\nb();\n', 'a();\nb();', 'a();\nx();', '<absent>'],
  ['one line has none inside', 'a();\n', 'a();\n\n', 'x();\n\n', '<absent>'],
])('%s', (_, text, oldText, newText, result) => {
  expect(by(blankLines, text, oldText, newText)).toBe(result);
});
