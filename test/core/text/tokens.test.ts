import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeTokens, tokenize } from '../../../src/core/text/tokens.ts';

test('joined, the tokens are the text again', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => tokenize(text).join('') === text));
});

test.each([
  ['a+=1', ['a', '+=', '1']],
  ['a === b', ['a', ' ', '===', ' ', 'b']],
  ['naïve_1$x', ['naïve_1$x']],
  ['f(...x)', ['f', '(', '...', 'x', ')']],
  ['', []],
])('%j', (text, tokens) => {
  expect(tokenize(text)).toEqual(tokens);
});

describe('pieces of code', () => {
  test.each([
    ['x = f( a );', ['x', '=', 'f', '(', 'a', ')', ';']],
    ['f("a  b")', ['f', '(', '"a  b"', ')']],
    ["f('it\\'s')", ['f', '(', "'it\\'s'", ')']],
    ['a // b  c \nd', ['a', '// b  c', 'd']],
    ['a /* b  c */ d', ['a', '/* b  c */', 'd']],
    ['a # b  c\nd', ['a', '# b  c', 'd']],
    ['a#b', ['a', '#', 'b']],
    ['a / b', ['a', '/', 'b']],
    ["it's open", ['it', "'", 's', 'open']],
    ['"never closed', ['"', 'never', 'closed']],
  ])('%j', (text, tokens) => {
    expect(codeTokens(text).map((token) => token.text)).toEqual(tokens);
  });

  test('each has its offsets, and only white space is left out', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'ab1 \n\t"\'`/*#\\+=('.split('')), maxLength: 40 }),
        (text) => {
          let at = 0;
          for (const token of codeTokens(text)) {
            expect(text.slice(token.start, token.end)).toBe(token.text);
            expect(text.slice(at, token.start).trim()).toBe('');
            at = token.end;
          }
          expect(text.slice(at).trim()).toBe('');
        },
      ),
      { numRuns: 1000 },
    );
  });
});
