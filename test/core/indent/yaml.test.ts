import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blockStyleOf } from '../../../src/core/indent/block-style.ts';
import { fitIndentation } from '../../../src/core/indent/fit-indentation.ts';
import { breaksYaml, yamlStatements, yamlTextAfter } from '../../../src/core/indent/yaml/yaml-statements.ts';

const style = blockStyleOf('a.yml');

/** The first option for new lines at the line `>`, or in the place of lines that begin with it. */
function fitted(text: string, content: string): string {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.startsWith('>'));
  const last = lines.findLastIndex((line) => line.startsWith('>'));
  const replaced = lines.slice(first, last + 1).map((line) => line.slice(1));
  const place = { before: lines.slice(0, first), after: lines.slice(last + 1), style };
  const isInsertion = replaced.length === 1 && replaced[0] === '';
  const { options } = fitIndentation(content.split('\n'), {
    ...place,
    replaced: isInsertion ? [] : replaced,
  });
  return options[0]!.lines.join('\n');
}

describe('statements are', () => {
  test.each([
    ['not in a block scalar', 'a: |\n  b: 1\nc: 2', ['a: |', 'c: 2']],
    [
      'not in a block scalar of an item',
      '- |\n  b: 1\n- c: >-\n    d: 2\n  e: 3',
      ['- |', '- c: >-', 'e: 3'],
    ],
    ['not in a flow mapping', 'a: {\n  "b": 1,\n  c: [\n    d: 2 ] }\ne: 3', ['a: {', 'e: 3']],
    ['not in a quoted text', 'a: "b\n  c: d"\ne: \'f\n  g: h\'\ni: 1', ['a: "b', "e: 'f", 'i: 1']],
    ['after a quoted key', '"a b": {\n  c: 1\n}\nd: 2', ['"a b": {', 'd: 2']],
    ['after brackets and quotes in plain text', "a: b [c\nd: it's\ne: 1", ['a: b [c', "d: it's", 'e: 1']],
    ['after a template', 'a: {{ b }}\nc: 1', ['a: {{ b }}', 'c: 1']],
  ])('%s', (_, text, texts) => {
    expect(yamlStatements(text.split('\n')).map((statement) => statement.text)).toEqual(texts);
  });

  test.each([
    ['a block scalar', 'a:\n  b: |\n    c', { deeperThan: 2 }],
    ['a block scalar of an item', 'a:\n  - |', { deeperThan: 2 }],
    ['a flow list', 'a: [b,', { flow: 1, quote: '' }],
    ['a quoted text', 'a: "b', { flow: 0, quote: '"' }],
    ['no text', 'a: |\n  b\nc: 1', undefined],
  ])('lines can end in %s', (_, text, expected) => {
    expect(yamlTextAfter(text.split('\n'))).toEqual(expected);
  });

  test('a key twice in one mapping is wrong only where keys must be unique', () => {
    const list = yamlStatements(['a:', '  b: 1', '  c: 2', '  b: 3']);
    const checked = { from: 2, count: 1 };
    expect(breaksYaml(list, { ...checked, uniqueKeys: true })).toBe(true);
    expect(breaksYaml(list, { ...checked, uniqueKeys: false })).toBe(false);
  });
});

describe('lines that fit are taken as given', () => {
  test.each([
    ['a key after a list at the column of keys', 'a:\n  b:\n  - c: 1\n    d: 2\n>\n', '  e:\n    f: 1'],
    ['an item of that list', 'a:\n  b:\n  - c: 1\n    d: 2\n>\n', '  - c: 3\n    d: 4'],
    ['an item of a list that is deeper than its key', 'a:\n  b:\n    - c: 1\n>\ne: 1\n', '    - c: 2'],
    ['an item after one with a wide dash', 'a:\n  -   b: 1\n      c: 2\n>\n', '      d: 3'],
    ['text of a block scalar', 'a:\n  run: |\n    one\n>\n    two\nb: 1\n', '    c: d'],
    ['text at the end of a block scalar', 'a: |\n    - b: 1\n>\n\nc: 1\n', '    - b: 2'],
    ['a key after a flow mapping', 'a:\n  b: {\n    "c": 1\n  }\n>\n', '  d:\n    e: 1'],
    ['an item after the mark of a document', '---\n>\n', '  - a: 1\n    b: 2'],
    ['a key with its own unit', 'a:\n  b:\n    c: 1\n>    d: 2\n', '    d:\n        e: 2'],
  ])('%s', (_, text, content) => {
    expect(fitted(text, content)).toBe(content);
  });
});

