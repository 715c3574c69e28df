import { describe, expect, test } from 'vitest';
import { createEvidence } from '../../../../src/core/match/evidence.ts';
import { elision, elisionOfSeenLines, isElision } from '../../../../src/core/match/strategies/elision.ts';
import { by, hasSeen, outcomeOf, seeing } from '../planning.ts';

const text = 'function f() {\n  const a = 1;\n  const b = 2;\n  const c = 3;\n  return a + b + c;\n}\n';

describe('a line that replaces others', () => {
  test.each([
    '...',
    '  ...',
    '// ...',
    '# ...',
    '// ... existing code ...',
    '/* ... */',
    '<!-- ... -->',
    '…',
    '// … rest of the function',
    '// rest of code unchanged',
    '  # Rest of the function remains the same.',
    '/* existing code */',
    '{/* Remaining code unchanged */}',
    '<!-- rest of the file -->',
    '-- the rest of this function is unchanged',
  ])('%j', (line) => expect(isElision(line)).toBe(true));
  test.each([
    ...['...args', 'f(...x);', 'return ...;', '// what follows', '', 'a ... b', 'x = ...'],
    ...['rest of the code', '// the rest of the code must not change', '# existing code 404 is kept'],
  ])('%j is none', (line) => expect(isElision(line)).toBe(false));
});

describe('elision in both texts', () => {
  test.each([
    [
      'carries over what it replaces',
      text,
      'function f() {\n  ...\n  return a + b + c;\n}',
      'function f() {\n  ...\n  return a * b * c;\n}',
      text.replace('a + b + c', 'a * b * c'),
    ],
    [
      'around a part',
      text,
      '// ...\n  const b = 2;\n// ...',
      '// ...\n  const b = 4;\n// ...',
      text.replace('b = 2', 'b = 4'),
    ],
    [
      'with a change at both sides',
      text,
      '  const a = 1;\n  // ...\n  const c = 3;',
      '  const a = 7;\n  // ...\n  const c = 9;',
      text.replace('a = 1', 'a = 7').replace('c = 3', 'c = 9'),
    ],
    [
      'in another order is not there',
      text,
      '  const c = 3;\n  ...\n  const a = 1;',
      '  const c = 4;\n  ...\n  const a = 1;',
      '<absent>',
    ],
    ['every way to lay it out counts', 'a\nx\nb\na\ny\nb\n', 'a\n...\nb', 'a\n...\nc', '<ambiguous 3>'],
    [
      'a new part where the old text has none cannot be placed',
      text,
      '...\n  const b = 2;',
      '  const z = 0;\n...\n  const b = 2;',
      '<unsure>',
    ],
    [
      'as many on both sides',
      text,
      '  const a = 1;\n  ...\n  const c = 3;',
      '  const a = 1;\n  const c = 3;',
      '<absent>',
    ],
  ])('%s', (_, text, oldText, newText, result) => {
    expect(by(elision, text, oldText, newText)).toBe(result);
  });
});

describe('elision in one text', () => {
  const [oldText, newText] = ['  const a = 1;\n  ...\n  const c = 3;', '  const abc = 6;'];
  const whole = 'function f() {\n  const abc = 6;\n  return a + b + c;\n}\n';

  test('the old one: replaced from its first to its last line, if all of it was shown', () => {
    const seen = seeing(elisionOfSeenLines, createEvidence(hasSeen(text), text));
    expect(by(seen, text, oldText, newText)).toBe(whole);
    const partly = seeing(elisionOfSeenLines, createEvidence(hasSeen(text, [0, 1, 3, 4]), text));
    expect(by(partly, text, oldText, newText)).toBe('<absent>');
    expect(by(elisionOfSeenLines, text, oldText, newText)).toBe('<absent>');
  });

  test.each([
    [
      'the new one alone is refused',
      'function f() {\n  const a = 1;\n  const b = 2;',
      'function f() {\n  // ... existing code ...\n  const b = 3;',
      '<elided>',
    ],
    [
      'dots instead of a block are refused',
      '  const a = 1;\n  const b = 2;\n  const c = 3;',
      '  ...\n  const c = 4;',
      '<elided>',
    ],
    ['the old one alone, unseen, is refused', oldText, newText, '<absent>'],
  ])('%s', (_, oldText, newText, result) => {
    expect(outcomeOf(text, oldText, newText)).toBe(result);
  });

  test('words in the new one, in place of code and not beside it', () => {
    const shortened = 'function f() {\n  const a = 2;\n  // rest of the function unchanged\n}';
    expect(outcomeOf(text, text.trimEnd(), shortened)).toBe('<elided>');
    const beside = '  const a = 1;\n  // existing code\n  const b = 2;';
    expect(outcomeOf(text, '  const a = 1;\n  const b = 2;', beside)).toContain('// existing code\n');
  });

  test('dots in place of one line may be a stub', () => {
    expect(outcomeOf('def f():\n    pass\n', '    pass', '    ...')).toBe('def f():\n    ...\n');
  });

  test('a file that has such a line itself', () => {
    expect(outcomeOf('a\n...\nb\n', 'a\n...\nb', 'a\n...\nc')).toBe('a\n...\nc\n');
  });
});
