import { describe, expect, test } from 'vitest';
import { fold, unicodeFolded } from '../../../../src/core/match/strategies/unicode-folded.ts';
import { by } from '../planning.ts';

test.each([
  ['curly quotes in the call', 'say("hi");\n', 'say(“hi”);', 'say(“ho”);', 'say("ho");\n'],
  [
    'curly quotes in the file stay',
    'say(“hi”); x();\n',
    'say("hi"); x();',
    'say("hi"); y();',
    'say(“hi”); y();\n',
  ],
  ['a dash', 'a – b\n', 'a - b', 'a - c', 'a – c\n'],
  ['a no-break space', 'price\u00a010\n', 'price 10', 'price 11', 'price\u00a011\n'],
  ['a composed letter against its parts', 'cafe\u0301 = 1\n', 'café = 1', 'café = 2', 'cafe\u0301 = 2\n'],
  ['parts against a composed letter', 'café = 1\n', 'cafe\u0301 = 1', 'cafe\u0301 = 2', 'café = 2\n'],
  [
    'a line that is also indented otherwise',
    '\tsay(“hi”)\n',
    '  say("hi")\n',
    '  say("hi")\n  go()\n',
    '\tsay(“hi”)\n\tgo()\n',
  ],
  ['every place counts', 'a – b\na — b\n', 'a - b', 'c', '<ambiguous 2>'],
  ['another letter is another word', 'naïve\n', 'naive', 'x', '<absent>'],
  ['another script that looks the same is another word', 'сорt = 1\n', 'copt = 1', 'x', '<absent>'],
  ['plain texts are not its business', 'a\n', 'b', 'c', '<absent>'],
])('%s', (_, text, oldText, newText, result) => {
  expect(by(unicodeFolded, text, oldText, newText)).toBe(result);
});

describe('folding', () => {
  test.each([
    ['plain', 'plain'],
    ['“a” – ‘b’', '"a" - \'b\''],
    ['e\u0301x', 'éx'],
    ['😀 e\u0301 😀', '😀 é 😀'],
  ])('%s becomes %s', (text, plain) => {
    expect(fold(text).text).toBe(plain);
  });

  test('offsets lead to the original and back', () => {
    const text = 'xe\u0301y😀z';
    const folded = fold(text);
    for (const character of ['x', 'y', '😀', 'z']) {
      expect(folded.toOriginal(folded.text.indexOf(character))).toBe(text.indexOf(character));
      expect(folded.toFolded(text.indexOf(character))).toBe(folded.text.indexOf(character));
    }
    expect(folded.toOriginal(folded.text.length)).toBe(text.length);
  });
});