describe('lines that do not fit are moved', () => {
  test.each([
    ['a key that its mapping has', 'a:\n  b:\n    c: 1\n>    d: 2\n  e: 1\n', '  e: 2', '    e: 2'],
    ['text without indentation', 'a:\n  run: |\n    one\n>\n    two\n', 'c: d', '    c: d'],
    ['text right after its key', 'a:\n  run: |\n>\nb: 1\n', 'make all', '    make all'],
    [
      'an item among items with its keys',
      'a:\n- b:\n  - x\n  c: 1\n>\n',
      '  - b:\n    - y\n    c: 2',
      '- b:\n  - y\n  c: 2',
    ],
    ['a value of the key before', 'a:\n  b:\n    c:\n>\nd: 1\n', 'e: 1\nf: 2', '      e: 1\n      f: 2'],
    [
      'what is known of a workflow',
      'on: x\njobs:\n  b:\n    runs-on: u\n    env:\n      c: d\n>\n',
      'steps:\n- run: e',
      '    steps:\n    - run: e',
    ],
    ['the first item of a document', '---\n>  - a: 1\n>    b: 2\n', '- a: 3\n  b: 4', '  - a: 3\n    b: 4'],
    ['a tab, by the unit of the keys', 'a:\n  b: |\n        d\n>   e: 1\n', '\te: 1', '  e: 1'],
  ])('%s', (_, text, content, expected) => {
    expect(fitted(text, content)).toBe(expected);
  });
});

type Tree = { readonly [key: string]: Node };
type Node = string | Tree | readonly Tree[];

const trees: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree; node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom('1', 'text', '"quoted"'),
    tie('tree'),
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
  ),
  tree: fc.dictionary(fc.stringMatching(/^[a-z]{3,6}$/), tie('node'), {
    minKeys: 1,
    maxKeys: 4,
    noNullPrototype: true,
  }),
})).tree;

/** The lines of a tree; `dash` is the column of lists below their key. */
function render(tree: Tree, { unit, dash }: { unit: number; dash: number }, column = 0): string[] {
  const spaces = ' '.repeat(column);
  return Object.entries(tree).flatMap(([key, node]) => {
    if (typeof node === 'string') return [`${spaces}${key}: ${node}`];
    if (!Array.isArray(node))
      return [`${spaces}${key}:`, ...render(node as Tree, { unit, dash }, column + unit)];
    const items = node.flatMap((item: Tree) => {
      const [first, ...rest] = render(item, { unit, dash }, column + dash + 2);
      return [`${' '.repeat(column + dash)}- ${first!.trimStart()}`, ...rest];
    });
    return [`${spaces}${key}:`, ...items];
  });
}

const files = fc
  .tuple(trees, fc.constantFrom({ unit: 2, dash: 0 }, { unit: 2, dash: 2 }, { unit: 4, dash: 4 }))
  .map(([tree, form]) => render(tree, form));

/** A line with the deeper lines below it, of a file that has others. */
const blocks = fc
  .tuple(files, fc.nat())
  .map(([lines, at]) => {
    const from = at % lines.length;
    const column = lines[from]!.search(/\S/);
    const end = lines.findIndex((line, i) => i > from && line.search(/\S/) <= column);
    const to = end < 0 ? lines.length : end;
    return { before: lines.slice(0, from), own: lines.slice(from, to), after: lines.slice(to), column };
  })
  .filter(({ own, before, after, column }) => column > 0 && own.length < before.length + after.length);

describe('in any file of keys and lists, in each of their styles', () => {
  const linesOf = (
    content: readonly string[],
    place: { before: string[]; after: string[] },
    replaced: readonly string[],
  ) => fitIndentation(content, { ...place, replaced, style }).options[0]!.lines;

  test('a block that fits is taken as given', () => {
    fc.assert(
      fc.property(blocks, ({ own, ...place }) => {
        const edited = own.with(-1, `${own.at(-1)} # changed`);
        expect(linesOf(edited, place, own)).toEqual(edited);
      }),
      { numRuns: 500 },
    );
  });

  test('the same text with another indentation is taken as given', () => {
    fc.assert(
      fc.property(blocks, fc.integer({ min: 1, max: 9 }), ({ own, ...place }, more) => {
        const moved = own.map((line) => ' '.repeat(more) + line);
        expect(linesOf(moved, place, own)).toEqual(moved);
      }),
      { numRuns: 500 },
    );
  });

  test('a block that is moved by one column is moved back', () => {
    fc.assert(
      fc.property(blocks, ({ own, ...place }) => {
        const edited = own.with(-1, `${own.at(-1)} # changed`);
        expect(
          linesOf(
            edited.map((line) => ` ${line}`),
            place,
            own,
          ),
        ).toEqual(edited);
      }),
      { numRuns: 500 },
    );
  });
});
