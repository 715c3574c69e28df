import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sharedCorvid } from '../corvid-client.ts';

const open = sharedCorvid();

async function openWith(files: Readonly<Record<string, string>>) {
  const corvid = await open();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(corvid.path(name)), { recursive: true });
    await writeFile(corvid.path(name), text);
  }
  const search = (input: Record<string, unknown>) =>
    corvid.call('search', { path: corvid.path('.'), ...input });
  return { ...corvid, search };
}

describe('search in contents', () => {
  test('groups lines by file, in order, with their numbers', async () => {
    const { path, search } = await openWith({
      'b.ts': 'one\nfind me\n',
      'a/a.ts': 'find me\n\nFind me too\n',
    });
    const { text, result } = await search({ pattern: 'find me' });
    expect(text).toBe(
      `${path('a/a.ts')}\n   1: find me\n   3: Find me too\n\n${path('b.ts')}\n   2: find me\n[3 matching lines in 2 files.]`,
    );
    expect(result._meta?.['corvid/result']).toMatchObject({
      matches: 3,
      files: 2,
      is_complete: true,
      results: [
        { path: path('a/a.ts'), lines: [1, 3] },
        { path: path('b.ts'), lines: [2] },
      ],
    });
  });

  test('shows lines around a match, and joins those that touch', async () => {
    const { path, search } = await openWith({ a: '1\n2 x\n3\n4 x\n5\n6\n7\n8\n9 x\n' });
    const { text } = await search({ pattern: 'x', context: 1 });
    expect(text).toBe(
      `${path('a')}\n   1- 1\n   2: 2 x\n   3- 3\n   4: 4 x\n   5- 5\n  --\n   8- 8\n   9: 9 x\n[3 matching lines in 1 file.]`,
    );
  });

  test.each([
    ['a regular expression', { pattern: 'f\\(\\d+\\)' }, [1]],
    ['a literal text', { pattern: 'f(', literal: true }, [1, 2]],
    ['case that counts', { pattern: 'WORD', case: 'sensitive' }, [4]],
    ['case that does not', { pattern: 'WORD', case: 'insensitive' }, [3, 4]],
    ['smart case', { pattern: 'word' }, [3, 4]],
    ['several lines', { pattern: 'word\\nWORD' }, [3, 4]],
    ['an option as pattern', { pattern: '--pre=x' }, [5]],
  ])('takes %s', async (_, input, lines) => {
    const { search } = await openWith({ a: 'f(12)\nf(x)\nword\nWORD\n--pre=x\n' });
    const { result } = await search(input);
    expect(result._meta?.['corvid/result']).toMatchObject({ results: [{ lines }] });
  });

  test('selects files by glob and language', async () => {
    const { search, path } = await openWith({ 'a.ts': 'x', 'b.py': 'x', 'c/d.py': 'x', 'e.md': 'x' });
    const found = async (input: object) =>
      (await search({ pattern: 'x', files_only: true, ...input })).text.split('\n').sort();
    expect(await found({ glob: '*.ts' })).toEqual([path('a.ts')]);
    expect(await found({ glob: '!*.py' })).toEqual([path('a.ts'), path('e.md')]);
    expect(await found({ language: 'py' })).toEqual([path('b.py'), path('c/d.py')]);
  });

  test('leaves out ignored, hidden, binary and denied files and links', async () => {
    const { search, path } = await openWith({
      '.gitignore': 'ignored\n',
      ignored: 'x',
      '.hidden': 'x',
      binary: 'x\0x',
      '.env': 'x=1',
      kept: 'x',
    });
    await symlink('/etc', path('outside'));
    const { text } = await search({ pattern: 'x', files_only: true });
    expect(text).toBe(path('kept'));
    const all = (await search({ pattern: 'x', files_only: true, hidden: true })).text;
    expect(all.split('\n').sort()).toEqual([path('.hidden'), path('kept')]);
  });

  test('is read page by page', async () => {
    const { search } = await openWith({ a: 'x\n'.repeat(30), b: 'x\n'.repeat(30) });
    const first = await search({ pattern: 'x', limit: 40 });
    expect(first.text).toMatch(/\n\[Showing lines 1-40 of 60 in 2 files\. Next page: offset 40\.\]$/);
    const last = await search({ pattern: 'x', limit: 40, offset: 40 });
    expect(last.text).toMatch(/\n\[Showing lines 41-60 of 60 in 2 files\.\]$/);
    expect((await search({ pattern: 'x', offset: 99 })).text).toBe(
      'No line matches. There are 60 results; give a smaller `offset`.',
    );
  });

  test('stops at what a view may hold, and cuts long lines', async () => {
    const { search } = await openWith({
      a: `${'x'.repeat(300)}\n`.repeat(50),
      b: `${'x'.repeat(300)}\n`.repeat(50),
      c: 'x'.repeat(90_000),
    });
    const { text } = await search({ pattern: 'x' });
    expect(text.length).toBeLessThan(17_000);
    expect(text).toMatch(/Next page: offset 5\d\./);
    expect((await search({ pattern: 'x', glob: 'c' })).text).toMatch(
      /x{500} \[line cut\]\n\[1 matching line in 1 file\.\]$/,
    );
  });

  test('says that nothing matches', async () => {
    const { search } = await openWith({ a: 'x' });
    expect((await search({ pattern: 'missing' })).text).toBe(
      'No line matches. Ignored, hidden and binary files are left out; `hidden: true` includes hidden ones.',
    );
    expect((await search({ pattern: 'missing', hidden: true })).text).toBe(
      'No line matches. Ignored and binary files are left out.',
    );
    expect((await search({ pattern: 'x', glob: '*.ts', language: 'ts' })).text).toMatch(
      /^No line matches\. No file is selected by the glob `\*\.ts` and the language `ts`\. Ignored/,
    );
  });

  test('of one file stops where it does not fit any more, and goes on from there', async () => {
    const { search } = await openWith({ a: `${'x'.repeat(300)}\n`.repeat(400), b: 'x\n'.repeat(2_000) });
    const first = await search({ pattern: 'x', glob: 'a', limit: 400 });
    expect(first.text.length).toBeLessThan(17_000);
    const [, shown] = /Showing lines 1-(\d+) of 400 in 1 file\. Next page: offset \1\./.exec(first.text)!;
    expect(first.text.match(/: x{300}$/gm)).toHaveLength(Number(shown));
    const next = await search({ pattern: 'x', glob: 'a', limit: 400, offset: Number(shown) });
    expect(next.text).toContain(`Showing lines ${Number(shown) + 1}-`);
    const short = await search({ pattern: 'x', glob: 'b', limit: 1_000, context: 10 });
    expect(short.text.split('\n').length).toBeLessThan(1_520);
  });

  test('respects ignore files and leaves out hidden ones, also with a glob or a language', async () => {
    const { search, path } = await openWith({
      '.gitignore': 'ignored.js\ndist\n!kept.txt\n',
      'ignored.js': 'x',
      'dist/a.js': 'x',
      '.hidden.js': 'x',
      '.folder/b.js': 'x',
      'c.js': 'x',
      'kept.txt': 'x',
    });
    for (const filter of [{ glob: '*.js' }, { language: 'js' }, { glob: '**/*.{js,ts}' }, { glob: '/*.js' }])
      expect((await search({ pattern: 'x', files_only: true, ...filter })).text).toBe(path('c.js'));
  });

  test('takes an absolute glob, other names of languages, and never looks into .git', async () => {
    const { search, path } = await openWith({ 'src/a.js': 'x', '.git/b.js': 'x', '.c.js': 'x', 'd.py': 'x' });
    expect((await search({ glob: path('src/**/*.js') })).text).toBe(path('src/a.js'));
    expect((await search({ pattern: 'x', language: 'JavaScript', files_only: true })).text).toBe(
      path('src/a.js'),
    );
    const hidden = await search({ pattern: 'x', glob: '*.js', hidden: true, files_only: true });
    expect(hidden.text.split('\n').sort()).toEqual([path('.c.js'), path('src/a.js')]);
  });

  test('in a file that is not text says so', async () => {
    const { search, path } = await openWith({ 'a.txt': 'x' });
    await writeFile(path('logo.png'), Buffer.from('89504e470d0a1a0a00000000', 'hex'));
    expect((await search({ pattern: 'x', path: path('logo.png') })).text).toBe(
      `No line matches. ${path('logo.png')} is not text, so it has no lines. If it is an image, read it to see it.`,
    );
    expect((await search({ pattern: 'x', path: path('a.txt') })).text).toContain('   1: x');
  });

  test('what it shows is evidence for an edit with a slip in the line that changes', async () => {
    const { search, path, call } = await openWith({
      'a.txt': 'first line here\nthe quick brown fox jumps\nlast line here\n',
    });
    const edit = {
      path: path('a.txt'),
      old_string: 'first line here\nthe quik brown fox jumps\nlast line here\n',
      new_string: 'first line here\nthe quick red fox jumps\nlast line here\n',
    };
    expect((await call('edit_file', { ...edit, dry_run: true })).result.isError).toBe(true);
    await search({ pattern: 'fox', context: 2 });
    expect((await call('edit_file', { ...edit, dry_run: true })).result.isError).toBeFalsy();
  });
});

