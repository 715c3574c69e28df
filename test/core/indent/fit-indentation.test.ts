import { describe, expect, test } from 'vitest';
import { blockStyleOf } from '../../../src/core/indent/block-style.ts';
import { fitIndentation, indentTo } from '../../../src/core/indent/fit-indentation.ts';
import type { Place } from '../../../src/core/indent/place.ts';
import type { Fitted } from '../../../src/core/indent/shift-lines.ts';

/** A place in a file: lines from..to that are replaced, or the line after which lines are inserted. */
function placeIn(path: string, text: string, at: readonly [number, number] | number): Place {
  const lines = text.split('\n');
  const [first, last] = typeof at === 'number' ? [at + 1, at] : at;
  return {
    before: lines.slice(0, first - 1),
    replaced: lines.slice(first - 1, last),
    after: lines.slice(last),
    style: blockStyleOf(path),
  };
}

function fitAt(path: string, text: string, at: readonly [number, number] | number, content: string): Fitted {
  return fitIndentation(content.split('\n'), placeIn(path, text, at)).options[0]!;
}

function fitted(path: string, text: string, at: readonly [number, number] | number, content: string): string {
  return fitAt(path, text, at, content).lines.join('\n');
}

const PYTHON = `import os

class A:
    """A docstring:
      with text."""

    @property
    def f(self):
        if self.x:
            return 1
        return 2

    def g(self, a,
          b):
        # why
        for x in a:
            print(x)
        else:
            print(b)

def top():
    pass
`;

const TYPESCRIPT = `class A {
  f(x: number) {
    if (x > 1) {
      return [
        1,
      ];
    }
    switch (x) {
      case 1:
        return 2;
      default:
        return 3;
    }
  }

  g() {}
}
`;

const GO = `package a

func f(x int) int {
	switch x {
	case 1:
		return 2
	}
	if x > 1 {
		g()
	}
	return 3
}
`;

const YAML = `on:
  push:
    branches: [main]
jobs:
  build:
    steps:
      - uses: checkout
        with:
          depth: 1
      - run: test
`;

describe('lines that replace others', () => {
  test.each([
    ['dedented to the margin', [8, 11], 'def f(self):\n    return 3', '    def f(self):\n        return 3'],
    [
      'over-indented',
      [8, 11],
      '          def f(self):\n              return 3',
      '    def f(self):\n        return 3',
    ],
    ['right already', [8, 11], '    def f(self):\n        return 3', '    def f(self):\n        return 3'],
    ['a part of a block', [9, 10], 'return 4', '        return 4'],
    [
      'with a unit of two',
      [8, 11],
      '  def f(self):\n    if 1:\n      return 3',
      '    def f(self):\n        if 1:\n            return 3',
    ],
    ['with tabs', [8, 11], '\tdef f(self):\n\t\treturn 3', '    def f(self):\n        return 3'],
    [
      'with the first line stripped',
      [8, 11],
      'def f(self):\n        return 3',
      '    def f(self):\n        return 3',
    ],
    [
      'with another first line stripped',
      [16, 17],
      'while x:\n            print(1)\n            x -= 1',
      '        while x:\n            print(1)\n            x -= 1',
    ],
    [
      'blank lines stay blank',
      [8, 11],
      'def f(self):\n  \n    return 3',
      '    def f(self):\n\n        return 3',
    ],
    ['beginning with a shallower line', [11, 14], '    def g(self, b):', '    def g(self, b):'],
    ['beginning with a shallower line, dedented', [11, 14], 'def g(self, b):', '    def g(self, b):'],
    ['in a docstring', [5, 5], 'and more."""', '      and more."""'],
    ['a line for one that goes on with a block', [18, 19], 'print(c)', '        print(c)'],
  ] as const)('Python: %s', (_, at, content, expected) => {
    expect(fitted('a.py', PYTHON, at, content)).toBe(expected);
  });

  test.each([
    ['TypeScript', 'a.ts', TYPESCRIPT, [3, 7], 'if (y) {\n  z();\n}', '    if (y) {\n      z();\n    }'],
    [
      'TypeScript with tabs',
      'a.ts',
      TYPESCRIPT,
      [3, 7],
      'if (y) {\n\tz();\n}',
      '    if (y) {\n      z();\n    }',
    ],
    [
      'TypeScript with a unit of four',
      'a.ts',
      TYPESCRIPT,
      [3, 7],
      'if (y) {\n    z();\n}',
      '    if (y) {\n      z();\n    }',
    ],
    ['Go with spaces', 'a.go', GO, [8, 10], '    if y {\n        h()\n    }', '\tif y {\n\t\th()\n\t}'],
    ['Go dedented', 'a.go', GO, [8, 10], 'if y {\n\th()\n}', '\tif y {\n\t\th()\n\t}'],
    [
      'YAML',
      'a.yml',
      YAML,
      [7, 9],
      '- uses: cache\n  with:\n    key: 1',
      '      - uses: cache\n        with:\n          key: 1',
    ],
    [
      'Ruby',
      'a.rb',
      'class A\n  def f\n    1\n  end\nend',
      [2, 4],
      'def f\n  2\nend',
      '  def f\n    2\n  end',
    ],
    [
      'an unknown language',
      'a.conf',
      'server {\n    listen 80;\n}',
      [2, 2],
      'listen 81;\nroot /;',
      '    listen 81;\n    root /;',
    ],
    ['a closing line for a body', 'a.ts', TYPESCRIPT, [12, 13], '}', '    }'],
    ['a body for a closing line', 'a.ts', TYPESCRIPT, [7, 7], '  x++;\n}', '      x++;\n    }'],
  ] as const)('%s', (_, path, text, at, content, expected) => {
    expect(fitted(path, text, at, content)).toBe(expected);
  });

  test('Markdown is left as it is: its indentation means something', () => {
    expect(fitted('a.md', '- a\n  - b\n- c', [2, 2], '- d')).toBe('- d');
  });

  test('what is aligned stays aligned', () => {
    const content = 'def g(self, a,\n      c):\n    pass';
    expect(fitted('a.py', PYTHON, [13, 19], content)).toBe('    def g(self, a,\n          c):\n        pass');
  });

  test('text in strings moves with the rest, and stays where the rest fits', () => {
    const content = '        x = """\n  a\n"""';
    expect(fitted('a.py', PYTHON, [9, 11], content)).toBe(content);
    expect(fitted('a.py', PYTHON, [9, 11], 'x = """\n  a\n"""')).toBe(
      '        x = """\n          a\n        """',
    );
  });
});

