import { expect, test } from 'vitest';
import { indentationFlexible } from '../../../../src/core/match/strategies/indentation-flexible.ts';
import { by } from '../planning.ts';

const method = 'class A {\n  run() {\n    if (x) {\n      go();\n    }\n  }\n}\n';

test.each([
  [
    'shifted as a whole',
    method,
    'if (x) {\n  go();\n}',
    'if (x) {\n  go();\n  stop();\n}',
    method.replace('go();\n', 'go();\n      stop();\n'),
  ],
  [
    'in another unit',
    method,
    'run() {\n    if (x) {\n        go();\n    }\n}',
    'run() {\n    if (x) {\n        if (y) {\n            go();\n        }\n    }\n}',
    'class A {\n  run() {\n    if (x) {\n      if (y) {\n        go();\n      }\n    }\n  }\n}\n',
  ],
  [
    'with its first line stripped',
    method,
    'run() {\n    if (x) {\n      go();',
    'run() {\n    if (x) {\n      stop();',
    method.replace('go', 'stop'),
  ],
  [
    'flattened, one line for one line',
    method,
    'run() {\nif (x) {\ngo();\n}\n}',
    'run() {\nif (x) {\nstop();\n}\n}',
    method.replace('go', 'stop'),
  ],
  [
    'flattened, a line between two of the same depth',
    'if (x) {\n  a();\n  c();\n}\n',
    'if (x) {\na();\nc();\n}',
    'if (x) {\na();\nb();\nc();\n}',
    'if (x) {\n  a();\n  b();\n  c();\n}\n',
  ],
  [
    'flattened, and the new lines open a block: their depth cannot be known',
    method,
    'run() {\nif (x) {\ngo();\n}\n}',
    'run() {\nif (x) {\nif (y) {\ngo();\n}\n}\n}',
    '<unsure>',
  ],
  [
    'an edit of nothing but indentation is never made elsewhere than quoted',
    'if (x) {\n    a();\n  b();\n}\n',
    'if (x) {\n  a();\nb();\n}',
    'if (x) {\n  a();\n  b();\n}',
    '<unsure>',
  ],
  ['every place counts', '  a();\n    b();\n a();\n b();\n', 'a();\nb();', 'c();', '<ambiguous 2>'],
  ['blank lines must be where they are', '  a();\n\n  b();\n', 'a();\nb();', 'c();', '<absent>'],
])('%s', (_, text, oldText, newText, result) => {
  expect(by(indentationFlexible, text, oldText, newText)).toBe(result);
});
