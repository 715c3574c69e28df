import { describe, expect, test } from 'vitest';
import { blockStyleOf } from '../../../src/core/indent/block-style.ts';
import { fitIndentation } from '../../../src/core/indent/fit-indentation.ts';

/** New lines at the line `>`. */
function inserted(path: string, text: string, content: string): string {
  const lines = text.split('\n');
  const at = lines.indexOf('>');
  const place = { before: lines.slice(0, at), replaced: [], after: lines.slice(at + 1) };
  const { options } = fitIndentation(content.split('\n'), { ...place, style: blockStyleOf(path) });
  return options[0]!.lines.join('\n');
}

const RUST = 'fn f<B>(b: B)\nwhere\n    B: Body,\n>\n';
const CHAINED = 'fn f() {\n    if a\n        .b()\n        .c()\n>\n}\n';
const UNION = 'export type A =\n  | B\n  | C\n\n>\n';
const COMMENTED = '/*\nfn a() {\n    b();\n\n>\n}\n*/\n';
const GO_TEXT = 'func f() {\n\ts := `\n\t\ta: 1\n\t\tb {\n\t\t\tc: 2\n\t\t}\n>\n\t`\n}\n';

describe('inserted lines that are too deep, or not deep enough, go', () => {
  test.each([
    [
      'to the header of their brace, after its conditions',
      'a.rs',
      RUST,
      '    {\n        g();\n    }',
      '{\n    g();\n}',
    ],
    [
      'to the header of their brace, after a chain',
      'a.rs',
      CHAINED,
      '        {\n            g();\n        }',
      '    {\n        g();\n    }',
    ],
    [
      'to the level of statements, after a union',
      'a.ts',
      UNION,
      '  type D = {\n    e: F\n  }',
      'type D = {\n  e: F\n}',
    ],
    ['into a list of types', 'a.ts', 'type A = B<\n>\n  C\n', '{\n  c: D\n}', '  {\n    c: D\n  }'],
    [
      'into code that is commented out',
      'a.rs',
      COMMENTED,
      'c(|| {\n    d();\n});',
      '    c(|| {\n        d();\n    });',
    ],
    ['into settings in a string', 'a.go', GO_TEXT, '\td {\n\t\te: 3\n\t}', '\t\td {\n\t\t\te: 3\n\t\t}'],
  ])('%s', (_, path, text, content, expected) => {
    expect(inserted(path, text, content)).toBe(expected);
  });
});

describe('inserted lines that fit stay', () => {
  test.each([
    ['a brace in a list of types', 'a.ts', 'type A = [\n>\n]\n', '  {\n    b: C\n  }'],
    ['a brace after another', 'a.ts', 'f([\n  { a },\n>\n])\n', '  {\n    b\n  }'],
    ['a part of a union', 'a.ts', 'type A =\n  | B\n\n>\n', '  | {\n    c: D\n  }'],
    [
      'the end of a list of types',
      'a.ts',
      'const a = dual<\n  (b: C) => D<E>,\n  <F>(g: F) => H<F>\n>\n',
      '>(2, () => {\n  i()\n})',
    ],
    ['a continued statement after a comment', 'a.ts', 'f(a,\n  // b\n>\n)\n', '  c({\n    d,\n  }),'],
    ['lines in a doc comment', 'a.ts', '/**\n * a {\n>\n */\n', ' *   b {\n *   }'],
    ['plain text in a string', 'a.go', 's := `\n  a\n>\n`\n', '      b'],
    [
      'five columns, which are no unit',
      'a.c',
      'void a() {\n    b();\n    if (c) {\n        d();\n    }\n}\n\n>\n',
      'void e()\n{\n     f();\n}',
    ],
  ])('%s', (_, path, text, content) => {
    expect(inserted(path, text, content)).toBe(content);
  });
});

describe('the unit of Python is that of its code', () => {
  const DOCUMENTED = "D = '''\na:\n  b:\n    c:\n      d: 1\n    e:\n      f: 2\n'''\n\n\n>\n";

  test('not that of a text in it', () => {
    const content = 'def f():\n    if a:\n        b()';
    expect(inserted('a.py', DOCUMENTED, content)).toBe(content);
  });

  test('and a new block where the old one was keeps its own', () => {
    const content = ['    if a:', '      b()'];
    const { options } = fitIndentation(content, {
      before: ['def f():', '    if c:', '        d()', '    if e:', '        g()'],
      replaced: ['    b()'],
      after: ['    return 1'],
      style: blockStyleOf('a.py'),
    });
    expect(options[0]).toMatchObject({ lines: content, notes: [] });
  });
});

describe('in a Makefile', () => {
  test.each([
    ['a rule of two targets after a comment', 'a:\n\tb\n\n# c\n>\n\td\n', 'e f:', 'e f:'],
    [
      'a command with a colon',
      'a:\n\tb\n\n>\n',
      '\tdocker run $(I):$(T) |\\\n\t  c',
      '\tdocker run $(I):$(T) |\\\n\t  c',
    ],
    ['the same without its tab', 'a:\n\tb\n\n>\n', 'docker run $(I):$(T) c', '\tdocker run $(I):$(T) c'],
    ['a rule that was moved with its recipe', 'a:\n\tb\n\n>\n', '  c:\n  \td', 'c:\n\td'],
  ])('%s', (_, text, content, expected) => {
    expect(inserted('Makefile', text, content)).toBe(expected);
  });
});
