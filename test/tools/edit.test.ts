import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Answer, type Corvid, connect, sharedCorvid } from '../corvid-client.ts';

const open = sharedCorvid();

type Project = Corvid & {
  readonly rewrite: (pattern: string, rewrite: string, more?: Record<string, unknown>) => Promise<Answer>;
  readonly text: (name: string) => Promise<string>;
};

/** A client, and a folder with these files. */
async function project(files: Record<string, string>, opening = open()): Promise<Project> {
  const corvid = await opening;
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(corvid.path(name)), { recursive: true });
    await writeFile(corvid.path(name), content);
  }
  return {
    ...corvid,
    rewrite: (pattern, rewrite, more) =>
      corvid.call('edit', { pattern, rewrite, path: corvid.folder, ...more }),
    text: (name) => readFile(corvid.path(name), 'utf8'),
  };
}

function factsOf({ result }: Answer): Record<string, unknown> {
  return result._meta?.['corvid/result'] as Record<string, unknown>;
}

function refused({ text, failed, result }: Answer, name: string): string {
  expect(failed).toBe(true);
  expect(result._meta?.['corvid/error']).toMatchObject({ name });
  return text;
}

describe('a rewrite by pattern', () => {
  test('of one file reports the number of places, and shows the diff', async () => {
    const { rewrite, text, path } = await project({ 'a.py': 'print(1)\nprint(2, 3)\nx = 4\n' }, connect());
    const answer = await rewrite('print($$$ARGS)', 'log($$$ARGS)', { path: path('a.py') });
    expect(answer.text).toBe(
      'Rewrote 2 places in 1 file.\n--- a.py\n+++ a.py\n@@ -1,3 +1,3 @@\n-print(1)\n+log(1)\n-print(2, 3)\n+log(2, 3)\n x = 4',
    );
    expect(await text('a.py')).toBe('log(1)\nlog(2, 3)\nx = 4\n');
  });

  test('of a folder reports the places of each file and the number of files searched', async () => {
    const files = {
      'src/a.ts': 'foo(1);\nfoo(2);\n',
      'src/sub/b.tsx': 'const x = <A b={foo(3)} />;\n',
      'src/c.ts': 'bar(1);\n',
      'src/notes.md': 'foo(1)',
      'src/skip.gen.ts': 'foo(4);\n',
      '.gitignore': '*.gen.ts\n',
      'node_modules/x/index.ts': 'foo(5);\n',
    };
    const { rewrite, text, path } = await project(files, connect());
    const answer = await rewrite('foo($A)', 'qux($A)');
    expect(answer.text).toMatch(
      /^Rewrote 3 places in 2 files \(searched 3 files\)\.\n {2}src\/a\.ts: 2\n {2}src\/sub\/b\.tsx: 1\n--- src\/a\.ts\n/,
    );
    expect(factsOf(answer)).toMatchObject({
      places: 3,
      looked_in: 3,
      dry_run: false,
      files: [
        { path: path('src/a.ts'), places: 2 },
        { path: path('src/sub/b.tsx'), places: 1 },
      ],
    });
    expect(await text('src/a.ts')).toBe('qux(1);\nqux(2);\n');
    expect(await text('src/sub/b.tsx')).toBe('const x = <A b={qux(3)} />;\n');
    expect(await text('src/skip.gen.ts')).toBe('foo(4);\n');
    expect(await text('node_modules/x/index.ts')).toBe('foo(5);\n');
    expect(await text('src/notes.md')).toBe('foo(1)');
  });

  test('without metavariables in a folder is about whole names', async () => {
    const { rewrite, text } = await project({ 'a.py': 'old_name(old_name_2)\nx.old_name\n# old_name\n' });
    expect((await rewrite('old_name', 'new_name')).text).toContain('Rewrote 2 places in 1 file');
    expect(await text('a.py')).toBe('new_name(old_name_2)\nx.new_name\n# old_name\n');
  });

  test('dry_run shows the diff and writes nothing', async () => {
    const { rewrite, text } = await project({ 'a.js': 'foo(1);\n', 'b.js': 'foo(2);\n' });
    const answer = await rewrite('foo($A)', 'bar($A)', { dry_run: true });
    expect(answer.text).toMatch(/^Would rewrite 2 places in 2 files/);
    expect(answer.text).toContain('+bar(2);');
    expect(factsOf(answer)).toMatchObject({ dry_run: true });
    expect([await text('a.js'), await text('b.js')]).toEqual(['foo(1);\n', 'foo(2);\n']);
  });

  test('each file can be undone by itself', async () => {
    const { rewrite, text, edit } = await project({ 'a.js': 'foo(1);\n', 'b.js': 'foo(2);\n' });
    await rewrite('foo($A)', 'bar($A)');
    await edit('undo_edit', 'a.js');
    expect([await text('a.js'), await text('b.js')]).toEqual(['foo(1);\n', 'bar(2);\n']);
    await edit('undo_edit', 'b.js');
    expect(await text('b.js')).toBe('foo(2);\n');
  });

  test('if one file cannot be written, none is', async () => {
    const { rewrite, text, path } = await project({
      'a.js': 'foo(1);\n',
      'b.js': 'foo(2);\n',
      'c.js': 'foo(3);\n',
    });
    await chmod(path('b.js'), 0o444);
    expect(refused(await rewrite('foo($A)', 'bar($A)'), 'PERMISSION_DENIED')).toContain(path('b.js'));
    const all = await Promise.all(['a.js', 'b.js', 'c.js'].map(text));
    expect(all).toEqual(['foo(1);\n', 'foo(2);\n', 'foo(3);\n']);
  });

  test('that would break the syntax of one file changes none', async () => {
    const { rewrite, text } = await project({ 'a.js': 'foo(1);\n', 'b.js': 'x = foo(2) + 1;\n' });
    const message = refused(await rewrite('foo($A)', 'let y = $A'), 'SYNTAX_ERROR');
    expect(message).toContain('Edit NOT applied.');
    expect([await text('a.js'), await text('b.js')]).toEqual(['foo(1);\n', 'x = foo(2) + 1;\n']);
  });

  test('CRLF lines stay CRLF, bytes of another encoding stay', async () => {
    const { rewrite, path } = await project({ 'a.js': 'if (a) {\r\n  foo(1);\r\n}\r\n' });
    await writeFile(path('b.js'), Buffer.from("s = '\xe9\xe8 caf\xe9 d\xe9j\xe0 vu';\nfoo(1);\n", 'latin1'));
    await rewrite('foo($A);', 'bar($A);\nbaz();');
    expect(await readFile(path('a.js'), 'utf8')).toBe('if (a) {\r\n  bar(1);\r\n  baz();\r\n}\r\n');
    const latin = await readFile(path('b.js'));
    expect(latin.toString('latin1')).toBe("s = '\xe9\xe8 caf\xe9 d\xe9j\xe0 vu';\nbar(1);\nbaz();\n");
  });

  test('leaves places alone that would lose something, and says which', async () => {
    const { rewrite, text } = await project({ 'a.js': 'foo(1);\n\nfoo(/* why */ 2);\n' });
    const answer = await rewrite('foo($A)', 'bar($A)');
    expect(answer.text).toContain(
      'Skipped a place with code that the pattern does not mention and the rewrite would drop: a.js:3 `/* why */`.',
    );
    expect(factsOf(answer)).toMatchObject({ places: 1, left_alone: 1 });
    expect(await text('a.js')).toBe('bar(1);\n\nfoo(/* why */ 2);\n');
  });

  test('the head of a function is rewritten and its body stays', async () => {
    const { rewrite, text } = await project({
      'a.py': 'class A:\n    async def f(self, x) -> int:\n        # body\n        return 1\n',
    });
    await rewrite('def $OLD($$$ARGS)', 'def new_$OLD($$$ARGS)');
    expect(await text('a.py')).toBe(
      'class A:\n    async def new_f(self, x) -> int:\n        # body\n        return 1\n',
    );
  });

  test('a long diff is cut, and the files are counted all the same', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [`f${i}.js`, `foo(${i});\n`.repeat(30)]),
    );
    const { rewrite } = await project(files);
    const { text } = await rewrite('foo($A)', 'bar($A)');
    expect(text).toMatch(/^Rewrote 1800 places in 60 files/);
    expect(text).toContain('and 10 more files');
    expect(text).toMatch(/\\ The diff is cut here: the changes of \d+ files are not or not wholly shown$/);
    expect(text.length).toBeLessThan(20_000);
  });

  test('progress is reported while many files are searched', async () => {
    const files = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`f${i}.js`, 'foo(1);\n']));
    const { client, folder } = await project(files);
    const seen: { progress: number; total?: number | undefined }[] = [];
    await client.callTool(
      { name: 'edit', arguments: { pattern: 'foo($A)', rewrite: 'bar($A)', path: folder, dry_run: true } },
      { onprogress: (progress) => void seen.push(progress) },
    );
    expect(seen[0]).toMatchObject({ progress: 100, total: 250 });
  });
});

