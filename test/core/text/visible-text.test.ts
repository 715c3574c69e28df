import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleText } from '../../../src/core/text/visible-text.ts';

test.each([
  ['\u001b[31mred\u001b[0m', '␛[31mred␛[0m'],
  ['\u001b]0;title\u0007', '␛]0;title␇'],
  ['over\rwritten', 'over␍written'],
  ['gone\b\b\b\b', 'gone␈␈␈␈'],
  ['\u0000\u007f', '␀␡'],
  ['\u009b31m', '<U+009B>31m'],
  ['if (user\u202e) {', 'if (user<U+202E>) {'],
  ['a\tb\nc', 'a\tb\nc'],
  ['naïve 日本語 👩‍👧', 'naïve 日本語 👩‍👧'],
])('%j is shown as %j', (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

test('nothing that a terminal obeys is left, and no line is lost', () => {
  const character = fc.nat(0x2100).map((code) => String.fromCodePoint(code));
  fc.assert(
    fc.property(fc.string({ unit: character }), (text) => {
      const shown = visibleText(text);
      expect(shown).not.toMatch(/(?![\t\n])\p{Cc}/u);
      expect(shown.split('\n')).toHaveLength(text.split('\n').length);
      expect(visibleText(shown)).toBe(shown);
    }),
  );
});
