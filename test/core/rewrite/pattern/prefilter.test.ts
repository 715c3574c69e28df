import { expect, test } from 'vitest';
import { createPrefilter } from '../../../../src/core/rewrite/pattern/prefilter.ts';

test.each([
  ['foo.barBaz($A, 1)', ['barBaz', 'foo']],
  ['$A && $B', []],
  ['1px + x$y', []],
  ['fmt.Errorf("%w", $E)', ['Errorf', 'fmt', 'w']],
])('the words of %s', (pattern, words) => {
  expect(createPrefilter(pattern).words).toEqual(words);
});

test.each([
  ['return this.$NAME;', 'return  this\n  . x', true],
  ['return this.$NAME;', 'return that; this.x', false],
  ['foo($A, $$$B)', 'foo(1)', true],
  ['foo(1)', 'foo(1,)', true],
  ['foo($A)', 'x foo y(', false],
  ['if $C; then $$$B; fi', 'if x\nthen\n  y\nfi', true],
  ['a + b', 'a \\\n  + b', true],
  ['$A.b()', 'x.b( )', true],
  ['"😀" + $A', '"😀" + 1', true],
])('%s may match in %j: %s', (pattern, text, expected) => {
  expect(createPrefilter(pattern).mayMatch(text)).toBe(expected);
});
