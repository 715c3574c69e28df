import { describe, expect, test } from 'vitest';
import { createReindenter, unitsOf } from '../../../../src/core/match/apply/reindent.ts';

function reindenter(oldLines: string[], fileLines: string[], newLines: string[] = [], above: string[] = []) {
  const pairs = oldLines.map((oldLine, oldIndex) => ({ oldIndex, oldLine, fileLine: fileLines[oldIndex]! }));
  return createReindenter(pairs, () => unitsOf([...oldLines, ...newLines], [...above, ...fileLines]));
}

describe('a new line near the first pair', () => {
  test.each([
    ['the same indentation', ['a', '  b'], ['a', '  b'], '      c', '      c'],
    ['shifted by spaces', ['a', '  b'], ['    a', '      b'], '  c', '      c'],

    ['tabs for spaces', ['a', '    b'], ['a', '\tb'], '        c', '\t\tc'],
    ['spaces for tabs', ['a', '\tb'], ['a', '  b'], '\t\tc', '    c'],
    ['two spaces for four', ['a', '    b'], ['a', '  b'], '        c', '    c'],
    ['a blank line stays as it is', ['a'], ['    a'], '', ''],
  ])('%s', (_, oldLines, fileLines, newLine, fitted) => {
    expect(reindenter(oldLines, fileLines, [newLine]).fit(newLine, 1)).toBe(fitted);
  });

  test.each([
    ['one step deeper than any pair', ['a', '  b'], ['    a', '      b'], '    c', '        c'],
    ['one step less deep than any pair', ['  a'], ['      a'], 'c', '    c'],
    ['as far out as can be', ['    a'], ['  a'], 'c', 'c'],
  ])('%s', (_, oldLines, fileLines, newLine, fitted) => {
    const above = ['class A {', '  b', '    c'];
    expect(reindenter(oldLines, fileLines, [newLine], above).fit(newLine, 1)).toBe(fitted);
  });

  test('where the indentation was lost, only a line between two of the same depth is sure', () => {
    const lost = reindenter(['a', 'b', 'c'], ['a', '  b', '  c']);
    expect(lost.isConsistent).toBe(false);
    expect(lost.fit('x', 2)).toBe('  x');
    expect(lost.fit('x', 1)).toBeUndefined();
    expect(lost.fit('x', 3)).toBeUndefined();
    expect(lost.fit('if x {', 2)).toBeUndefined();
  });
});

describe('the note says what happened', () => {
  test.each([
    [['a'], ['a'], undefined],
    [['a'], ['    a'], 'new text shifted by 4 spaces'],
    [['    a'], ['  a'], 'new text shifted by -2 spaces'],
    [['a', '\tb'], ['\ta', '\t\tb'], 'new text shifted by 1 tabs'],
    [['  a'], ['\ta'], "new text indented as the file's lines are"],
  ])('%j as %j', (oldLines, fileLines, note) => {
    expect(reindenter(oldLines, fileLines).note).toBe(note);
  });
});

test('one line that is indented otherwise among others says nothing about the new ones', () => {
  const stray = reindenter(['  a', '  b', '  c'], ['  a', '    b', '  c']);
  expect(stray.isIdentity).toBe(true);
  expect(stray.fit('  x', 3)).toBe('  x');
  expect(stray.fit('  x', 1)).toBeUndefined();
});
