import { expect, test } from 'vitest';
import { whitespaceNormalized } from '../../../../src/core/match/strategies/whitespace-normalized.ts';
import { by } from '../planning.ts';

test.each([
  ['spaces between words', 'x = f( a,b );\n', 'x = f(a, b);', 'x = f(a, c);', 'x = f( a,c );\n'],
  [
    'spaces that a shell needs',
    'if [ "$a" = "$b" ]; then\n',
    'if ["$a" = "$b"]; then',
    'if ["$a" != "$b"]; then',
    'if [ "$a" != "$b" ]; then\n',
  ],
  [
    'spaces that CSS needs',
    'width: calc(100% - 10px);\n',
    'width: calc(100%-10px);',
    'width: calc(100%-20px);',
    'width: calc(100% - 20px);\n',
  ],
  [
    'a signature that the file does not wrap',
    'function f(a: A, b: B): void {\n  go();\n}\n',
    'function f(\n  a: A,\n  b: B\n): void {\n  go();\n}',
    'function f(\n  a: A,\n  b: B\n): void {\n  stop();\n}',
    'function f(a: A, b: B): void {\n  stop();\n}\n',
  ],
  [
    'a signature that the file wraps',
    'def f(\n    a,\n    b,\n):\n    return a\n',
    'def f(a, b,):\n    return a',
    'def f(a, b,):\n    return b',
    'def f(\n    a,\n    b,\n):\n    return b\n',
  ],
  [
    'a line added after it',
    'x = f( a,b );\ny();\n',
    'x = f(a, b);\ny();',
    'x = f(a, b);\nz();\ny();',
    'x = f( a,b );\nz();\ny();\n',
  ],
  ['spaces in a string count', 'print("x  y")\n', 'print("x y")', 'print("z")', '<absent>'],
  ['spaces in a comment count', 'f(a); // x  y\n', 'f(a);  // x y', 'g();', '<absent>'],
  ['words are not joined', 'return value + 1;\n', 'returnvalue + 1;', 'x', '<absent>'],
  ['fewer than four tokens say too little', 'a  +b\n', 'a + b', 'c', '<absent>'],
  ['every place counts', 'f( a );\nf(a );\n', 'f(a);', 'g();', '<ambiguous 2>'],
  ['whole lines are not parts of others', 'x = f(a); g( b );\n', 'f(a);\ng(b);', 'h();', '<absent>'],
])('%s', (_, text, oldText, newText, result) => {
  expect(by(whitespaceNormalized, text, oldText, newText)).toBe(result);
});
