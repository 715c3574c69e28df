import { describe, expect, test } from 'vitest';
import { blockStyleOf } from '../../../src/core/indent/block-style.ts';
import { chooseFit, questionsOf } from '../../../src/core/indent/choose-fit.ts';
import { fitIndentation } from '../../../src/core/indent/fit-indentation.ts';

/** The fits for new lines in the place of `>` lines, which are wrong there. */
function fitsFor(path: string, text: string, content: string) {
  const lines = text.split('\n');
  const isMarked = (line: string) => line.startsWith('>');
  const first = lines.findIndex(isMarked);
  const last = lines.findLastIndex(isMarked);
  return fitIndentation(content.split('\n'), {
    before: lines.slice(0, first),
    replaced: lines.slice(first, last + 1).map((line) => line.slice(1)),
    after: lines.slice(last + 1),
    style: blockStyleOf(path),
  });
}

function levelsOf(path: string, text: string, content: string): string[] {
  return fitsFor(path, text, content).options.map(({ lines }) => lines.join('\n'));
}

const NESTED = 'def f(x):\n    if x:\n        a()\n>{line}\n    return x\n';
const broken = (line: string) => NESTED.replace('{line}', line);

describe('the same text is taken with the indentation that it has', () => {
  test.each([
    ['a wrong line, rightly', 'a.py', broken('     b()'), '        b()'],
    ['a right line, elsewhere', 'a.py', broken('        b()'), '    b()'],
    ['two lines', 'a.py', 'if x:\n>  a()\n>  b()\n', '    a()\n    b()'],
    ['a key', 'a.yml', 'a:\n  b:\n    c: 1\n>   d: 2\n', '    d: 2'],
    ['an item', 'a.yml', 'a:\n  - b\n>   - c\n', '  - c'],
    ['a line of a language with braces', 'a.ts', 'f(() => {\n>      a();\n});\n', '  a();'],
    ['at the margin', 'a.ts', 'f(() => {\n>  a();\n});\n', 'a();'],
    ['a command', 'Makefile', 'all:\n>    cc a.c\n', '\tcc a.c'],
  ])('%s', (_, path, text, content) => {
    expect(levelsOf(path, text, content)).toEqual([content]);
  });
});

describe('other text is taken with the indentation that it has, where that fits', () => {
  test.each([
    ['for a wrong line', 'a.py', broken('     b()'), '        c()'],
    ['for a right line, at another level', 'a.py', broken('        b()'), '    c()'],
    ['inside of a new block', 'a.py', broken('        b()'), '        if y:\n            b()'],
    ['out of a block', 'a.py', 'def f():\n>    if y:\n>        b()\n    c()\n', '    b()'],
    ['a key', 'a.yml', 'a:\n  b:\n    c: 1\n>   d: 2\n', '    e: 2'],
    ['in another unit', 'a.yml', 'a:\n  b:\n    c: 1\n>    d: 2\n', '    e:\n        f: 2'],
    ['a key with a remark', 'a.yml', 'a:\n  b:\n    c: 1\n>    d:\n    e: 2\n', '  f:  # g'],
    ['at the top of a file', 'a.yml', '# a\n>  b: 1\n>  c: 2\n', 'b: 1\nd: 2'],
  ])('%s', (_, path, text, content) => {
    expect(levelsOf(path, text, content)).toEqual([content]);
  });
});

