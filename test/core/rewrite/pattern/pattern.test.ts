import { describe, expect, test } from 'vitest';
import {
  dedented,
  hasMetavariables,
  holesOf,
  holesOfRewrite,
  problemOfRewrite,
} from '../../../../src/core/rewrite/pattern/pattern.ts';

describe('the metavariables of a pattern', () => {
  test.each([
    ['foo($A, $$$REST)', ['$A', '$$$REST']],
    ['$_ + $$$', ['$_', '$$$']],
    ['$A1_B', ['$A1_B']],
    ['$name + $Name + $1 + US$A + $A$ + $$A + $$$args', []],
    ['new_$NAME()', []],
    ['$_GET["x"] + $_SERVER', []],
    ['"$A"', ['$A']],
  ])('%s', (pattern, expected) => {
    expect(holesOf(pattern).map(({ start, end }) => pattern.slice(start, end))).toEqual(expected);
    expect(hasMetavariables(pattern)).toBe(expected.length > 0);
  });

  test('one that begins with _ only says that something is there', () => {
    expect(holesOf('f($_, $_X, $X)').map(({ name }) => name)).toEqual(['', '', 'X']);
  });
});

describe('the metavariables of a rewrite', () => {
  test.each([
    ['new_$F($$$A)', 'def $F($$$A)', ['$F', '$$$A']],
    ['$F_old', '$F()', ['$F']],
    ['$F_OLD', '$F_OLD()', ['$F_OLD']],
    ['$scope + $Foo + $x', '$A', []],
    ['$A$B', '$A + $B', ['$A', '$B']],
  ])('%s of %s', (rewrite, pattern, expected) => {
    const found = holesOfRewrite(rewrite, pattern);
    expect(found.map(({ start, end }) => rewrite.slice(start, end))).toEqual(expected);
  });

  test.each([
    ['f($A)', 'g($B)', 'the rewrite uses `$B`, which the pattern does not have. It has $A.'],
    [
      'f($_)',
      'g($B)',
      'the rewrite uses `$B`, which the pattern does not have. It has no named metavariable.',
    ],
    ['f($_)', 'g($_)', 'the rewrite uses `$_`, which has no name.'],
    ['f($$$, a, $$$)', 'g($$$)', 'the rewrite uses `$$$`, which has no name.'],
    ['f($$$A)', 'g($A)', 'the rewrite uses `$A`, but the pattern has it as `$$$A`.'],
  ])('%s to %s is refused', (pattern, rewrite, message) => {
    expect(problemOfRewrite(pattern, rewrite)).toContain(message);
  });

  test.each([
    ['f($A)', 'g()'],
    ['f($$$)', 'g($$$)'],
    ['f($A, $$$B)', 'g($$$B, $A, $A)'],
  ])('%s to %s is fine', (pattern, rewrite) => {
    expect(problemOfRewrite(pattern, rewrite)).toBeUndefined();
  });
});

test.each([
  ['\n    foo(\n      $A)\n', 'foo(\n  $A)'],
  ['  foo(\n$A)', 'foo(\n$A)'],
  ['if $A:\r\n    $B\r\n', 'if $A:\n    $B'],
])('%j is %j without what surrounds it', (text, plain) => {
  expect(dedented(text)).toBe(plain);
});