describe('languages', () => {
  const mixed = { 'a.js': 'foo(1);\n', 'b.ts': 'foo(2);\n', 'c.py': 'foo(3)\n', 'd.py': 'foo(4)\n' };

  test('a pattern that fits code of several asks which one is meant', async () => {
    const { rewrite, text } = await project(mixed);
    const message = refused(await rewrite('foo($A)', 'bar($A)'), 'INVALID_PARAMS');
    expect(message).toContain('2 Python files, 1 JavaScript file, 1 TypeScript file');
    expect(message).toContain('`language`');
    expect(await text('a.js')).toBe('foo(1);\n');
  });

  test.each([
    ['py', ['foo(1);\n', 'foo(2);\n', 'bar(3)\n', 'bar(4)\n']],
    ['TypeScript', ['foo(1);\n', 'bar(2);\n', 'foo(3)\n', 'foo(4)\n']],
  ])('language %s chooses files', async (language, expected) => {
    const { rewrite, text } = await project(mixed);
    await rewrite('foo($A)', 'bar($A)', { language });
    expect(await Promise.all(Object.keys(mixed).map(text))).toEqual(expected);
  });

  test('JavaScript and TypeScript go together', async () => {
    const { rewrite } = await project({ 'a.js': 'foo(1);\n', 'b.ts': 'foo(2);\n', 'c.d.ts': 'foo(3);\n' });
    expect((await rewrite('foo($A)', 'bar($A)')).text).toContain('Rewrote 3 places in 3 files');
  });

  test('C headers go with the language that is asked for', async () => {
    const { rewrite, text } = await project({
      'a.c': 'int f() { return foo(1); }\n',
      'a.h': 'int x = foo(2);\n',
    });
    await rewrite('foo($A)', 'bar($A)', { language: 'c' });
    expect(await text('a.h')).toBe('int x = bar(2);\n');
  });

  test('of a file whose name does not show it can be given', async () => {
    const { rewrite, text, path } = await project({
      script: 'foo(1)\n',
      run: '#!/usr/bin/env python3\nfoo(1)\n',
    });
    const message = refused(await rewrite('foo($A)', 'bar($A)', { path: path('script') }), 'INVALID_PARAMS');
    expect(message).toContain('Give `language`');
    await rewrite('foo($A)', 'bar($A)', { path: path('script'), language: 'python' });
    expect(await text('script')).toBe('bar(1)\n');
    await rewrite('foo($A)', 'bar($A)', { path: path('run') });
    expect(await text('run')).toContain('bar(1)');
  });

  test('an unknown one is refused with those that are known', async () => {
    const { rewrite } = await project(mixed);
    const message = refused(await rewrite('foo($A)', 'b($A)', { language: 'cobol' }), 'INVALID_PARAMS');
    expect(message).toMatch(/Invalid `language` parameter: cobol\. Known: .*Python.*TypeScript.*Rust/);
  });

  test.each([
    ['foo($A)', { language: 'x'.repeat(50_000) }],
    [`${'x'.repeat(3_000)}$A($B)`, {}],
    [`((${'x'.repeat(3_000)} $A`, {}],
  ])('a refusal shows only the beginning of a very long text', async (pattern, more) => {
    const { rewrite } = await project(mixed);
    const { failed, result } = await rewrite(pattern, 'b($A)', more);
    expect(failed).toBe(true);
    expect(JSON.stringify(result).length).toBeLessThan(5_000);
  });

  test('a pattern that is too long is refused at once', async () => {
    const { rewrite } = await project(mixed);
    const message = refused(await rewrite('$A '.repeat(20_000), 'b', {}), 'INVALID_PARAMS');
    expect(message).toContain(
      'Invalid `pattern` parameter: it has 60000 characters, and a pattern of code at most 4000. Quote a large piece of text with edit_file.',
    );
  });

  test('in a shell script a metavariable that is not used may be a variable', async () => {
    const { rewrite, path, text } = await project({ 'a.sh': 'cd x\ncd $HOME\n' });
    const message = refused(await rewrite('cd $HOME', 'cd /', { path: path('a.sh') }), 'INVALID_PARAMS');
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
    expect(message).toContain('`${HOME}`');
    await rewrite('cd $DIR', 'pushd $DIR', { path: path('a.sh') });
    expect(await text('a.sh')).toBe('pushd x\npushd $HOME\n');
  });
});

