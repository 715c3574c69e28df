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
      `${path('a/a.ts')}\n   1: find me\n   3: Find me too\n\n${path('b.ts')}\n   2: find me`,
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
      `${path('a')}\n   1- 1\n   2: 2 x\n   3- 3\n   4: 4 x\n   5- 5\n  --\n   8- 8\n   9: 9 x`,
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
    expect(text).toContain('Next page: offset 50.');
    expect((await search({ pattern: 'x', glob: 'c' })).text).toMatch(/x{500} \[line cut\]$/);
  });

  test('says that nothing matches', async () => {
    const { search } = await openWith({ a: 'x' });
    expect((await search({ pattern: 'missing' })).text).toBe('No line matches.');
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
    expect((await search({ glob: '*.rs' })).text).toBe('No file matches.');
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
    [{ pattern: 'x', path: '/etc' }, 'Path is outside the allowed folders: /etc.'],
  ])('%j', async (input, message) => {
    const { search } = await openWith({ a: 'x' });
    const { text, result } = await search(input);
    expect(result.isError).toBe(true);
    expect(text).toContain(message);
  });
});
