import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffOfEdits, editBetween } from '../../../src/core/edit/diff.ts';
import type { TextEdit } from '../../../src/core/edit/text-edit.ts';
import { linesWithEndings } from '../../../src/core/text/lines.ts';

function edit(start: number, end: number, newText: string): TextEdit {
  return { span: { start, end }, newText };
}

function applied(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toReversed()
    .reduce(
      (result, { span, newText }) => result.slice(0, span.start) + newText + result.slice(span.end),
      text,
    );
}

describe('a unified diff of edits', () => {
  test('shows three lines around the change', () => {
    const text = '1\n2\n3\n4\n5\n6\n7\n8\n9\n';
    expect(diffOfEdits('a.txt', text, [edit(8, 9, 'five')])).toEqual({
      text: '--- a.txt\n+++ a.txt\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n',
      isCut: false,
      added: 1,
      removed: 1,
    });
  });

  test('marks a missing final line break', () => {
    expect(diffOfEdits('a', 'x', [edit(1, 1, '\ny')]).text).toBe(
      '--- a\n+++ a\n@@ -1,1 +1,2 @@\n-x\n\\ No newline at end of file\n+x\n+y\n\\ No newline at end of file\n',
    );
  });

  test('names the file in one line, whatever its name', () => {
    expect(diffOfEdits('a\n-b\u001b', '', [edit(0, 0, 'x\n')]).text).toBe(
      '--- a␊-b␛\n+++ a␊-b␛\n@@ -0,0 +1,1 @@\n+x\n',
    );
  });

  test('of a new file starts at line 0', () => {
    expect(diffOfEdits('a', '', [edit(0, 0, 'x\n')]).text).toBe('--- a\n+++ a\n@@ -0,0 +1,1 @@\n+x\n');
  });

  test('leaves out lines that a replacement repeats', () => {
    const { text, added, removed } = diffOfEdits('a', 'a\nb\nc\n', [edit(0, 6, 'a\nB\nc\n')]);
    expect(text).toBe('--- a\n+++ a\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n');
    expect([added, removed]).toEqual([1, 1]);
  });

  test('is empty when nothing changes', () => {
    expect(diffOfEdits('a', 'a\nb\n', [edit(0, 1, 'a')])).toEqual({
      text: '',
      isCut: false,
      added: 0,
      removed: 0,
    });
  });

  test('puts distant changes into separate hunks', () => {
    const text = Array.from({ length: 40 }, (_, i) => `${i}\n`).join('');
    const first = text.indexOf('3\n');
    const second = text.indexOf('33\n');
    const { text: diff } = diffOfEdits('a', text, [edit(first, first, 'x\n'), edit(second, second + 3, '')]);
    expect(diff.match(/^@@.*@@$/gm)).toEqual(['@@ -1,6 +1,7 @@', '@@ -31,7 +32,6 @@']);
  });

  test('of a large change is cut when asked, with true counts', () => {
    const { text, added, removed } = diffOfEdits('a', 'old\n', [edit(0, 4, 'new line\n'.repeat(10_000))], {
      maxCharacters: 500,
    });
    expect(text.length).toBeLessThan(700);
    expect(text).toMatch(/^--- a\n\+\+\+ a\n@@ -1,1 \+1,10000 @@\n-old\n\+new line\n/);
    expect(text).toMatch(/\n\\ The diff is cut here: the change is larger than is shown\n$/);
    expect([added, removed]).toEqual([10_000, 1]);
  });

  test('applied as a patch makes the new text from the old, whatever the edits', () => {
    const text = fc
      .array(fc.constantFrom('a\n', 'b\r\n', '\n', 'c d\n', 'e'), { maxLength: 30 })
      .map((lines) => lines.join(''));
    const cut = fc.tuple(fc.nat(60), fc.nat(8), fc.constantFrom('', 'x', 'x\n', '\n', 'a\nb', 'y\nz\n'));
    fc.assert(
      fc.property(text, fc.array(cut, { minLength: 1, maxLength: 3 }), (before, cuts) => {
        const edits = disjoint(before, cuts);
        const { text: diff } = diffOfEdits('f', before, edits);
        expect(patched(before, diff)).toBe(applied(before, edits));
      }),
      { numRuns: 2000 },
    );
  });
});

/** What \`patch\` makes of a text; every context and removed line must be just where the hunk says. */
function patched(text: string, diff: string): string {
  const old = linesWithEndings(text);
  let result = '';
  let at = 0;
  for (const hunk of diff.split(/(?<=\n)(?=@@)/).slice(1)) {
    const [, start, oldCount, , newCount] = hunk.match(/^@@ -(\d+),(\d+) \+(\d+),(\d+) @@/)!.map(Number);
    const first = oldCount === 0 ? start! : start! - 1;
    result += old.slice(at, first).join('');
    at = first;
    const lines: string[] = [];
    for (const line of linesWithEndings(hunk).slice(1)) {
      if (line.startsWith('\\')) lines.push(lines.pop()!.slice(0, -1));
      else lines.push(line);
    }
    for (const line of lines) if (!line.startsWith('+')) expect(old[at++]).toBe(line.slice(1));
    const added = lines.filter((line) => !line.startsWith('-')).map((line) => line.slice(1));
    expect([lines.length - lines.filter((line) => line.startsWith('+')).length, added.length]).toEqual([
      oldCount,
      newCount,
    ]);
    result += added.join('');
  }
  return result + old.slice(at).join('');
}

function disjoint(text: string, cuts: [number, number, string][]): TextEdit[] {
  const edits: TextEdit[] = [];
  let from = 0;
  for (const [skip, length, newText] of cuts) {
    const start = Math.min(text.length, from + skip);
    const end = Math.min(text.length, start + length);
    if (edits.length > 0 && start === from) continue;
    edits.push(edit(start, end, newText));
    from = end;
  }
  return edits;
}

test('the edit between two texts turns one into the other and is as small as can be', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b') }),
      fc.string({ unit: fc.constantFrom('a', 'b') }),
      (before, after) => {
        const made = editBetween(before, after);
        expect(applied(before, [made])).toBe(after);
      },
    ),
  );
  expect(editBetween('one two three', 'one 2 three')).toEqual(edit(4, 7, '2'));
});
