import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  areExpected,
  type FoundLines,
  findLines,
  linesOfContent,
} from '../../../src/core/edit/expected-lines.ts';
import { replaceLines } from '../../../src/core/edit/replace-lines.ts';
import { fitLineEndings } from '../../../src/core/text/line-endings.ts';
import { linesWithEndings } from '../../../src/core/text/lines.ts';

function replaced(text: string, first: number, count: number, lines: readonly string[]): string {
  const edit = replaceLines(text, first, count, lines);
  if (!edit) return text;
  const { start, end } = edit.span;
  return text.slice(0, start) + fitLineEndings(edit.newText, text, edit.span) + text.slice(end);
}

describe('whole lines', () => {
  test.each([
    ['replaced', 'a\nb\nc\n', 2, 1, ['x', 'y'], 'a\nx\ny\nc\n'],
    ['replaced at the end', 'a\nb\n', 2, 1, ['x'], 'a\nx\n'],
    ['replaced at an end without a line break', 'a\nb', 2, 1, ['x', 'y'], 'a\nx\ny'],
    ['added at an end without a line break', 'a\nb', 2, 1, ['b', 'c'], 'a\nb\nc'],
    ['deleted', 'a\nb\nc\n', 2, 1, [], 'a\nc\n'],
    ['deleted at the end', 'a\nb\n', 2, 1, [], 'a\n'],
    ['deleted at an end without a line break', 'a\nb\nc', 3, 1, [], 'a\nb'],
    ['deleted at an end without a line break, CRLF', 'a\r\nb\r\nc', 2, 2, [], 'a'],
    ['all deleted', 'a\nb', 1, 2, [], ''],
    ['inserted', 'a\nb\n', 2, 0, ['x'], 'a\nx\nb\n'],
    ['inserted at the beginning', 'a\n', 1, 0, ['x'], 'x\na\n'],
    ['inserted at the end', 'a\n', 2, 0, ['x'], 'a\nx\n'],
    ['inserted at an end without a line break', 'a', 2, 0, ['x', 'y'], 'a\nx\ny'],
    ['inserted into an empty text', '', 1, 0, ['x'], 'x\n'],
    ['a blank one inserted', 'a\nb', 2, 0, [''], 'a\n\nb'],
    ['replaced in CRLF', 'a\r\nb\r\nc\r\n', 2, 1, ['x', 'y'], 'a\r\nx\r\ny\r\nc\r\n'],
    ['inserted into CRLF', 'a\r\nb', 3, 0, ['x', 'y'], 'a\r\nb\r\nx\r\ny'],
    ['replaced at the end in CRLF', 'a\r\nb', 2, 1, ['x', 'y'], 'a\r\nx\r\ny'],
    ['the same ones keep their endings', 'a\nb\r\nc\n', 1, 3, ['a', 'c'], 'a\nc\n'],
    ['a blank last one stays a line', 'a\n\nb', 3, 1, [], 'a\n\n'],
    ['a blank last one becomes a line', 'a\nb', 2, 1, ['x', ''], 'a\nx\n\n'],
    ['the same', 'a\nb\n', 1, 2, ['a', 'b'], 'a\nb\n'],
  ] as const)('%s', (_, text, first, count, lines, expected) => {
    expect(replaced(text, first, count, lines)).toBe(expected);
  });

  test('that stay the same are no edit', () => {
    expect(replaceLines('a\nb\n', 1, 2, ['a', 'b'])).toBeUndefined();
  });

  test('outside of the range keep every byte, and the final line break stays as it is', () => {
    const line = fc.stringMatching(/^[ab ]{0,3}$/);
    const text = fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\r\n')), { minLength: 1, maxLength: 8 })
      .map((lines) => lines.map((pair) => pair.join('')).join(''));
    const content = fc.array(line, { maxLength: 4 });
    fc.assert(
      fc.property(text, fc.boolean(), fc.nat(), fc.nat(), content, (whole, isOpen, a, b, lines) => {
        const given = isOpen ? whole.replace(/\r?\n$/, '') : whole;
        fc.pre(given !== '' && (!isOpen || !given.endsWith('\n')));
        const old = linesWithEndings(given);
        const first = a % (old.length + 1);
        const count = Math.min(b % 4, old.length - first);
        const result = replaced(given, first + 1, count, lines);
        const [before, after] = [old.slice(0, first).join(''), old.slice(first + count).join('')];
        const isAtEnd = after === '';
        expect(result.startsWith(isAtEnd ? before.replace(/\r?\n$/, '') : before)).toBe(true);
        expect(result.endsWith(after)).toBe(true);
        const isLastBlank = linesWithEndings(result).map(bare).at(-1) === '';
        if (result !== '' && !isLastBlank) expect(result.endsWith('\n')).toBe(given.endsWith('\n'));
        expect(linesWithEndings(result).map(bare)).toEqual([
          ...old.slice(0, first).map(bare),
          ...lines,
          ...old.slice(first + count).map(bare),
        ]);
      }),
      { numRuns: 500 },
    );
  });
});

const bare = (line: string) => line.replace(/\r?\n$/, '');

describe('lines that a caller expects', () => {
  test.each([
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\r\nb\r\n', ['a', 'b']],
    ['\n', ['']],
    ['a\n\n', ['a', '']],
  ])('%j are %j', (content, lines) => {
    expect(linesOfContent(content)).toEqual(lines);
  });

  test('may have other white space around them', () => {
    const lines = ['  b ', 'c', 'b', 'c'];
    expect(areExpected(lines, ['b', ' c'])).toBe(true);
    expect(areExpected(lines, ['c'])).toBe(false);
    expect(areExpected(['c'], ['c', 'd'])).toBe(false);
  });

  test('are found in a text, overlapping ones too', () => {
    expect(foundIn('a\n  b \r\nc\nb\nc', ['b', 'c'])).toEqual({ places: [2, 4], count: 2 });
    expect(foundIn('a\n'.repeat(20), ['a', 'a'], 3)).toEqual({ places: [1, 2, 3], count: 19 });
    expect(foundIn('a\nb\n', ['c'])).toEqual({ places: [], count: 0 });
  });

  test('are found where a comparison at each line finds them', () => {
    const lines = fc.array(fc.constantFrom('a', ' a', 'b', ''), { maxLength: 30 });
    fc.assert(
      fc.property(
        lines,
        fc.array(fc.constantFrom('a', 'b', ''), { minLength: 1, maxLength: 5 }),
        (all, some) => {
          const places = all.flatMap((_, at) => (areExpected(all.slice(at), some) ? at + 1 : []));
          const text = all.map((line) => `${line}\n`).join('');
          expect(foundIn(text, some)).toEqual({ places, count: places.length });
        },
      ),
    );
  });
});

function foundIn(text: string, expected: readonly string[], max = 100): FoundLines {
  const steps = findLines(text, expected, max);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}
