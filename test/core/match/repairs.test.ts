import { describe, expect, test } from 'vitest';
import { createQuotation } from '../../../src/core/match/quotation.ts';
import { repairedQuotations, withoutDiffMarks } from '../../../src/core/match/repairs.ts';
import { edited, outcomeOf, sourceOf } from './planning.ts';

function repairs(oldText: string, newText: string) {
  return repairedQuotations(sourceOf(''), createQuotation(oldText, newText)).map(({ label, quotation }) => [
    label,
    quotation.oldText,
    quotation.newText,
  ]);
}

describe('repairs of both texts', () => {
  test.each([
    ['a\nb', 'c', []],
    ['```ts\na\n```', '```ts\nb\n```', [['the code fence', 'a', 'b']]],
    ['```\na\n```', 'b', [['the code fence', 'a', 'b']]],
    ['     1\ta\n     2\tb', '     1\tc', [['line numbers', 'a\nb', 'c']]],
    ['12→a\n13→b', '12→a\nc', [['line numbers', 'a\nb', '12→a\nc']]],
    ['1 | a\n2 |\n3 |   b', '1 | c', [['line numbers', 'a\n\n  b', 'c']]],
    ['L7: a\nL8: b', 'L7: c', [['line numbers', 'a\nb', 'c']]],
    ['3: a\n1: b', 'c', []],
    [
      'a = 1\\nb = 2',
      'a = 1\\nb = "C:\\new\\temp"',
      [['escape sequences', 'a = 1\nb = 2', 'a = 1\nb = "C:\\new\\temp"']],
    ],
    ['a\\nb', 'c\\nd', [['escape sequences', 'a\nb', 'c\nd']]],
    ['\\u00e9', '\\u00e8', [['unicode escapes', 'é', 'è']]],
    ['a &lt; b', 'a &gt; b', [['HTML entities', 'a < b', 'a > b']]],
  ])('%j and %j', (oldText, newText, repaired) => {
    expect(repairs(oldText, newText)).toEqual(repaired);
  });

  test.each([
    [' a\n-b\n c', ' a\n+x\n c', ['a\nb\nc', 'a\nx\nc']],
    ['-b', '+x', ['b', 'x']],
    [' a', ' a\n+b', ['a', 'a\nb']],
    ['- a\n- b', '- a\n- c', undefined],
    [' a\n b', ' a\n c', undefined],
    ['a\n-b', 'a\n+c', undefined],
  ])('diff marks in %j and %j', (oldText, newText, expected) => {
    const quotation = withoutDiffMarks(createQuotation(oldText, newText))?.quotation;
    expect(quotation && [quotation.oldText, quotation.newText]).toEqual(expected);
  });
});

describe('a call that needs a repair', () => {
  const text = 'if (a < b) {\n  say("hi");\n\tgo();\n}\n';
  test.each([
    [
      'escape sequences',
      'if (a < b) {\\n  say(\\"hi\\");',
      'if (a < b) {\\n  say(\\"ho\\");',
      text.replace('hi', 'ho'),
    ],
    ['escape sequences', '\\tgo();', '\\tstop();', text.replace('go', 'stop')],
    [
      'line numbers',
      '     2\t  say("hi");\n     3\t\tgo();',
      '     2\t  say("ho");\n     3\t\tgo();',
      text.replace('hi', 'ho'),
    ],
    [
      'line numbers',
      '   2:   say("hi");\n   3: \tgo();',
      '   2:   say("ho");\n   3: \tgo();',
      text.replace('hi', 'ho'),
    ],
    ['line numbers', '2|  say("hi");', '2|  say("ho");', text.replace('hi', 'ho')],
    ['the code fence', '```js\n  say("hi");\n```', '```js\n  say("ho");\n```', text.replace('hi', 'ho')],
    ['HTML entities', 'if (a &lt; b) {', 'if (a &lt;= b) {', text.replace('<', '<=')],
    ['HTML entities', 'say(&quot;hi&quot;);', 'say(&quot;ho&quot;);', text.replace('hi', 'ho')],
    ['diff marks', '-  say("hi");\n \tgo();', '+  say("ho");\n \tgo();', text.replace('hi', 'ho')],
  ])('with %s: %j', (label, oldText, newText, result) => {
    expect(outcomeOf(text, oldText, newText)).toBe(result);
    const { strategy, notes } = edited(text, oldText, newText);
    expect(strategy).toBe('escape-normalized');
    expect(notes[0]!.text).toBe(`repaired ${label} in both texts`);
  });

  test.each([
    [
      'escapes that the file has itself are not touched',
      'print("a\\nb")\n',
      'print("a\\nb")',
      'print("a\\nc")',
      'print("a\\nc")\n',
    ],
    [
      'entities that the file has itself are not touched',
      '<p>&lt;</p>\n',
      '<p>&lt;</p>',
      '<p>&gt;</p>',
      '<p>&gt;</p>\n',
    ],
    [
      'a repaired text that occurs twice is ambiguous',
      'say("a")\nsay("a")\n',
      'say(\\"a\\")',
      'x',
      '<ambiguous>',
    ],
    ['a repaired text must be nearly exact', 'say("alpha")\n', 'say(\\"beta\\")', 'x', '<absent>'],
    ['a line of a list is no diff', '- one\n- two\n', '- two\n', '', '- one\n'],
    ['a line of an indented list is no diff', 'a:\n  - one\n  - two\n', '  - two\n', '', 'a:\n  - one\n'],
    [
      'several lines of a list are no diff',
      '# List\n- one\n- two\n- three\n',
      '- one\n- two\n',
      '',
      '# List\n- three\n',
    ],
    ['a flag is no diff', 'run \\\n--fast\n', '--fast', ' --slow', 'run \\\n --slow\n'],
    ['a number that a line begins with is no line number', '2 apples\n', '3 apples', '3 pears', '<absent>'],
    ['a key that is a number is no line number', '8: foo\n', '7: foo', '7: bar', '<absent>'],
    [
      'numbers that only the new text changes are no line numbers',
      '2 apples\n',
      '3 apples',
      '4 apples',
      '<absent>',
    ],
  ])('%s', (_, text, oldText, newText, result) => {
    expect(outcomeOf(text, oldText, newText)).toBe(result);
  });
});
