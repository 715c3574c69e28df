import { describe, expect, test } from 'vitest';
import { parsePatch } from '../../../src/core/patch/parse-patch.ts';
import { planHunks } from '../../../src/core/patch/plan-hunks.ts';

/** The text after the hunks, or how they were refused. */
function patched(text: string, hunks: string, shown?: string): string {
  const patch = hunks.startsWith('---')
    ? hunks
    : `*** Begin Patch\n*** Update File: a\n${hunks}\n*** End Patch`;
  const [file] = parsePatch(patch);
  if (file?.kind !== 'update') throw new Error('not an update');
  const known =
    shown === undefined
      ? undefined
      : { text: () => shown, isShown: () => true, linesInsertedBy: () => undefined };
  const steps = planHunks(text, file.hunks, { policy: 'safe', shown: known });
  let step = steps.next();
  while (!step.done) step = steps.next();
  const plan = step.value;
  if (plan.outcome === 'refused') return `hunk ${plan.hunk.number}: ${plan.refusal.outcome}`;
  if (plan.outcome !== 'edits') return plan.outcome;
  return plan.edits.reduceRight(
    (result, { span, newText }) => result.slice(0, span.start) + newText + result.slice(span.end),
    text,
  );
}

const twoFunctions = 'def a():\n    x = 1\n    return x\n\ndef b():\n    x = 1\n    return x\n';

describe('a hunk', () => {
  test.each([
    ['is replaced', 'a\nb\nc\n', '@@\n a\n-b\n+B\n c', 'a\nB\nc\n'],
    ['only adds', 'a\nc\n', '@@\n a\n+b\n c', 'a\nb\nc\n'],
    ['only removes', 'a\nb\nc\n', '@@\n a\n-b\n c', 'a\nc\n'],
    ['removes the last lines', 'a\nb\n', '@@\n a\n-b', 'a\n'],
    ['at the end of a file without a final newline', 'a\nb', '@@\n a\n-b\n+B', 'a\nB'],
    ['in a file with CRLF', 'a\r\nb\r\nc\r\n', '@@\n a\n-b\n+B\n c', 'a\r\nB\r\nc\r\n'],
    [
      'with other indentation',
      'if x:\n\ta()\n\tb()\n',
      '@@\n if x:\n     a()\n-    b()\n+    c()',
      'if x:\n\ta()\n\tc()\n',
    ],
    ['several, the contexts shared', 'a\nb\nc\nd\n', '@@\n a\n-b\n+B\n c\n@@\n c\n-d\n+D', 'a\nB\nc\nD\n'],
    ['lines without context go to the end', 'a\nb\n', '@@\n+c', 'a\nb\nc\n'],
    ['lines without context go below their anchor', 'a\nb\n', '@@ a\n+x', 'a\nx\nb\n'],
  ])('%s', (_, text, hunks, expected) => {
    expect(patched(text, hunks)).toBe(expected);
  });

  test('never matches a part of a line', () => {
    expect(patched('xab\ncd\n', '@@\n-ab\n+AB')).toBe('hunk 1: absent');
    expect(patched('xab\nab\n', '@@\n-ab\n+AB')).toBe('xab\nAB\n');
    expect(patched('def f():\n    a = 1\n    b = 2\n', '@@\n-  a = 1\n+  a = 3')).toBe(
      'def f():\n    a = 3\n    b = 2\n',
    );
  });
});

describe('a hunk that several places match', () => {
  test('is refused without a hint', () => {
    expect(patched(twoFunctions, '@@\n-    x = 1\n+    x = 2')).toBe('hunk 1: ambiguous');
  });

  test.each([
    ['an anchor', '@@ def b():\n-    x = 1\n+    x = 2'],
    ['an anchor that is not quoted exactly', '@@ def b(self):\n-    x = 1\n+    x = 2'],
    ['the end of the file', '@@\n-    x = 1\n+    x = 2\n     return x\n*** End of File'],
    ['the hunk before it', '@@\n-def b():\n+def c():\n@@\n-    x = 1\n+    x = 2'],
    ['the line number', '--- a\n+++ a\n@@ -6,1 +6,1 @@\n-    x = 1\n+    x = 2\n'],
  ])('is placed by %s', (_, hunks) => {
    const [first, second] = patched(twoFunctions, hunks).split('\n\n');
    expect(first).toContain('x = 1');
    expect(second).toContain('x = 2');
  });

  test('is refused if the anchor has two places as well', () => {
    expect(patched(twoFunctions + twoFunctions, '@@ def b():\n-    x = 1\n+    x = 2')).toBe(
      'hunk 1: ambiguous',
    );
  });

  test('stacked anchors name a block in a block', () => {
    const text = 'class A:\n    def f(self):\n        go(1)\n\nclass B:\n    def f(self):\n        go(1)\n';
    expect(patched(text, '@@ class B:\n@@     def f(self):\n-        go(1)\n+        go(2)')).toBe(
      text.replace(/go\(1\)(?![\s\S]*go\(1\))/, 'go(2)'),
    );
  });
});

test('a unique place outside the block that the anchor names is refused', () => {
  const text = 'def a():\n    x = 1\n\ndef b():\n    x = 2\n';
  expect(patched(text, '@@ def a():\n-    x = 2\n+    x = 3')).toBe('hunk 1: outside-anchor');
});

test('lines below an anchor that the file does not have are refused', () => {
  expect(patched('a\n', '@@ def missing():\n+x')).toBe('hunk 1: anchor-not-found');
});

test('hunks that change the same lines are refused', () => {
  expect(patched('a\nb\nc\n', '@@\n-b\n+B\n@@\n-b\n+X')).toBe('overlap');
});

test('a hunk that is applied already changes nothing', () => {
  expect(patched('a\nB\nc\n', '@@\n a\n-b\n+B\n c')).toBe('a\nB\nc\n');
});

test('a final newline is added and removed where the diff says so', () => {
  expect(patched('a\nb', '--- a\n+++ a\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n')).toBe(
    'a\nb\n',
  );
  expect(patched('a\nb\n', '--- a\n+++ a\n@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n')).toBe(
    'a\nb',
  );
});

describe('hostile patches', () => {
  test('anchors that may be each of many nested lines', () => {
    const nested = Array.from({ length: 1_000 }, (_, i) => `${' '.repeat(i)}anchor\n`).join('');
    const text = nested + '\n'.repeat(100_000);
    expect(patched(text, `${'@@ anchor\n'.repeat(5)}-nothing\n+x`)).toBe('hunk 1: absent');
  });

  test('a hunk that may be in very many places', () => {
    const text = 'a\n'.repeat(100_000);
    expect(patched(text, '@@ -500,1 +500,1 @@\n-a\n+b')).toBe('hunk 1: ambiguous');
  });

  test('anchors in a file that is too large for them', () => {
    expect(patched('a\n'.repeat(200_000), '@@ a\n-a\n+b')).toBe('hunk 1: too-costly');
  });
});
