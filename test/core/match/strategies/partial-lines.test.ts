import { expect, test } from 'vitest';
import { partialLines } from '../../../../src/core/match/strategies/partial-lines.ts';
import { by } from '../planning.ts';

const text = 'def f(a):\n    x = compute(a)\n    y = x + 1\n    return finish(y, a)\n';

test.each([
  [
    'a slip of indentation between two parts of lines',
    text,
    'compute(a)\n  y = x + 1\n    return finish',
    'compute(a)\n  y = x + 2\n    return finish',
    text.replace('+ 1', '+ 2'),
  ],
  [
    'the parts themselves change',
    text,
    'compute(a)\n  y = x + 1\n    return finish',
    'derive(a)\n  y = x + 1\n    return end',
    text.replace('compute', 'derive').replace('finish', 'end'),
  ],
  ['a part of a word', text, 'pute(a)\n  y = x + 1\n    return', 'q(a)\n  y = x + 1\n    return', '<absent>'],
  [
    'a line break after a part of a line',
    text,
    'compute(a)\n  y = x + 1\n    return finish\n',
    'z\n',
    '<absent>',
  ],
  ['two such places', text + text, 'compute(a)\n  y = x + 1\n    return', 'z', '<ambiguous 2>'],
])('%s', (_, file, oldText, newText, result) => {
  expect(by(partialLines, file, oldText, newText)).toBe(result);
});
