import { expect, test } from 'vitest';
import { readTemplate } from '../../../../src/core/rewrite/replacement/template.ts';

/** The rewrite, with a dot for each gap that stays as it is in the code. */
function keptGaps(pattern: string, rewrite: string): string {
  const { tokens } = readTemplate(rewrite, pattern);
  return tokens.map(({ text, gapOrigin, gap }) => `${gapOrigin === undefined ? gap : '·'}${text}`).join('');
}

test.each([
  ['f($A)', 'g($A)', 'g·(·$A·)'],
  ['for ($A)', 'loop($A)', 'loop(·$A·)'],
  ['f($A, $B)', 'f($B, $A)', 'f·($B, $A)'],
  ['f($A, $B)', 'f($A)', 'f·(·$A·)'],
  ['f($A, $B)', 'f($B)', 'f·($B)'],
  ['f($$$A)', 'f(x, $$$A)', 'f·(x, $$$A)'],
  ['f($$$A)', 'f($$$A, x)', 'f·(·$$$A, x·)'],
  ['if $C: $A', 'if not $C: $A', 'if not $C:·$A'],
  ['if a { return $X }', 'if a { return g($X) }', 'if·a·{·return g($X)·}'],
  ['return this.$A;', 'return self.$A;', 'return·self·.·$A·;'],
  ['f(a, $$$B)', 'f(c, $$$B)', 'f·(·c·,·$$$B·)'],
  ['f($A):\n  $B', 'f($A): $B', 'f·(·$A·)·: $B'],
])('%j to %j keeps the white space between what stays together', (pattern, rewrite, expected) => {
  expect(keptGaps(pattern, rewrite)).toBe(expected);
});
