import { describe, expect, test } from 'vitest';
import { parsePatch } from '../../../src/core/patch/parse-patch.ts';
import type { FilePatch } from '../../../src/core/patch/patch.ts';

function updated(file: FilePatch | undefined) {
  if (file?.kind !== 'update') throw new Error(`not an update: ${file?.kind}`);
  return file;
}

describe('the *** Begin Patch format', () => {
  test('adds, updates, moves and deletes files', () => {
    const files = parsePatch(`*** Begin Patch
*** Add File: new.txt
+one
+
+two
*** Update File: src/a.py
*** Move to: src/b.py
@@ class A:
@@     def run(self):
 before
-old
+new
*** Delete File: gone.txt
*** End Patch
`);
    expect(files[0]).toEqual({ kind: 'add', path: 'new.txt', content: 'one\n\ntwo\n' });
    expect(files[2]).toEqual({ kind: 'delete', path: 'gone.txt' });
    const { path, moveTo, hunks } = updated(files[1]);
    expect([path, moveTo]).toEqual(['src/a.py', 'src/b.py']);
    expect(hunks).toEqual([
      {
        number: 1,
        anchors: ['class A:', '    def run(self):'],
        oldLines: ['before', 'old'],
        newLines: ['before', 'new'],
        atEnd: false,
      },
    ]);
  });

  test('several hunks, the first without @@, the last at the end of the file', () => {
    const { hunks } = updated(
      parsePatch(
        '*** Begin Patch\n*** Update File: a\n-1\n+one\n@@\n 2\n+3\n*** End of File\n*** End Patch',
      )[0],
    );
    expect(hunks.map(({ number, oldLines, newLines, atEnd }) => [number, oldLines, newLines, atEnd])).toEqual(
      [
        [1, ['1'], ['one'], false],
        [2, ['2'], ['2', '3'], true],
      ],
    );
  });

  test('an empty line of a hunk is an empty context line; one between files is none', () => {
    const [first, second] = parsePatch(
      '*** Begin Patch\n*** Update File: a\n@@\n x\n\n-y\n+z\n\n*** Update File: b\n@@\n-1\n+2\n\n*** End Patch',
    );
    expect(updated(first).hunks[0]?.oldLines).toEqual(['x', '', 'y']);
    expect(updated(second).hunks[0]?.oldLines).toEqual(['1']);
  });

  test.each([
    ['a heredoc', "apply_patch <<'EOF'\nPATCH\nEOF"],
    ['a heredoc without a command', '<<EOF\nPATCH\nEOF\n'],
    ['a code fence', '```diff\nPATCH\n```'],
    ['Windows line ends', 'PATCH'],
  ])('is read from %s', (name, wrapping) => {
    const patch = '*** Begin Patch\n*** Update File: a\n@@\n-1\n+2\n*** End Patch';
    const text = wrapping.replace('PATCH', patch);
    const { hunks } = updated(
      parsePatch(name.startsWith('Windows') ? text.replaceAll('\n', '\r\n') : text)[0],
    );
    expect(hunks[0]?.newLines).toEqual(['2']);
  });

  test('is read without its first or last line', () => {
    expect(parsePatch('*** Update File: a\n@@\n-1\n+2\n*** End Patch')).toHaveLength(1);
    expect(parsePatch('*** Begin Patch\n*** Update File: a\n@@\n-1\n+2\n')).toHaveLength(1);
  });

  test('a context line that lost its leading space is still one', () => {
    const { hunks } = updated(
      parsePatch('*** Begin Patch\n*** Update File: a\n@@\nif x:\n-    y\n+    z\n*** End Patch')[0],
    );
    expect(hunks[0]?.oldLines).toEqual(['if x:', '    y']);
  });

  test.each([
    ['*** Begin Patch\n*** End Patch', 'The patch names no file.'],
    [
      '*** Begin Patch\nhello\n*** End Patch',
      'Line 2 of the patch ("hello") is not the beginning of a file.',
    ],
    [
      '*** Begin Patch\n*** Add File: a\nno plus\n*** End Patch',
      'Line 3 of the patch ("no plus") of an added file must begin with "+".',
    ],
    ['*** Begin Patch\n*** Update File: a\n*** End Patch', 'The patch changes nothing in a.'],
    ['*** Begin Patch\n*** Update File: a\n@@ f\n*** End Patch', 'ends a hunk that has no lines'],
    ['*** Begin Patch\n*** Update File: \n@@\n-1\n*** End Patch', 'names no path'],
    [
      '*** Begin Patch\n*** Delete File: a\n*** End Patch\nmore',
      'Line 4 of the patch is after "*** End Patch".',
    ],
    ['hello', 'This is neither a patch nor a unified diff. Write the patch like this:'],
  ])('%j is refused', (text, message) => {
    expect(() => parsePatch(text)).toThrow(message);
  });
});

