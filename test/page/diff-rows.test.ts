import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffFiles, splitRows } from '../../page/model/diff-rows.ts';
import { quoteComparison } from '../../page/model/quote-comparison.ts';
import { diffOfEdits, editBetween } from '../../src/core/edit/diff.ts';

test('rows have the numbers of their lines, and the words that changed', () => {
  const diff = '--- a.ts\n+++ a.ts\n@@ -3,3 +3,4 @@\n one\n-two old\n+two new\n+three\n four\n';
  const [file] = diffFiles(diff);
  expect(file).toMatchObject({ name: 'a.ts', hunks: [{ skipped: 2 }] });
  expect(file!.hunks[0]!.rows).toEqual([
    { kind: 'same', oldLine: 3, newLine: 3, text: 'one', marks: [] },
    { kind: 'removed', oldLine: 4, text: 'two old', marks: [{ start: 4, end: 7 }] },
    { kind: 'added', newLine: 4, text: 'two new', marks: [{ start: 4, end: 7 }] },
    { kind: 'added', newLine: 5, text: 'three', marks: [] },
    { kind: 'same', oldLine: 5, newLine: 6, text: 'four', marks: [] },
  ]);
});

test('a new file begins with line 1, and a diff may have several files', () => {
  const diff =
    '--- /dev/null\n+++ new.txt\n@@ -0,0 +1,1 @@\n+x\n--- old.txt\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-y\n';
  const files = diffFiles(diff);
  expect(files.map(({ name }) => name)).toEqual(['new.txt', 'old.txt']);
  expect(files[0]!.hunks[0]!.rows[0]).toMatchObject({ newLine: 1, text: 'x' });
  expect(files[1]!.hunks[0]!.rows[0]).toMatchObject({ oldLine: 1, text: 'y' });
});

test('the rows of any edit are its lines, unified and side by side', () => {
  const text = fc.array(fc.constantFrom('a', 'b', '  c', '-- d', '+++ e', ''), { maxLength: 12 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const [old, next] = [before, after].map((lines) => lines.map((line) => `${line}\n`).join(''));
      const { text: diff } = diffOfEdits('f', old!, [editBetween(old!, next!)]);
      for (const row of diffFiles(diff).flatMap(({ hunks }) => hunks.flatMap(({ rows }) => rows))) {
        if (row.oldLine !== undefined) expect(before[row.oldLine - 1]).toBe(row.text);
        if (row.newLine !== undefined) expect(after[row.newLine - 1]).toBe(row.text);
      }
      for (const { hunks } of diffFiles(diff)) {
        const rows = hunks.flatMap((hunk) => hunk.rows);
        const pairs = splitRows(rows);
        expect(pairs.flatMap(({ right }) => right ?? [])).toEqual(
          rows.filter(({ kind }) => kind !== 'removed'),
        );
        expect(pairs.flatMap(({ left }) => left ?? [])).toEqual(rows.filter(({ kind }) => kind !== 'added'));
      }
    }),
  );
});

test('a quote is compared with the lines of the file, word by word', () => {
  const { inFile, inQuote } = quoteComparison('if a == b {\n  c\n', 'if a >= b {\n  c');
  expect(inFile.map(({ text }) => text)).toEqual(['if a == b {', '  c']);
  expect(inQuote.map(({ text }) => text)).toEqual(['if a >= b {', '  c']);
  expect(inFile[0]!.marks.length).toBeGreaterThan(0);
});
