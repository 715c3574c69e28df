import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { sharedCorvid } from '../corvid-client.ts';

const open = sharedCorvid();

const python = 'def a():\n    x = 1\n    return x\n\n\ndef b():\n    x = 1\n    return x\n';

async function openWith(files: Readonly<Record<string, string>>) {
  const corvid = await open();
  for (const [name, text] of Object.entries(files)) await writeFile(corvid.path(name), text);
  /** Paths in the patch are relative to the folder of the test. */
  const apply = (body: string, more: Record<string, unknown> = {}) =>
    corvid.call('apply_patch', {
      patch: `*** Begin Patch\n${body.replace(/(File|to): (\S+)/g, (_, kind, name) => `${kind}: ${corvid.path(name)}`)}\n*** End Patch`,
      ...more,
    });
  const text = (name: string) => readFile(corvid.path(name), 'utf8');
  return { ...corvid, apply, text };
}

describe('apply_patch', () => {
  test('updates, adds, moves and deletes files in one call', async () => {
    const { path, apply, text, folder } = await openWith({
      'a.py': python,
      'old.sh': 'echo 1\n',
      'gone.txt': 'x\n',
    });
    await chmod(path('old.sh'), 0o755);
    const { text: answer, result } = await apply(
      '*** Update File: a.py\n@@ def b():\n-    x = 1\n+    x = 2\n*** Add File: new/n.txt\n+one\n*** Update File: old.sh\n*** Move to: new/moved.sh\n@@\n-echo 1\n+echo 2\n*** Delete File: gone.txt',
    );
    expect(answer).toContain(
      `Applied the patch to 4 files:\nM ${path('a.py')} +1 -1\nA ${path('new/n.txt')} +1 -0\nR ${path('old.sh')} to ${path('new/moved.sh')} +1 -1\nD ${path('gone.txt')}\n`,
    );
    expect(await text('a.py')).toBe(python.replace(/x = 1(?![\s\S]*x = 1)/, 'x = 2'));
    expect([await text('new/n.txt'), await text('new/moved.sh')]).toEqual(['one\n', 'echo 2\n']);
    expect((await stat(path('new/moved.sh'))).mode & 0o777).toBe(0o755);
    expect((await readdir(folder)).filter((name) => name !== '.state').sort()).toEqual(['a.py', 'new']);
    expect(result._meta?.['corvid/result']).toMatchObject({
      files: [
        { action: 'update' },
        { action: 'add' },
        { action: 'move', from: path('old.sh') },
        { action: 'delete' },
      ],
    });
  });

  test('deletes and moves files that are not text', async () => {
    const { path, apply, folder, call } = await openWith({});
    const bytes = Buffer.from([0x89, 0x50, 0, 1, 2, 255]);
    for (const name of ['old.png', 'moved.png']) await writeFile(path(name), bytes);
    const { text } = await apply(
      '*** Delete File: old.png\n*** Update File: moved.png\n*** Move to: new.png',
    );
    expect(text).toContain(`D ${path('old.png')}\nR ${path('moved.png')} to ${path('new.png')}`);
    expect((await readdir(folder)).filter((name) => name !== '.state')).toEqual(['new.png']);
    expect(await readFile(path('new.png'))).toEqual(bytes);
    await call('file_editor', { command: 'undo_edit', path: path('old.png') });
    expect(await readFile(path('old.png'))).toEqual(bytes);
  });

  test('takes a unified diff', async () => {
    const { call, path, text } = await openWith({ 'a.py': python });
    const patch = `--- ${path('a.py')}\n+++ ${path('a.py')}\n@@ -7,2 +7,2 @@\n-    x = 1\n+    x = 3\n     return x\n`;
    expect((await call('apply_patch', { patch })).failed).toBe(false);
    expect(await text('a.py')).toContain('def b():\n    x = 3');
  });

  const changed = ' def b():\n-    x = 1\n+    x = 3\n     return x\n';
  test.each([
    [
      'of git, whose heading is the function above',
      (p: string) => `diff --git a${p} b${p}\n--- ${p}\n+++ ${p}\n@@ -6,3 +6,3 @@ def a():\n${changed}`,
    ],
    ['without numbers', (p: string) => `--- ${p}\n+++ ${p}\n@@\n${changed}`],
    [
      'without numbers, with an empty line',
      (p: string) => `--- ${p}\n+++ ${p}\n@@\n     return x\n\n\n${changed}`,
    ],
    [
      'in an envelope',
      (p: string) => `*** Begin Patch\n--- ${p}\n+++ ${p}\n@@ -6,3 +6,3 @@\n${changed}*** End Patch`,
    ],
    [
      'below the name of an envelope',
      (p: string) =>
        `*** Begin Patch\n*** Update File: ${p}\n--- ${p}\n+++ ${p}\n@@ -6,3 +6,3 @@\n${changed}*** End Patch`,
    ],
  ])('takes a unified diff %s', async (_, patch) => {
    const { call, path, text } = await openWith({ 'a.py': python });
    const answer = await call('apply_patch', { patch: patch(path('a.py')) });
    expect([answer.failed, answer.failed && answer.text]).toEqual([false, false]);
    expect(await text('a.py')).toBe(python.replace(/x = 1(?![\s\S]*x = 1)/, 'x = 3'));
  });

  test.each([
    [
      'a command around it',
      "cd /x && apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: a\n*** End Patch\nEOF",
      'Give the patch alone, from "*** Begin Patch" to "*** End Patch", without a shell command around it.',
    ],
    [
      'escaped line breaks',
      '*** Begin Patch\\n*** Delete File: a\\n*** End Patch',
      'It has `\\n` where line breaks should be. Write the patch like this:',
    ],
  ])('with %s is refused, and says what to give', async (_, patch, message) => {
    const { call } = await open();
    expect((await call('apply_patch', { patch })).text).toContain(message);
  });

  test('repairs a hunk that is misquoted, and names it', async () => {
    const { apply, text } = await openWith({ 'a.go': 'func f() {\n\tone()\n\ttwo()\n}\n' });
    const { text: answer } = await apply(
      '*** Update File: a.go\n@@\n func f() {\n     one()\n-    two()\n+    three()\n }',
    );
    expect(answer).toContain('matched ignoring');
    expect(await text('a.go')).toBe('func f() {\n\tone()\n\tthree()\n}\n');
  });

  test('with dry_run shows the diff and writes nothing', async () => {
    const { apply, text } = await openWith({ a: '1\n', b: '2\n' });
    const { text: answer } = await apply('*** Update File: a\n@@\n-1\n+one\n*** Delete File: b', {
      dry_run: true,
    });
    expect(answer).toContain('Would apply the patch to 2 files:');
    expect(answer).toContain('-1\n+one\n');
    expect([await text('a'), await text('b')]).toEqual(['1\n', '2\n']);
  });

  test('says what is already there', async () => {
    const { apply, path } = await openWith({ a: 'zero\nONE\ntwo\n' });
    const { text } = await apply('*** Update File: a\n@@\n zero\n-one\n+ONE\n two');
    expect(text).toContain(`= ${path('a')} already has this change`);
  });
});

