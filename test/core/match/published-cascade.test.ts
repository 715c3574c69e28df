import { describe, expect, test } from 'vitest';
import { outcomeOf } from './planning.ts';

// The behaviour of the nine published replacers, each by cases of our own. Refusals are in angle brackets.

type Case = readonly [name: string, text: string, oldText: string, newText: string, result: string];

const permissive = (text: string, oldText: string, newText: string, replaceAll = false) =>
  outcomeOf(text, oldText, newText, { policy: 'permissive', replaceAll });

const body = 'start {\n  one();\n  two();\n}\n';

const groups: Record<string, readonly Case[]> = {
  exact: [
    ['one place', 'a b c', 'b', 'x', 'a x c'],
    ['a part of a word', 'foobar', 'oba', '-', 'fo-r'],
    ['several lines', 'a\nb\nc\n', 'a\nb', 'x', 'x\nc\n'],
    ['dollar sequences stay', 'a b', 'b', "$& $1 $$ $'", "a $& $1 $$ $'"],
    ['line breaks to the letter', 'a\nb\n', 'a\n', 'x', 'xb\n'],
    ['several places, nothing looser that decides', 'a b a', 'a', 'x', '<ambiguous>'],
    ['nothing like it', 'abc', 'xyz', 'q', '<absent>'],
  ],
  'line-trimmed': [
    ['other indentation; the new text to the letter', '    foo()\nbar()\n', 'foo()  ', 'x()', 'x()\nbar()\n'],
    ['several lines', '  a\n\tb\nc\n', 'a\nb', 'x\ny', 'x\ny\nc\n'],
    ['a line break at the end of the quote', '  a\nb\n', '\ta\n', 'x', 'x\nb\n'],
    ['white space at line ends', 'a  \nb\n', 'a\nb\t', 'x', 'x\n'],
    ['two such blocks', '  a;\n b;\n  a;\n b;\n', 'a;\nb;', 'x', '<ambiguous>'],
  ],
  'block-anchor': [
    ['anything between the only anchors', body, 'start {\n  x();\n  y();\n}', 'end', 'end\n'],
    ['fewer lines than the file has', body, 'start {\n  x();\n}', 'end', 'end\n'],
    ['more lines than the file has', body, 'start {\n  x();\n  y();\n  z();\n}', 'end', 'end\n'],
    [
      'the most similar of several',
      body + body.replace('one', 'other'),
      'start {\n  other();\n  twx();\n}',
      'end',
      `${body}end\n`,
    ],
    [
      'several, none similar',
      body + body.replace('one', 'uno'),
      'start {\n  zzzzzzzzzz\n  qq\n}',
      'x',
      '<absent>',
    ],
    [
      'ends at the first line that is the last quoted one',
      'f {\n  {\n  }\n  g\n}\n',
      'f {\n x\n}',
      'y',
      'y\n  g\n}\n',
    ],
    ['two lines have no middle', body, 'start {\n}', 'x', '<absent>'],
    ['no such first line', body, 'begin {\n  one();\n}', 'x', '<absent>'],
  ],
  'whitespace-normalized': [
    ['a whole line', 'a  =   1\nb\n', 'a = 1', 'a = 2', 'a = 2\nb\n'],
    ['a part of a line', 'if (a  &&  b) {\n', 'a && b', 'c', 'if (c) {\n'],
    ['tabs', 'let\tx\t= 1;\n', 'let x = 1;', 'y', 'y\n'],
    ['as many lines as quoted', 'a   b\nc    d\n', 'a b\nc d', 'x', 'x\n'],
    ['wrapped otherwise', 'a\nb\n', 'a b', 'x', '<absent>'],
    ['signs with a meaning in patterns', 'f( a[0]  + b.c* )\n', 'a[0] + b.c*', 'x', 'f( x )\n'],
    ['two such lines', 'a  = 1\nb\na   = 1\n', 'a = 1', 'x', 'x\nb\na   = 1\n'],
  ],
  'indentation-flexible': [
    ['a block further in', '    if x:\n        y\n', 'if x:\n    y', 'z', 'z\n'],
    ['a block further out', 'if x:\n    y\nz\n', '  if x:\n      y', 'w', 'w\nz\n'],
    ['a blank line inside', '  a\n\n  b\n', 'a\n\nb', 'x', 'x\n'],
  ],
  'escape-normalized': [
    ['line breaks', 'a\nb\n', 'a\\nb', 'x', 'x\n'],
    ['tabs', 'a\tb\n', 'a\\tb', 'x', 'x\n'],
    ['quotes', 'say("hi")\n', 'say(\\"hi\\")', 'x', 'x\n'],
    ['apostrophes and backticks', "f('a', `b`)\n", "f(\\'a\\', \\`b\\`)", 'x', 'x\n'],
    ['dollar signs', 'cost $5\n', 'cost \\$5', 'x', 'x\n'],
    ['backslashes', 'C:\\dir\n', 'C:\\\\dir', 'x', 'x\n'],
    ['escapes in the file', 'say(\\"hi\\")\n', 'say("hi")', 'x', 'x\n'],
    ['the new text is not unescaped', 'a\nb\n', 'a\\nb', 'c\\nd', 'c\\nd\n'],
  ],
  'trimmed-boundary': [
    ['blank lines around', 'a\nb c\nd\n', '\n\nb c\n\n', 'x', 'a\nx\nd\n'],
    ['spaces around a part of a line', 'foo(bar, baz)\n', '  bar, ', 'x, ', 'foo(x,  baz)\n'],
    ['two places', 'b c\nb c\n', '\nb c\n\n\n', 'x', '<ambiguous>'],
  ],
  'context-aware': [
    [
      'half of the lines between, where anchors alone do not decide',
      'start {\n  a();\n  b();\n}\nstart {\n  qqqqqqqq\n  b();\n  c();\n}\n',
      'start {\n  zzzzzzzzzzzzzzzzz\n  b();\n}',
      'x',
      'x\nstart {\n  qqqqqqqq\n  b();\n  c();\n}\n',
    ],
    [
      'less than half',
      'p\n  a\n  b\n  c\nq\np\n  d\nq\n',
      'p\n  wwww\n  xxxx\n  c\nq',
      'y',
      'y\np\n  d\nq\n',
    ],
  ],
};

for (const [replacer, cases] of Object.entries(groups)) {
  describe(`the published ${replacer}`, () => {
    test.each(cases)('%s', (_, text, oldText, newText, result) => {
      expect(permissive(text, oldText, newText)).toBe(result);
    });
  });
}

describe('every occurrence', () => {
  test.each<Case>([
    ['exact', 'a b a', 'a', 'x', 'x b x'],
    ['overlapping places once', 'aaa', 'aa', 'x', 'xa'],
    ['the first text that a looser replacer finds', '  a();\nb\n  a();\n', 'a();\t', 'x', 'x\nb\nx\n'],
    ['new text that contains the old', 'a a', 'a', 'aa', 'aa aa'],
    ['none', 'abc', 'q', 'x', '<absent>'],
  ])('%s', (_, text, oldText, newText, result) => {
    expect(permissive(text, oldText, newText, true)).toBe(result);
  });
});

test('a looser replacer decides where a stricter one finds several places, which is the danger of it', () => {
  const text = 'start {\n  one();\n}\n  x();\nstart {\n  one();\n  two();\n}\n';
  expect(permissive(text, 'start {\n  one();\n', 'end')).toBe('end\n  two();\n}\n');
  expect(outcomeOf(body, 'start {\n  something();\n  else();\n}', 'x')).toBe('<absent>');
});
