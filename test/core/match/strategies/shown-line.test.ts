import { describe, expect, test } from 'vitest';
import { createEvidence } from '../../../../src/core/match/evidence.ts';
import { shownLine } from '../../../../src/core/match/strategies/shown-line.ts';
import { by, hasSeen, seeing } from '../planning.ts';

const text = 'const first = 1;\nconst customerName = read(input);\nconst last = 3;\n';

function shown(oldText: string, newText: string, seen = hasSeen(text)): string {
  return by(seeing(shownLine, createEvidence(seen, text)), text, oldText, newText);
}

describe('a slip in a line that the caller was shown', () => {
  const result = text.replace('read', 'load');
  test.each([
    ['letters swapped', 'const custmoerName = read(input);', 'const custmoerName = load(input);', result],
    ['a letter dropped', 'const custmerName = read(input);', 'const custmerName = load(input);', result],
    [
      'the case of a letter',
      'const customername = read(input);',
      'const customername = load(input);',
      result,
    ],
    [
      'with exact lines around it',
      'const first = 1;\nconst custmoerName = read(input);',
      'const first = 1;\nconst custmoerName = load(input);',
      result,
    ],
    ['another name', 'const customerCode = read(input);', 'const customerCode = load(input);', '<absent>'],
    [
      'another word that the file has too',
      'const customerName = read(first);',
      'const customerName = load(first);',
      '<absent>',
    ],
    ['a plural', 'const customerNames = read(input);', 'const customerNames = load(input);', '<absent>'],
    [
      'another first letter of a part',
      'const customerFame = read(input);',
      'const customerFame = load(input);',
      '<absent>',
    ],
    [
      'a context line misquoted as well',
      'const frist = 1;\nconst custmoerName = read(input);',
      'const frist = 1;\nconst custmoerName = load(input);',
      '<absent>',
    ],
  ])('%s', (_, oldText, newText, result) => {
    expect(shown(oldText, newText)).toBe(result);
  });
});

test.each([
  ['set for get', 'getItem();\n', 'setItem();'],
  ['another number', 'const limit = 100;\n', 'const limit = 101;'],
  ['MAX for MIN', 'MIN_RETRIES = 3\n', 'MAX_RETRIES = 3'],
])('%s is not a slip', (_, text, oldText) => {
  expect(by(seeing(shownLine, createEvidence(hasSeen(text), text)), text, oldText, 'x')).toBe('<absent>');
});

describe('the same slip is refused', () => {
  const [oldText, newText] = ['const custmoerName = read(input);', 'const custmoerName = load(input);'];
  test('in a line that was not shown', () => {
    expect(shown(oldText, newText, hasSeen(text, [0, 2]))).toBe('<absent>');
  });
  test('in a file that has changed since', () => {
    expect(shown(oldText, newText, hasSeen(`${text}more\n`))).toBe('<absent>');
  });
  test('without evidence', () => {
    expect(by(shownLine, text, oldText, newText)).toBe('<absent>');
  });
  test('where another line comes near', () => {
    const twice = `${text}const customersName = read(input);\n`;
    expect(by(seeing(shownLine, createEvidence(hasSeen(twice), twice)), twice, oldText, newText)).toBe(
      '<absent>',
    );
  });
});
