import { describe, expect, test } from 'vitest';
import type { ShownFile } from '../../../../src/core/match/evidence.ts';
import { hasSeen, outcomeOf } from '../planning.ts';

describe('an edit that was made before', () => {
  test.each([
    [
      'the old text is gone, the new one is there as lines',
      'const limit = configured(10);\n',
      'const limit = 10;',
      'const limit = configured(10);',
      '<already-applied>',
    ],
    ['several lines', 'a();\nb();\nd();\n', 'a();\nc();', 'a();\nb();', '<already-applied>'],
    ['what it takes away is still there', 'a();\nb();\nc();\n', 'a();\nc();', 'a();\nb();', '<absent>'],
    [
      'the new text contains the old one, and is there around it',
      'import a;\nimport b;\n',
      'import a;\n',
      'import a;\nimport b;\n',
      '<already-applied>',
    ],
    [
      'the new text is before the old one',
      'zero();\none();\n',
      'one();',
      'zero();\none();',
      '<already-applied>',
    ],
    [
      'the old text is elsewhere as well',
      'import a;\nimport b;\nimport a;\n',
      'import a;\n',
      'import a;\nimport b;\n',
      '<ambiguous>',
    ],
    ['a short new text says too little', 'b\nc\n', 'a', 'b', '<absent>'],
    [
      'a new text in the middle of a line says too little',
      'x const limit = configured(10); y\n',
      'const limit = 10;',
      'const limit = configured(10);',
      '<absent>',
    ],
    ['nothing of it is there', 'x\n', 'const limit = 10;', 'const limit = configured(10);', '<absent>'],
  ])('%s', (_, text, oldText, newText, result) => {
    expect(outcomeOf(text, oldText, newText)).toBe(result);
  });

  test('by the policy exact it is looked for again', () => {
    const exactly = { policy: 'exact' } as const;
    expect(
      outcomeOf(
        'const limit = configured(10);\n',
        'const limit = 10;',
        'const limit = configured(10);',
        exactly,
      ),
    ).toBe('<absent>');
    expect(outcomeOf('a\nb\n', 'a\n', 'a\nb\n', exactly)).toBe('a\nb\nb\n');
  });
});

describe('an edit that this session made', () => {
  const remembers = (text: string, brought: readonly string[]): ShownFile => ({
    ...hasSeen(text),
    linesInsertedBy: (oldText) => (oldText === 'y = x + 1' ? brought : undefined),
  });

  test('a place that comes near is left alone', () => {
    const text = 'y = 2\ny = x+1\n';
    const shown = remembers(text, ['y = 2']);
    expect(outcomeOf(text, 'y = x + 1', 'y = 2', { shown })).toBe('<already-applied>');
  });

  test('is made again if its text is gone', () => {
    const text = 'y = x+1\n';
    const shown = remembers(text, ['y = 2']);
    expect(outcomeOf(text, 'y = x + 1', 'y = 2', { shown })).toBe('y = 2\n');
  });

  test('is made again where the file has the old text as quoted', () => {
    const text = 'y = 2\ny = x + 1\n';
    const shown = remembers(text, ['y = 2']);
    expect(outcomeOf(text, 'y = x + 1', 'y = 2', { shown })).toBe('y = 2\ny = 2\n');
  });
});