describe('nothing is changed', () => {
  test('if no code matches, and the answer says where it looked and what to try', async () => {
    const { rewrite } = await project({
      'a.ts': 'foo(1, 2);\n',
      'b.ts': 'bar();\n',
      'c.json': '{}\n',
    });
    const message = refused(await rewrite('foo($A)', 'bar($A)'), 'STRING_NOT_FOUND');
    expect(message).toContain('No code matches the pattern `foo($A)`');
    expect(message).toContain('Searched 2 TypeScript files; the pattern was parsed as call_expression.');
    expect(message).toContain('`$$$NAME`');
    expect(message).toContain('edit_lines');
  });

  test('if there is no file to look at', async () => {
    const { rewrite } = await project({ 'README.md': 'foo(1)' });
    expect(refused(await rewrite('foo($A)', 'b($A)'), 'STRING_NOT_FOUND')).toContain(
      'It contains no file of a known language, apart from ignored ones.',
    );
    expect(refused(await rewrite('foo($A)', 'b($A)', { language: 'rust' }), 'STRING_NOT_FOUND')).toContain(
      'It contains no rust file, apart from ignored ones.',
    );
  });

  test.each([
    ['foo(', 'is not Python code', '`print($$$ARGS)`'],
    ['foo($A', 'is not Python code', '`$NAME` for one piece of code'],
    [
      'def test_$NAME($$$A): $$$B',
      'is not Python code',
      '`test_$NAME`: a metavariable must be a complete name',
    ],
    ['x = $A\ny = $B', 'is more than one piece of Python code', 'Give one expression'],
    ['$A', 'would match all code', 'Add code around'],
  ])('if the pattern %j makes no sense', async (pattern, wrong, advice) => {
    const { rewrite } = await project({ 'a.py': 'foo(1)\n' });
    const message = refused(await rewrite(pattern, 'x'), 'INVALID_PARAMS');
    expect(message).toContain(wrong);
    expect(message).toContain(advice);
  });

  test('if the rewrite uses a metavariable that the pattern does not have', async () => {
    const { rewrite } = await project({ 'a.py': 'foo(1)\n' });
    expect(refused(await rewrite('foo($A)', 'bar($B)'), 'INVALID_PARAMS')).toContain(
      'Invalid `rewrite` parameter: the rewrite uses `$B`, which the pattern does not have. It has $A.',
    );
  });

  test.each([
    [{ pattern: ' \n' }, 'Invalid `pattern` parameter: it is empty.'],
    [{ rewrite: 'foo($A)' }, 'pattern and rewrite are identical'],
    [{ path: '../a.py' }, 'Path must be absolute: ../a.py'],
  ])('for %j', async (wrong, message) => {
    const { call, folder } = await project({ 'a.py': 'foo(1)\n' });
    const answer = await call('edit', { pattern: 'foo($A)', rewrite: 'b($A)', path: folder, ...wrong });
    expect(refused(answer, 'INVALID_PARAMS')).toContain(message);
  });

  test('if the path leads nowhere or outside', async () => {
    const { rewrite, path } = await project({});
    expect(refused(await rewrite('f($A)', 'g($A)', { path: path('none') }), 'FILE_NOT_FOUND')).toContain(
      `File not found: ${path('none')}`,
    );
    refused(await rewrite('f($A)', 'g($A)', { path: '/' }), 'OUTSIDE_ROOTS');
  });

  test('if a file is binary', async () => {
    const { rewrite, path } = await project({ 'a.py': 'foo(1)\0\0\x01' });
    refused(await rewrite('foo($A)', 'b($A)', { path: path('a.py') }), 'BINARY_FILE');
  });

  test('with --read-only there is no such tool', async () => {
    const { folder } = await project({ 'a.py': 'foo(1)\n' });
    const { client } = await connect({ folder, args: ['--root', folder, '--read-only'] });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('edit');
  });
});

