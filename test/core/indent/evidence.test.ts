import { describe, expect, test } from 'vitest';
import { blockStyleOf } from '../../../src/core/indent/block-style.ts';
import { fitIndentation } from '../../../src/core/indent/fit-indentation.ts';

/** The first line of the likeliest fit for lines that are inserted at the line `>`. */
function inserted(path: string, text: string, content: string): string {
  const lines = text.split('\n');
  const at = lines.indexOf('>');
  const place = {
    before: lines.slice(0, at),
    replaced: [],
    after: lines.slice(at + 1),
    style: blockStyleOf(path),
  };
  return fitIndentation(content.split('\n'), place).options[0]!.lines[0]!;
}

const CLASS = 'class A:\n    def f(self, xs):\n        ys = g(xs)\n\n>\n\n    def h(self):\n        pass\n';

describe('inserted without indentation, lines of Python go', () => {
  test.each([
    ['into the function that has a name they use', CLASS, 'for y in ys:\n    p(y)', '        for y in ys:'],
    ['not into a class body, which holds definitions', CLASS, 'if a:\n    p(a)', '        if a:'],
    ['into a function if they use self', CLASS, 'self.p()', '        self.p()'],
    [
      'before lines that must stay in their block',
      'def f():\n    a = 1\n\n>\n\n    return sorted(key=g)\n',
      'def g(x):\n    return x',
      '    def g(x):',
    ],
    [
      'not between an if and its else',
      'if a:\n    b = 1\n>\nelse:\n    c()\n',
      'for d in e:\n    p(d)',
      '    for d in e:',
    ],
    [
      'after branches that give a name its value',
      'def f(a):\n    if a:\n        n = 1\n    else:\n        n = 2\n>\n\n    return 3\n',
      'for i in n:\n    p(i)',
      '    for i in n:',
    ],
    [
      'with an elif to the if that asks about the same',
      'def f(a, m):\n    if a == 1:\n        if m:\n            b()\n>\n    return a\n',
      'elif a == 2:\n    c()',
      '    elif a == 2:',
    ],
    [
      'to the except that a try needs',
      'def f():\n    try:\n        a()\n    except A:\n        pass\n\n>\n    except B:\n        pass\n',
      'try:\n    b()',
      '    try:',
    ],
  ])('%s', (_, text, content, first) => {
    expect(inserted('a.py', text, content)).toBe(first);
  });
});

describe('inserted without indentation, lines of YAML go', () => {
  test.each([
    [
      'to the column of the comment before them',
      'a:\n  b: 1\n\n# about c\n>\n',
      'c:\n  - d: 1\n    e: 2',
      'c:',
    ],
    [
      'among the keys that they are among elsewhere',
      'x:\n  - uses: a\n    with:\n      v: 1\n      cache: 1\ny:\n  - uses: b\n    with:\n      v: 2\n>\n',
      'cache: 2',
      '      cache: 2',
    ],
    [
      'beside keys with the same keys below',
      'jobs:\n  a:\n    on: x\n    run: y\n    list:\n      - z: 1\n        w: 2\n>\n',
      'b:\n  on: x\n  run: y',
      '  b:',
    ],
    [
      'before keys that must stay where they are',
      'jobs:\n  a:\n    on: x\n\n>\n\n    steps:\n      - z\n',
      'env:\n  b: c',
      '    env:',
    ],
    ['as deep as their own lists', 'a:\n  b:\n    - c\n  d:\n>\n', '- e: 1\n  g:\n  - f', '  - e: 1'],
    ['as they are, before another document', 'a:\n  b: 1\n>\n---\nc: 1\n', 'd:\n  e: 1\n  f: 2', 'd:'],
  ])('%s', (_, text, content, first) => {
    expect(inserted('a.yml', text, content)).toBe(first);
  });

  test.each([
    ['a list at the column of its key', 'a:\n>\nb:\n  - c\n', '- d: 1\n  e: 2'],
    ['a key that the file has twice', 'task:\n  a: 1\ntask:\n  a: 2\n>\n', 'task:\n  a: 3'],
    ['an item with a key and deeper lines', 'a:\n  b:\n>\nc: 1\n', '  - d:\n      e: 1'],
  ])('lines that fit stay: %s', (_, text, content) => {
    expect(inserted('a.yml', text, content)).toBe(content.split('\n')[0]);
  });
});

describe('in languages with brackets', () => {
  test.each([
    [
      'arguments are no block',
      'a.go',
      'func f() {\n\ta := g(1,\n\t\t2)\n>\n\treturn\n}\n',
      '\t\tif a {\n\t\t\tb()\n\t\t}',
      '\tif a {',
    ],
    [
      'a bracket after an arrow ends what is around it',
      'a.ts',
      'const a = f(\n  (b) =>\n>\n);\n',
      'function c() {\n  d();\n}',
      '    function c() {',
    ],
    [
      'else goes with its if',
      'a.c',
      'void f() {\n\tif (a)\n\t\tb();\n>\n\tc();\n}\n',
      'else if (d) {\n\te();\n}',
      '\telse if (d) {',
    ],
    [
      'a colon goes with its question mark',
      'a.ts',
      'function f() {\n  return a\n    ? // b\n      c\n>\n}\n',
      ': d((e) => {\n    g();\n  });',
      '    : d((e) => {',
    ],
    [
      'a string of Rust goes on over lines',
      'a.rs',
      'fn f() {\n    g(\n        &a,\n>\n    )\n}\n',
      'format!(\n    "import {{ b }} from \\"c\\";\\n\\\n     await d(new E(\\"./{f}\\"));\\n"\n),',
      '        format!(',
    ],
    [
      'after a comment of the whole file',
      'a.rs',
      '/* a\n */\n>\n',
      '  fn f() {\n      g();\n  }',
      'fn f() {',
    ],
  ])('%s', (_, path, text, content, first) => {
    expect(inserted(path, text, content)).toBe(first);
  });
});

test('in a long file the level is named by the number of its line', () => {
  const before = [
    ...Array.from({ length: 30_000 }, (_, at) => `a${at} = 1`),
    'if a:',
    '    b()',
    '    if c:',
    '        d()',
  ];
  const place = { before, replaced: [], after: [], style: blockStyleOf('a.py') };
  const { options } = fitIndentation(['      e()'], place);
  expect(options.map(({ origin }) => origin)).toContain('the level of line 30004');
});