describe('replaced lines that are indented wrongly are no guide', () => {
  const body = ['def f(x):', '    if x:', '        a()', '    return x', ''];
  const broken = (line: number, text: string) => body.with(line - 1, text).join('\n');
  test.each([
    ['deeper than the line before', 4, '          return x', '    return x'],
    ['not deeper where a block begins', 3, '    a()', '        a()'],
    ['at a level of no block', 4, '  return x', '    return x'],
  ])('%s', (_, line, wrong, right) => {
    expect(fitted('a.py', broken(line, wrong), [line, line], right)).toBe(right);
  });

  test('a wrong line whose replacement has lost its indentation is put where one can be', () => {
    expect(fitted('a.py', broken(3, '    a()'), [3, 3], 'a()')).toBe('        a()');
    expect(fitted('a.py', broken(4, '   return x'), [4, 4], 'return x')).toBe('    return x');
  });

  test('so is one that makes the line behind it wrong', () => {
    expect(fitted('a.py', broken(3, '            a()\n        b()'), [3, 3], '        a()')).toBe(
      '        a()',
    );
  });

  test('arguments, strings and lines that go on are not wrong, however they stand', () => {
    const text = 'x = f(1,\n      2)\ny = """\n    text\n"""\nz = 1 + \\\n    2\n';
    expect(fitted('a.py', text, [2, 2], '3)')).toBe('      3)');
    expect(fitted('a.py', text, [4, 4], 'other')).toBe('    other');
    expect(fitted('a.py', text, [7, 7], '3')).toBe('    3');
  });
});

