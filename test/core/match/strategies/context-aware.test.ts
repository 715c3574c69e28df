import { expect, test } from 'vitest';
import { createEvidence } from '../../../../src/core/match/evidence.ts';
import { contextAware } from '../../../../src/core/match/strategies/context-aware.ts';
import { by, hasSeen, seeing } from '../planning.ts';

const text = [
  'def total(price):',
  '    """The price with tax and fee."""',
  '    tax = 0.25',
  '    fee = 1',
  '    return price * (1 + tax) + fee',
  '',
].join('\n');

test.each([
  [
    'a misquoted first line of a block: it may be another block',
    'def total(prices):\n    """The price with tax and fee."""\n    tax = 0.25\n    fee = 1',
    'def total(prices):\n    """The price with tax and fee."""\n    tax = 0.25\n    fee = 2',
    '<absent>',
  ],
  [
    'a misquoted first line: the file keeps its own',
    '    """The price with the tax and fee."""\n    tax = 0.25\n    fee = 1\n    return price * (1 + tax) + fee',
    '    """The price with the tax and fee."""\n    tax = 0.25\n    fee = 2\n    return price * (1 + tax) + fee',
    text.replace('fee = 1', 'fee = 2'),
  ],
  [
    'a line of context that changed since: the file keeps its own',
    '    """The price with tax and fee."""\n    tax = 0.20\n    fee = 1\n    return price * (1 + tax) + fee',
    '    """The price with tax and fee."""\n    tax = 0.20\n    fee = 2\n    return price * (1 + tax) + fee',
    text.replace('fee = 1', 'fee = 2'),
  ],
  [
    'another number in the line that changes',
    'def total(price):\n    """The price with tax and fee."""\n    tax = 0.20\n    fee = 1',
    'def total(price):\n    """The price with tax and fee."""\n    tax = 0.10\n    fee = 1',
    '<absent>',
  ],
  [
    'another name in the line that changes',
    'def total(price):\n    """The price with tax and fee."""\n    vat = 0.25\n    fee = 1',
    'def total(price):\n    """The price with tax and fee."""\n    vat = 0.10\n    fee = 1',
    '<absent>',
  ],
  ['nothing alike', 'class A:\n    def f(self):\n        pass', 'x', '<absent>'],
])('%s', (_, oldText, newText, result) => {
  expect(by(contextAware, text, oldText, newText)).toBe(result);
});

test('two lines will do if the caller was shown them', () => {
  const oldText = '    """The price with tax, and fee."""\n    tax = 0.25\n    fee = 1';
  const newText = oldText.replace('fee = 1', 'fee = 2');
  const short = text.split('\n').slice(1).join('\n');
  const evidence = createEvidence(hasSeen(short), short);
  expect(by(seeing(contextAware, evidence), short, oldText, newText)).toBe(
    short.replace('fee = 1', 'fee = 2'),
  );
  expect(by(contextAware, short, '    tax = 0.2\n    fee = 1', '    tax = 0.2\n    fee = 2')).toBe(
    '<absent>',
  );
});