describe('a metavariable that the code has as a variable', () => {
  test.each([
    ['a.sh', 'TMP=x\nrm -rf "$X"\n', 'rm -rf $TMP', 'rm -rf "$TMP"', 'a.sh:1'],
    ['a.sh', 'rm -rf "$X"\nrm -rf $TMP\n', 'rm -rf $TMP', 'rm -rf "$TMP"', 'a.sh:2'],
    ['a.sh', `rm -rf x "\${TMP:-y}"\nrm -rf z\n`, 'rm -rf $TMP', 'rm -rf "$TMP"', 'a.sh:1'],
    ['a.php', '<?php\n$DB->run($x); $y->run(1);\n', '$DB->run($A)', '$DB->go($A)', 'a.php:2'],
    ['a.js', 'foo($EL); foo(b);\n', 'foo($EL)', 'bar($EL)', 'a.js:1'],
    ['a.ts', 'foo(b);\nfoo($EL);\n', 'foo($EL)', 'bar($EL)', 'a.ts:2'],
  ])('is refused: %s %j', async (name, before, pattern, rewritten, where) => {
    const { rewrite, text } = await project({ [name]: before });
    const message = refused(await rewrite(pattern, rewritten), 'INVALID_PARAMS');
    expect(message).toContain(where);
    expect(message).toContain('metavariable name that the code does not use, such as `$META`');
    expect(message).toContain('edit_file');
    expect(await text(name)).toBe(before);
  });

  test.each([
    ['a.sh', 'rm -rf "$TMPDIR" # TMP\n', 'rm -rf $TMP', 'trash $TMP', 'trash "$TMPDIR" # TMP\n'],
    ['a.py', 'foo("$A")\n', 'foo($A)', 'bar($A)', 'bar("$A")\n'],
    ['a.js', 'foo(US$A, $Ab);\n', 'foo($A, $B)', 'foo($B, $A)', 'foo($Ab, US$A);\n'],
  ])('is not one of another name, nor in a language without such variables: %s %j', async (...given) => {
    const [name, before, pattern, rewritten, after] = given;
    const { rewrite, text } = await project({ [name]: before });
    await rewrite(pattern, rewritten);
    expect(await text(name)).toBe(after);
  });
});

