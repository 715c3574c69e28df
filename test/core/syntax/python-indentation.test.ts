import { describe, expect, test } from 'vitest';
import { findTabIssue } from '../../../src/core/syntax/python-indentation.ts';

const inconsistent = 'inconsistent use of tabs and spaces in indentation';
const unmatched = 'unindent does not match any outer indentation level';

describe('tabs and spaces are refused', () => {
  test.each([
    ['spaces below a tab, equally wide', 'if a:\n\tif b:\n        c\n', 3, 9, inconsistent],
    ['a tab below spaces, deeper only if it is wide', 'if a:\n    if b:\n\tc\n', 3, 2, inconsistent],
    ['spaces and a tab below a tab', 'if a:\n\tb\n    \tc\n', 3, 6, inconsistent],
    ['a depth between two others', 'if a:\n\tif b:\n\t\tc\n    d\n', 4, 5, unmatched],
    ['after CRLF', 'if a:\r\n\tb\r\n        c\r\n', 3, 9, inconsistent],
    ['after a string of several lines', 'if a:\n\tb = """\n  "\n"""\n        c\n', 5, 9, inconsistent],
    ['after brackets over several lines', 'if a:\n\tb = (\n  1)\n        c\n', 4, 9, inconsistent],
  ])('%s', (_, text, line, column, message) => {
    expect(findTabIssue(text)).toEqual({ line, column, message });
  });
});

describe('tabs and spaces are accepted', () => {
  test.each([
    ['where there are no tabs', 'if a:\n  b\n    c\n'],
    ['in blocks of their own', 'if a:\n\tb\nif c:\n        d\n'],
    ['where a tab comes first and spaces follow', 'if a:\n\tif b:\n\t    c\n\td\n'],
    ['in empty lines and comments', 'if a:\n\tb\n        \n        # c\n\td\n'],
    ['in brackets', 'if a:\n\tb(\n        c,\n  [d,\n e])\n\tf\n'],
    ['in strings', 'if a:\n\tb = """\n        c\'\n"""\n\td\n'],
    ['in strings with escapes', 'if a:\n\tb = "\\"\\\n        c"\n\td\n'],
    ['after a backslash', 'if a:\n\tb = \\\n        c\n\td = \\\r\n  e\n\tf\n'],
    ['after a bracket in a comment', 'if a:\n\tb # (\n\tc\n'],
    ['after quotes within an f-string', 'if a:\n\tb = f"{c["("]} {{ {d:\'>{e}}"\n\tf\n'],
    ['before a form feed', 'if a:\n\tb\n  \f\tc\n'],
    ['where a string is never closed', 'if a:\n\tb = "\n'],
  ])('%s', (_, text) => {
    expect(findTabIssue(text)).toBeUndefined();
  });
});
