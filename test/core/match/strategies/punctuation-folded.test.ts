import { expect, test } from 'vitest';
import { punctuationFolded } from '../../../../src/core/match/strategies/punctuation-folded.ts';
import { isSameCode } from '../../../../src/core/text/tokens.ts';
import { by } from '../planning.ts';

test.each([
  [
    'the style of quotes, which stays that of the file',
    "const a = 'one';\nconst b = 'two';\n",
    'const a = "one";\nconst b = "two";',
    'const a = "one";\nconst b = "three";',
    "const a = 'one';\nconst b = 'three';\n",
  ],
  [
    'a semicolon at the end',
    'const total = sum(items);\n',
    'const total = sum(items)',
    'const total = add(items)',
    'const total = add(items);\n',
  ],
  [
    'a comma at the end',
    '  alpha: compute(1),\n',
    '  alpha: compute(1)',
    '  alpha: compute(2)',
    '  alpha: compute(2),\n',
  ],
  ['never another identifier', 'const total = sum(items);\n', 'const total = add(items)', 'x', '<absent>'],
  ['never another number', 'const total = sum(1);\n', 'const total = sum(2)', 'x', '<absent>'],
  ['never another operator', 'const total = a + bcd;\n', 'const total = a - bcd', 'x', '<absent>'],
  [
    'every place counts',
    'total = sum(items);\ntotal = sum(items);\n',
    'total = sum(items),',
    'x',
    '<ambiguous 2>',
  ],
  ['too little text says nothing', 'go();\n', 'go()', 'x', '<absent>'],
])('%s', (_, text, oldText, newText, result) => {
  expect(by(punctuationFolded, text, oldText, newText)).toBe(result);
});

test.each([
  ['a = 1;', 'a  =  1', true],
  ["f('x')", 'f("x")', true],
  ['f(`x`)', "f('x')", true],
  ['f("x y")', 'f("x  y")', false],
  ['f(x)', 'f(y)', false],
  ['f(1)', 'f(2)', false],
  ['a && b', 'a || b', false],
])('%s and %s are the same code: %s', (a, b, same) => {
  expect(isSameCode(a, b)).toBe(same);
});