describe('the meaning of code that is filled in', () => {
  test('is kept by parentheses', async () => {
    const { rewrite, text } = await project({ 'a.py': 'x = half(a - b) - half(c)\n' });
    await rewrite('half($X)', '$X / 2');
    expect(await text('a.py')).toBe('x = (a - b) / 2 - c / 2\n');
  });

  test('is kept by skipping a place, which is reported', async () => {
    const { rewrite, text } = await project({ 'a.js': 'let a = 1\nfoo(b)\nlet c = 2;\nfoo(d);\n' });
    const answer = await rewrite('foo($X)', '($X).foo()');
    expect(answer.text).toContain('Rewrote 1 place in 1 file.');
    expect(answer.text).toContain(
      'Skipped a place where the new code would merge with the code around it: a.js:2 `foo(b)`. Add parentheses to the rewrite, or change the lines by number with edit_lines.',
    );
    expect(await text('a.js')).toBe('let a = 1\nfoo(b)\nlet c = 2;\n(d).foo();\n');
  });

  test('is also reported if no other place can be rewritten', async () => {
    const { rewrite } = await project({ 'a.js': 'let a = 1\nfoo(b)\n' });
    const message = refused(await rewrite('foo($X)', '($X).foo()'), 'STRING_NOT_FOUND');
    expect(message).toContain('a.js:2 `foo(b)`');
  });
});