describe('a patch that cannot be applied changes no file', () => {
  test.each([
    [
      'a hunk that is nowhere',
      '*** Update File: b\n@@\n-nowhere at all\n+x',
      'STRING_NOT_FOUND: No replacement was performed, hunk 1 `nowhere at all',
    ],
    [
      'a hunk that is in two places',
      '*** Update File: a.py\n@@\n-    x = 1\n+    x = 2',
      'MULTIPLE_MATCHES: No replacement was performed. Multiple occurrences of hunk 1',
    ],
    [
      'a hunk outside its anchor',
      '*** Update File: c\n@@ one\n-  three\n+  3',
      'which is not in the block of "@@ one"',
    ],
    [
      'an anchor that is nowhere',
      '*** Update File: b\n@@ missing\n+x',
      'is below "@@ missing", which the file does not have.',
    ],
    ['a file that exists', '*** Add File: b\n+x', 'FILE_EXISTS'],
    [
      'a move to a file that exists',
      '*** Update File: a.py\n*** Move to: b\n@@ def b():\n-    x = 1\n+    x = 2',
      'FILE_EXISTS',
    ],
    ['a file that is missing', '*** Delete File: nothing', 'FILE_NOT_FOUND'],
    ['a file twice', '*** Update File: b\n@@\n-2\n+3\n*** Delete File: b', 'is given twice'],
    [
      'a syntax error after a repair',
      '*** Update File: a.py\n@@ def b():\n-  x = 1\n+  x = (',
      'SYNTAX_ERROR',
    ],
    ['a denied path', '*** Add File: .env\n+x', 'PATH_DENIED'],
    [
      'a line of a new file without its sign',
      '*** Add File: q\nhello',
      'of an added file must begin with "+".',
    ],
  ])('%s', async (_, body, message) => {
    const { apply, text, folder } = await openWith({
      'a.py': python,
      b: '2\n',
      c: 'one:\n  two\nother:\n  three\n',
      first: '1\n',
    });
    const before = (await readdir(folder)).sort();
    const { text: answer, failed } = await apply(`*** Update File: first\n@@\n-1\n+one\n${body}`);
    expect(answer).toContain(message);
    expect(failed).toBe(true);
    expect([await text('first'), await text('a.py'), await text('b')]).toEqual(['1\n', python, '2\n']);
    expect((await readdir(folder)).sort()).toEqual(before);
  });
});