describe('inserted lines', () => {
  test.each([
    [
      'a method at the margin between methods',
      11,
      '\ndef h(self):\n    pass',
      '\n    def h(self):\n        pass',
    ],
    [
      'a method at the margin at the end of its class',
      19,
      '\ndef h(self):\n    pass',
      '\n    def h(self):\n        pass',
    ],
    ['a function at the margin stays there', 20, 'def other():\n    pass', 'def other():\n    pass'],
    ['a call after two blank lines stays at the margin', 22, '\n\ntop()', '\n\ntop()'],
    ['a call right after a function goes on with it', 22, 'top()', '    top()'],
    ['the body after a header', 8, 'x = 1', '        x = 1'],
    ['after a header over several lines', 14, 'x = 1', '        x = 1'],
    ['after a comment', 15, 'x = 1', '        x = 1'],
    ['after a decorator', 7, 'def e(self):\n    pass', '    def e(self):\n        pass'],
    ['before else', 17, 'print(2)', '            print(2)'],
    ['an else with its block', 10, 'else:\n    pass', '        else:\n            pass'],
    ['not after a return', 10, 'x = 1', '        x = 1'],
    [
      'where the lines around allow two levels, the given one',
      17,
      '            print(2)',
      '            print(2)',
    ],
    ['a little off', 11, '      x = 1', '    x = 1'],
    ['with the first line stripped', 12, 'def h(self):\n        pass', '    def h(self):\n        pass'],
    ['within brackets', 13, 'c,', '          c,'],
  ] as const)('Python: %s', (_, at, content, expected) => {
    expect(fitted('a.py', PYTHON, at, content)).toBe(expected);
  });

  test.each([
    ['after an opening brace', 'a.ts', TYPESCRIPT, 2, 'let y = 1;', '    let y = 1;'],
    ['before a closing brace', 'a.ts', TYPESCRIPT, 13, 'return 4;', '    return 4;'],
    ['into an empty block', 'a.ts', 'function f() {\n}\n', 1, 'return 1;', '  return 1;'],
    [
      'a method between methods',
      'a.ts',
      TYPESCRIPT,
      15,
      'h() {\n  return 1;\n}\n',
      '  h() {\n    return 1;\n  }\n',
    ],
    [
      'a method at the end',
      'a.ts',
      TYPESCRIPT,
      16,
      '\nh() {\n  return 1;\n}',
      '\n  h() {\n    return 1;\n  }',
    ],
    [
      'a case among cases',
      'a.ts',
      TYPESCRIPT,
      10,
      'case 2:\n  return 9;',
      '      case 2:\n        return 9;',
    ],
    ['into a case', 'a.ts', TYPESCRIPT, 9, 'y();', '        y();'],
    [
      'the else of an if',
      'a.ts',
      'if (x) {\n  a();\n  b();\n',
      3,
      '} else {\n  c();\n}',
      '} else {\n  c();\n}',
    ],
    ['an array element', 'a.ts', TYPESCRIPT, 5, '2,', '        2,'],
    ['at the top of a file', 'a.ts', TYPESCRIPT, 0, 'import x;', 'import x;'],
    ['at the end of a file', 'a.ts', TYPESCRIPT, 17, '\nf();', '\nf();'],
    ['a case in Go', 'a.go', GO, 6, 'case 2:\n  return 4', '\tcase 2:\n\t\treturn 4'],
    ['a function in Go', 'a.go', GO, 12, '\nfunc g() {\n    h()\n}', '\nfunc g() {\n\th()\n}'],
    [
      'after an if without braces',
      'a.c',
      'int f(void)\n{\n    if (x)\n        return 1;\n    return 2;\n}',
      4,
      'y();',
      '    y();',
    ],
    [
      'after a macro',
      'a.c',
      '#define X(a) \\\n    do_it(a)\n\nint f(void) {\n    g();\n}',
      3,
      'int z;',
      'int z;',
    ],
    ['a step in a list', 'a.yml', YAML, 9, '- run: lint', '      - run: lint'],
    ['a step at the end of a list', 'a.yml', YAML, 10, '- run: lint', '      - run: lint'],
    ['a key below a dash', 'a.yml', YAML, 10, '        env: x', '        env: x'],
    ['a key goes on with what is open', 'a.yml', YAML, 10, 'name: x', '        name: x'],
    ['a value below its key', 'a.yml', YAML, 8, 'token: y', '          token: y'],
    [
      'before end',
      'a.rb',
      'class A\n  def f\n    1\n  end\nend',
      4,
      '\ndef g\n  2\nend',
      '\n  def g\n    2\n  end',
    ],
    ['before fi', 'a.sh', 'if x; then\n  a\nfi', 2, 'b', '  b'],
    ['an element of a page', 'a.html', '<ul>\n  <li>1</li>\n</ul>', 2, '<li>2</li>', '  <li>2</li>'],
    ['into an empty file', 'a.py', '', 0, '  x', '  x'],
    ['only blank lines', 'a.py', PYTHON, 8, '  \n', '  \n'],
  ] as const)('%s', (_, path, text, at, content, expected) => {
    expect(fitted(path, text, at, content)).toBe(expected);
  });
});