describe('unified diffs', () => {
  test('of git: changed, new, deleted and renamed files', () => {
    const files = parsePatch(`diff --git a/a.ts b/a.ts
index 1..2 100644
--- a/a.ts
+++ b/a.ts
@@ -1,3 +1,3 @@ function f() {
 one
-two
+TWO
 three
diff --git a/new.ts b/new.ts
new file mode 100644
--- /dev/null
+++ b/new.ts
@@ -0,0 +1,2 @@
+x
+y
\\ No newline at end of file
diff --git a/old.ts b/old.ts
deleted file mode 100644
--- a/old.ts
+++ /dev/null
@@ -1 +0,0 @@
-gone
diff --git a/from.ts b/to.ts
similarity index 100%
rename from from.ts
rename to to.ts
`);
    expect(files.map(({ kind, path }) => [kind, path])).toEqual([
      ['update', 'a.ts'],
      ['add', 'new.ts'],
      ['delete', 'old.ts'],
      ['update', 'from.ts'],
    ]);
    expect(files[1]).toMatchObject({ content: 'x\ny' });
    expect(files[3]).toMatchObject({ moveTo: 'to.ts', hunks: [] });
    expect(updated(files[0]).hunks[0]).toMatchObject({
      anchors: ['function f() {'],
      oldStart: 1,
      oldLines: ['one', 'two', 'three'],
    });
  });

  test('of diff -u, with times and without prefixes; a removed line that looks like a header stays a line', () => {
    const { path, hunks } = updated(
      parsePatch(
        '--- dir/a.sql\t2026-01-01\n+++ dir/a.sql\t2026-01-02\n@@ -1,2 +1,1 @@\n--- a comment\n select 1\n',
      )[0],
    );
    expect(path).toBe('dir/a.sql');
    expect(hunks[0]?.oldLines).toEqual(['-- a comment', 'select 1']);
  });

  test('wrong counts in the header are forgiven', () => {
    const { hunks } = updated(
      parsePatch('--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n a\n-b\n+c\n@@ -20,1 +20,1 @@\n-d\n+e\n')[0],
    );
    expect(hunks.map(({ oldLines }) => oldLines)).toEqual([['a', 'b'], ['d']]);
  });

  test.each([
    ['diff --git a/i.png b/i.png\nBinary files a/i.png and b/i.png differ\n', 'which cannot be patched'],
    ['diff --git a/x b/x\nold mode 100644\nnew mode 100755\n', 'The diff changes no line of x.'],
    ['diff --git a/x b/y\nsimilarity index 90%\ncopy from x\ncopy to y\n', 'The diff copies x'],
  ])('%j is refused', (text, message) => {
    expect(() => parsePatch(text)).toThrow(message);
  });
});

test.each([
  ['the name of a file', `*** Update File: a${' '.repeat(500_000)}b${' '.repeat(500_000)}c\n@@\n-a\n+b`],
  ['a new name', `*** Update File: a\n*** Move to: a${' '.repeat(500_000)}b\n@@\n-a\n+b`],
  ['an anchor', `*** Update File: a\n@@ ${' '.repeat(500_000)}b\n-a\n+b`],
  ['the names of git', `diff --git a/${' b/x'.repeat(200_000)}\n--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b`],
])('long spaces in %s take no time', (_, patch) => {
  expect(parsePatch(patch)).toHaveLength(1);
});