describe('text without indentation for a wrong line goes where the lines around it allow it', () => {
  test.each([
    ['a header before', 'a.py', 'if x:\n>a()\nb()\n', 'a()', ['    a()']],
    [
      'a return before',
      'a.py',
      'def f():\n    if x:\n        return\n>     b()\n    c()\n',
      'b()',
      ['    b()'],
    ],
    ['else after', 'a.py', 'def f():\n    if x:\n>    a()\n    else:\n        b()\n', 'a()', ['        a()']],
    ['an else', 'a.py', 'if x:\n    a()\n  \n>  else:\n    b()\n', 'else:', ['else:']],
    ['a return', 'a.py', 'def f():\n    a()\n>  return 1\nb()\n', 'return 1', ['    return 1']],
    [
      'a decorator',
      'a.py',
      'class A:\n    @b\n>  def f(self): pass\n',
      'def f(self): pass',
      ['    def f(self): pass'],
    ],
    ['tabs for spaces', 'a.py', broken('\t\tb()'), 'b()', ['        b()', '    b()']],
    ['a list', 'a.yml', 'a:\n  - b: 1\n>   - c: 1\n    d: 2\n', '- c: 1', ['  - c: 1']],
    ['a key that is there', 'a.yml', 'a:\n  b: 1\n  c:\n    d: 1\n>   b: 2\n', 'b: 2', ['    b: 2', 'b: 2']],
    ['a recipe', 'Makefile', 'all: a\n>    cc a.c\n', 'cc a.c', ['\tcc a.c']],
  ])('%s', (_, path, text, content, expected) => {
    expect(levelsOf(path, text, content)).toEqual(expected);
  });
});

describe('Makefiles', () => {
  test.each([
    ['a rule and its commands with spaces', 'a: b\n    cc $<\n    ld $@', 'a: b\n\tcc $<\n\tld $@'],
    ['all of them moved', '  a: b\n  \tcc $<', 'a: b\n\tcc $<'],
    ['assignments and directives', 'ifdef A\n  B = 1\nendif', 'ifdef A\n  B = 1\nendif'],
    ['a command with a variable', 'a:\nCC=gcc make -C b', 'a:\n\tCC=gcc make -C b'],
    ['lines that go on', 'a:\n  cc a \\\n    b', 'a:\n\tcc a \\\n\t  b'],
  ])('%s', (_, content, expected) => {
    expect(levelsOf('Makefile', 'x = 1\n>y = 2\n', content)).toEqual([expected]);
  });
});

describe('the choice', () => {
  const fits = fitsFor('a.py', broken('      b()'), 'b()');

  test('is by the parser, if it takes only one', () => {
    expect(questionsOf(fits)).toBe(fits.options);
    const { chosen, others } = chooseFit(fits, [2, 0]);
    expect([chosen?.level, others]).toEqual(['4 spaces', []]);
  });

  test('is left to the caller, if it takes both and nothing else speaks for one', () => {
    const { chosen, others } = chooseFit(fits, [0, 0]);
    expect(chosen).toBeUndefined();
    expect(others.map(({ level, origin }) => [level, origin])).toEqual([
      ['8 spaces', 'the level of line 3'],
      ['4 spaces', 'the level of line 2'],
    ]);
  });

  test('is by the column, if the wrong line was beyond all levels', () => {
    const { chosen, others } = chooseFit(fitsFor('a.py', broken('         b()'), 'b()'), [0, 0]);
    expect([chosen?.level, others.map(({ level }) => level)]).toEqual(['8 spaces', ['4 spaces']]);
  });

  test('is by a blank line, which ends a block', () => {
    const text = broken('      b()').replace('a()\n', 'a()\n\n');
    expect(chooseFit(fitsFor('a.py', text, 'b()'), [0, 0]).chosen?.level).toBe('4 spaces');
  });

  test('is the lines as they are, if the same text would be an error with its indentation', () => {
    const same = fitsFor('a.py', broken('        b()'), '  b()');
    expect(questionsOf(same).map(({ lines }) => lines)).toEqual([['  b()'], ['        b()']]);
    expect(chooseFit(same, [1, 0]).chosen?.lines).toEqual(['        b()']);
    expect(chooseFit(same, [0, 0]).chosen?.lines).toEqual(['  b()']);
    expect(chooseFit(same, [undefined, undefined]).chosen?.lines).toEqual(['  b()']);
  });

  test('needs no parser where there is one level', () => {
    expect(questionsOf(fitsFor('a.py', 'if x:\n>a()\n', 'a()'))).toEqual([]);
  });
});