describe('a pattern without metavariables in a file is text', () => {
  test('that is replaced once, with slips forgiven', async () => {
    const files = { 'a.py': 'def f():\n    x = 1\n    return x\n' };
    const { rewrite, text, path } = await project(files, connect());
    const answer = await rewrite('x = 1\nreturn x', 'return 1', { path: path('a.py') });
    expect(answer.text).toMatch(/^Edited .*a\.py \(.*\)\.\n--- a\.py/);
    expect(await text('a.py')).toBe('def f():\n    return 1\n');
  });

  test('fuzzy: false forgives nothing, and the refusal names edit_lines', async () => {
    const { rewrite, text, path } = await project({ 'a.py': 'def f():\n    x = 1\n    return x\n' });
    const given = { path: path('a.py'), fuzzy: false };
    const message = refused(await rewrite('x = 1\nreturn x', 'return 1', given), 'STRING_NOT_FOUND');
    expect(message).toContain('pattern `x = 1');
    expect(message).toContain('edit_lines');
    expect(await text('a.py')).toContain('return x');
  });

  test('that occurs more than once is refused', async () => {
    const { rewrite, path } = await project({ 'a.py': 'f(1)\nf(1)\n' });
    expect(refused(await rewrite('f(1)', 'g(1)', { path: path('a.py') }), 'MULTIPLE_MATCHES')).toContain(
      'lines [1, 2]',
    );
  });

  test('that occurs more than once comes with a way to change every place', async () => {
    const { rewrite, path } = await project({ 'a.py': 'f(1)\nf(1)\n' });
    const message = refused(await rewrite('f(1)', 'g(1)', { path: path('a.py') }), 'MULTIPLE_MATCHES');
    expect(message).toContain('Or change every place with edit_file and replace_all');
  });

  test('dry_run writes nothing, and the same call twice edits once', async () => {
    const { rewrite, text, path } = await project({ 'notes.md': 'one\ntwo\n' });
    const given = { path: path('notes.md') };
    expect((await rewrite('one', '1', { ...given, dry_run: true })).text).toMatch(/^Would edit/);
    expect(await text('notes.md')).toBe('one\ntwo\n');
    await rewrite('one\ntwo', 'one\n2', given);
    expect((await rewrite('one\ntwo', 'one\n2', given)).text).toContain('already has this change');
  });

  test('half a metavariable is reported as none', async () => {
    const { rewrite, path } = await project({ 'a.py': 'foo(1)\n' });
    const answer = await rewrite('test_$NAME()', 'x', { path: path('a.py') });
    expect(refused(answer, 'STRING_NOT_FOUND')).toContain('`test_$NAME` is not a metavariable');
  });
});

test('a cancelled rewrite changes nothing', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [`f${i}.js`, `foo(${i});\n`.repeat(2000)]),
  );
  const { client, folder, text } = await project(files);
  const cancel = new AbortController();
  const call = client.callTool(
    { name: 'edit', arguments: { pattern: 'foo($A)', rewrite: 'bar($A)', path: folder } },
    { signal: cancel.signal },
  );
  setTimeout(() => cancel.abort(), 300);
  await expect(call).rejects.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await text('f0.js')).toMatch(/^foo/);
  expect(await text('f299.js')).toMatch(/^foo/);
});