describe('a list of files', () => {
  test('by glob, newest first', async () => {
    const { search, path } = await openWith({ 'old.ts': '', 'new.ts': '', 'other.py': '' });
    await utimes(path('old.ts'), 1_000, 1_000);
    const { text } = await search({ glob: '*.ts' });
    expect(text).toBe(`${path('new.ts')}\n${path('old.ts')}`);
    expect((await search({ glob: '*.rs' })).text).toMatch(
      /^No file matches\. No file is selected by the glob `\*\.rs`\. /,
    );
  });
});

describe('refused', () => {
  test.each([
    [{}, 'Missing parameter `pattern`. Give a pattern to search for, or `glob` or `language` to list files.'],
    [{ pattern: '' }, 'Invalid `pattern` parameter: it is empty.'],
    [{ pattern: '(' }, 'To search for the text as it is, give `literal: true`.'],
    [
      { pattern: 'x', language: 'klingon' },
      'Invalid `language` parameter: "klingon". Use a name such as ts, py, rust or go',
    ],
    [{ pattern: 'x', limit: 0 }, 'Invalid `limit` parameter: 0. It should be between 1 and 1000.'],
    [{ pattern: 'x', offset: -1 }, 'Invalid `offset` parameter: -1. It should be at least 0.'],
    [{ pattern: 'x', context: 11 }, 'Invalid `context` parameter: 11. It should be between 0 and 10.'],
    [{ pattern: 'a\0b' }, 'Invalid `pattern` parameter: it contains a NUL character'],
    [
      { pattern: 'x'.repeat(20_001) },
      'Invalid `pattern` parameter: it has 20001 characters. Give at most 20000',
    ],
    [{ pattern: 'a{1000000000}' }, 'Invalid `pattern` parameter: "a{1000000000}".'],
    [{ pattern: 'x', glob: '{a' }, 'Invalid `glob` parameter: '],
    [{ pattern: 'x', path: 'nowhere/at/all' }, 'FILE_NOT_FOUND: File not found: '],
    [{ pattern: 'x', path: '/etc' }, 'Path is outside the allowed folders: /etc.'],
  ])('%j', async (input, message) => {
    const { search } = await openWith({ a: 'x' });
    const { text, result } = await search(input);
    expect(result.isError).toBe(true);
    expect(text).toContain(message);
  });
});