describe('lines that lost their shape', () => {
  test('are nested as their brackets say', () => {
    const flat =
      'if (x) {\nfor (const y of [\n1,\n2,\n]) {\n// a ) in a comment\nf("}", `)`);\n}\n} else {\ng()\n.h();\n}';
    expect(fitted('a.ts', TYPESCRIPT, [3, 7], flat)).toBe(
      [
        '    if (x) {',
        '      for (const y of [',
        '        1,',
        '        2,',
        '      ]) {',
        '        // a ) in a comment',
        '        f("}", `)`);',
        '      }',
        '    } else {',
        '      g()',
        '        .h();',
        '    }',
      ].join('\n'),
    );
  });

  test("labels stand as the file's do", () => {
    const flat = 'switch x {\ncase 1:\nf()\ndefault:\ng()\n}';
    const shape = ['switch x {', 'case 1:', '\tf()', 'default:', '\tg()', '}'];
    expect(fitted('a.go', GO, [4, 7], flat)).toBe(shape.map((line) => `\t${line}`).join('\n'));
    const script = 'switch (x) {\ncase 1:\nf();\n}';
    expect(fitted('a.ts', TYPESCRIPT, [8, 13], script)).toBe(
      '    switch (x) {\n      case 1:\n        f();\n    }',
    );
  });

  test('are left alone in Python, where nothing tells it', () => {
    expect(fitted('a.py', PYTHON, [9, 11], 'if y:\nf()\ng()')).toBe(
      '        if y:\n        f()\n        g()',
    );
  });

  test('and where the file itself is flat', () => {
    const flat = 'namespace a {\nint b;\nint c;\n}';
    expect(fitted('a.cc', flat, [1, 4], flat.replace('b', 'd'))).toBe(flat.replace('b', 'd'));
  });
});

describe('what was done is in the notes', () => {
  test.each([
    ['nothing', 'a.py', PYTHON, [8, 8], '    def f(this):', []],
    ['more', 'a.py', PYTHON, [8, 8], 'def f(this):', ['indented by 4 spaces to fit']],
    ['less', 'a.py', PYTHON, [8, 8], '     def f(this):', ['indented by 1 space less to fit']],
    ['tabs', 'a.go', GO, [9, 9], 'h()', ['indented by 2 tabs to fit']],
    ['other blanks', 'a.go', GO, [9, 9], '    h()', ['indented as the lines there']],
    ['another unit', 'a.ts', TYPESCRIPT, [3, 7], '    if (y) {\n\t\tz();\n    }', []],
    [
      'another unit',
      'a.py',
      'def f():\n    if x:\n        y()\n',
      3,
      'def g():\n  z()',
      ['4 spaces for 2 spaces'],
    ],
    [
      'a first line',
      'a.py',
      PYTHON,
      [8, 11],
      'def f(self):\n        pass',
      ['its first line indented like the others'],
    ],
    ['brackets', 'a.ts', TYPESCRIPT, [3, 7], '    if (y) {\n    z();\n    }', ['nested as its brackets say']],
  ] as const)('%s', (_, path, text, at, content, notes) => {
    expect(fitAt(path, text, at, content).notes).toEqual(notes);
  });
});

describe('an explicit column', () => {
  test.each([
    ['a.py', PYTHON, 8, 'if x:\n    y()', '        if x:\n            y()'],
    ['a.py', PYTHON, 0, '        if x:\n            y()', 'if x:\n    y()'],
    ['a.go', GO, 8, 'if x {\n    y()\n}', '\t\tif x {\n\t\t\ty()\n\t\t}'],
    ['a.go', GO, 6, 'x()', '\t  x()'],
    ['a.md', '- a\n', 2, '- b', '  - b'],
    ['a.txt', '', 3, 'a\n b', '   a\n    b'],
    ['a.txt', '', 3, '\n', '\n'],
  ] as const)('%s: %#', (path, text, column, content, expected) => {
    const { options } = indentTo(column, content.split('\n'), placeIn(path, text, 1));
    expect(options.map(({ lines }) => lines.join('\n'))).toEqual([expected]);
  });
});
