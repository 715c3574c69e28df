import { expect, test } from 'vitest';
import { blockStyleOf } from '../../../src/core/indent/block-style.ts';
import { endsInString, walkBrackets } from '../../../src/core/indent/bracket-walk.ts';
import { breaksIndentation, statementsOf } from '../../../src/core/indent/statements.ts';

const python = blockStyleOf('a.py').lexis!;

test('statements begin where no bracket, string or line goes on', () => {
  const lines = ['f(1,', '  2)', 's = """', '  x', '"""', '# :', 'if a: # b', '    y = 1 + \\', '  2', ''];
  const { list, unfinished } = statementsOf(lines, python);
  expect(list.map(({ line, indent, opens }) => [line, indent.length, opens])).toEqual([
    [0, 0, false],
    [2, 0, false],
    [6, 0, true],
    [7, 4, false],
  ]);
  expect(unfinished).toBe(false);
});

test.each([['f(1,'], ['s = """'], ['x = \\'], ["y = '''a\n b"]])('%j goes on', (text) => {
  expect(statementsOf(text.split('\n'), python).unfinished).toBe(true);
});

test.each([
  ['a deeper line without a block', ['a'], ['  b'], [], true],
  ['a line that is not deeper below a header', ['if a:'], ['b'], [], true],
  ['a level that no block has', ['if a:', '    b'], ['  c'], [], true],
  ['a line behind that no longer fits', ['if a:'], ['    b'], ['  c'], true],
  ['an indented first line', [], ['  a'], [], true],
  ['a right one', ['if a:', '    b'], ['    c', 'd'], ['e'], false],
  ['a comment', ['if a:', '    b'], ['      # c'], ['    d'], false],
  ['arguments', ['f(', '  a,'], ['      b)'], ['c'], false],
  ['nothing but blank lines', ['a'], ['', '  '], ['b'], false],
])('%s breaks the indentation: %#', (_, before, lines, after, expected) => {
  expect(breaksIndentation(before, lines, after, python)).toBe(expected);
});

test.each([
  ['a.ts', ['f({', '"}",', "'}', `", '}`, /[}]/, a / b) // }'], 1],
  ['a.ts', ['/* {', '} */ {'], 1],
  ['a.go', ['s := `\\` + "{"', 'f(`', '(`'], 1],
  ['a.rs', ["fn f<'a>(c: char) { c == '{'", 'r#"{"{"#'], 1],
  ['a.py', ['x = ["[", \'[\', """', '[""",', '# ['], 1],
])('%s: brackets in strings and comments do not count', (path, lines, open) => {
  expect(walkBrackets(lines, blockStyleOf(path).lexis!).at(-1)!.brackets.length).toBe(open);
});

test('a string that goes on is known as one', () => {
  expect(endsInString(['x = """', 'a'], blockStyleOf('a.py'))).toBe(true);
  expect(endsInString(['x = `a\\`', 'b`'], blockStyleOf('a.ts'))).toBe(false);
  expect(endsInString(['"""'], blockStyleOf('a.yaml'))).toBe(false);
});
