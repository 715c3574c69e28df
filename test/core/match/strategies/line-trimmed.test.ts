import { describe, expect, test } from 'vitest';
import { lineTrimmed, trailTrimmed } from '../../../../src/core/match/strategies/line-trimmed.ts';
import { by } from '../planning.ts';

describe('spaces at line ends', () => {
  test.each([
    [
      'of the file are overlooked, and kept',
      'a();  \nb();\nc();\n',
      'a();\nb();',
      'a();\nx();',
      'a();  \nx();\nc();\n',
    ],
    ['of the quotation are overlooked', 'a();\nb();\n', 'a();  \nb(); ', 'a();  \nx(); ', 'a();\nx(); \n'],
    ['go with a line that is deleted', 'x\na();  \ny\n', 'a();', '', 'x\ny\n'],
    ['do not make two places one', 'a(); \na();\n', 'a();  ', 'b();', '<ambiguous 2>'],
    ['are no indentation', '  a();\n', 'a();', 'b();', '<absent>'],
    ['are not looked for in parts of lines', 'a(); // x\n', 'a(); ', 'b(); ', '<absent>'],
  ])('%s', (_, text, oldText, newText, result) => {
    expect(by(trailTrimmed, text, oldText, newText)).toBe(result);
  });
});

describe('spaces at both ends of lines', () => {
  test.each([
    [
      'are overlooked, new lines shifted',
      'class A:\n    def f(self):\n        return 1\n',
      'def f(self):\n    return 1',
      'def f(self):\n    if x:\n        return 2\n    return 1',
      'class A:\n    def f(self):\n        if x:\n            return 2\n        return 1\n',
    ],
    [
      'may be spaces for tabs',
      'func f() {\n\tif x {\n\t\ty()\n\t}\n}\n',
      '    if x {\n        y()\n    }',
      '    if x {\n        y()\n        if z {\n            w()\n        }\n    }',
      'func f() {\n\tif x {\n\t\ty()\n\t\tif z {\n\t\t\tw()\n\t\t}\n\t}\n}\n',
    ],
    ['do not matter to a deletion', 'x\n\ta();\n\tb();\ny\n', '  a();\n  b();\n', '', 'x\ny\n'],
    [
      'must map to one indentation each',
      'if x:\n    a()\nb()\n',
      'if x:\na()\nb()',
      'if x:\na()\nc()',
      '<absent>',
    ],
    ['every place counts', '  a();\n    a();\n', 'a();\n', 'b();\n', '<ambiguous 2>'],
    ['the words must be the same', '  a();\n', ' b();', ' c();', '<absent>'],
  ])('%s', (_, text, oldText, newText, result) => {
    expect(by(lineTrimmed, text, oldText, newText)).toBe(result);
  });
});
