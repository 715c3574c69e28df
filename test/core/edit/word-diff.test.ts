import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffOfEdits, editBetween } from '../../../src/core/edit/diff.ts';
import { diffLineKinds } from '../../../src/core/edit/diff-line-kinds.ts';
import { type MarkedLine, markWords } from '../../../src/core/edit/word-diff.ts';

function diffBetween(before: string, after: string): string {
  return diffOfEdits('a.txt', before, [editBetween(before, after)]).text;
}

/** The changed lines with their changed words in braces. */
function marked(before: readonly string[], after: readonly string[]): string[] {
  const header = `@@ -1,${before.length} +1,${after.length} @@`;
  const body = [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)];
  return markWords([header, ...body].join('\n'))
    .slice(1)
    .map(withBraces);
}

function withBraces({ text, changed }: MarkedLine): string {
  return changed.reduceRight(
    (line, { start, end }) => `${line.slice(0, start)}{${line.slice(start, end)}}${line.slice(end)}`,
    text,
  );
}

describe('words that changed', () => {
  test.each([
    ['a name', ['const total = sum(a, b);'], ['const total = sum(a, c);'], ['b'], ['c']],
    ['a word that came', ['return value;'], ['return await value;'], [], ['await ']],
    ['a word that went', ['if (a && b) {'], ['if (a) {'], [' && b'], []],
    [
      'two neighbours, as one',
      ['the old red house here'],
      ['the new big house here'],
      ['old red'],
      ['new big'],
    ],
    ['an operator', ['while (left !== right) {'], ['while (left === right) {'], ['!=='], ['===']],
    ['an indent', ['  go();'], ['    go();'], ['  '], ['    ']],
    ['a line end', ['same text\r'], ['same text'], ['\r'], []],
    ['letters beyond ASCII', ['le café est bon'], ['le thé est bon'], ['café'], ['thé']],
    ['a character of two units', ['the 🐦 sings'], ['the 🐧 sings'], ['🐦'], ['🐧']],
  ])('%s', (_, before, after, removed, added) => {
    const lines = markWords(`@@ -1,1 +1,1 @@\n-${before[0]}\n+${after[0]}`);
    const words = ({ text, changed }: MarkedLine) => changed.map(({ start, end }) => text.slice(start, end));
    expect([words(lines[1]!), words(lines[2]!)]).toEqual([removed, added]);
  });

  test('are not sought in lines that have little in common', () => {
    const lines = [['const a = 1;'], ['import { join } from "node:path";']] as const;
    expect(marked(...lines)).toEqual(['-const a = 1;', '+import { join } from "node:path";']);
  });

  test('are found although lines came or went between them', () => {
    expect(
      marked(['first(alpha);', 'second(beta);'], ['first(gamma);', '// entirely new here', 'second(delta);']),
    ).toEqual([
      '-first({alpha});',
      '-second({beta});',
      '+first({gamma});',
      '+// entirely new here',
      '+second({delta});',
    ]);
  });

  test('stand out also in a last line without a line end', () => {
    const lines = markWords(diffBetween('one two three', 'one two four'));
    expect(lines.map(withBraces)).toEqual([
      ...['--- a.txt', '+++ a.txt', '@@ -1,1 +1,1 @@'],
      ...['-one two {three}', '\\ No newline at end of file', '+one two {four}'],
      ...['\\ No newline at end of file', ''],
    ]);
  });

  test('are not sought in very long lines, nor without end in very long diffs', () => {
    const long = 'word '.repeat(400);
    expect(marked([`${long}a`], [`${long}b`]).join('')).not.toContain('{');
    const rest = 'beta, gamma, delta, epsilon, '.repeat(30);
    const hunk = `@@ -1,1 +1,1 @@\n-call(alpha, ${rest})\n+call(omega, ${rest})`;
    const lines = markWords(Array(2_000).fill(hunk).join('\n')).map(withBraces);
    expect(lines).toHaveLength(6_000);
    expect(lines[2]).toBe(`+call({omega}, ${rest})`);
    expect(lines.at(-1)).toBe(`+call(omega, ${rest})`);
  });
});

describe('the kinds of the lines of a diff', () => {
  test('a removed line that looks like a header is a removed line', () => {
    const diff = diffBetween('-- query\nselect 1;\n', '++ query\nselect 1;\n');
    expect(diffLineKinds(diff.trimEnd().split('\n'))).toEqual([
      ...['file', 'file', 'hunk', 'removed', 'added', 'same'],
    ]);
  });

  test('the next file begins where a hunk was cut', () => {
    const lines = [
      ...['--- a', '+++ a', '@@ -1,9 +1,9 @@', '-one', '\\ The diff is cut here: the change is larger'],
      ...['--- b', '+++ b', '@@ -1 +1 @@', '-x', '+y'],
    ];
    expect(diffLineKinds(lines)).toEqual([
      ...['file', 'file', 'hunk', 'removed', 'note'],
      ...['file', 'file', 'hunk', 'removed', 'added'],
    ]);
  });
});

const word = fc.constantFrom(
  'alpha',
  'beta',
  'x',
  '=',
  '(',
  ')',
  ' ',
  '  ',
  '\t',
  '\r',
  'ü',
  '🐦',
  '-',
  '+',
  '@@',
);
const line = fc.array(word, { maxLength: 12 }).map((words) => words.join(''));
const text = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.boolean())
  .map(([lines, ends]) => lines.join('\n') + (ends ? '\n' : ''));

test('the lines joined are the diff again', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = diffBetween(before, after);
      const lines = markWords(diff);
      expect(lines.map(({ text }) => text).join('\n')).toBe(diff);
    }),
  );
});

test('what is not marked in a line that became another is the same in both', () => {
  fc.assert(
    fc.property(line, line, (before, after) => {
      const [, from, to] = markWords(`@@ -1,1 +1,1 @@\n-${before}\n+${after}`);
      if (from!.changed.length + to!.changed.length > 0) expect(unmarked(from!)).toBe(unmarked(to!));
    }),
  );
});

function unmarked({ text, changed }: MarkedLine): string {
  return changed.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text).slice(1);
}
