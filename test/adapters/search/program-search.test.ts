import { execFileSync } from 'node:child_process';
import { mkdtempSync, symlinkSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programSearch } from '../../../src/adapters/search/program-search.ts';
import type { SearchRequest } from '../../../src/ports/search.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corvid-search-'));
  await mkdir(join(folder, 'sub'));
  await writeFile(join(folder, 'a.txt'), 'one\nNeedle\n');
  await writeFile(join(folder, 'sub', 'b.py'), 'needle\nneedle\n');
  await writeFile(join(folder, '.hidden'), 'needle\n');
});

afterAll(() => rm(folder, { recursive: true }));

const request = (more: Partial<SearchRequest> = {}): SearchRequest => ({
  path: folder,
  pattern: 'needle',
  isLiteral: false,
  case: 'smart',
  globs: [],
  includeHidden: false,
  isNewestFirst: false,
  isReadable: () => true,
  maxFound: 1_000,
  ...more,
});

const fallbackSearch = withoutRipgrep();

// The folder is in no repository until a test makes it one.
const engines = [
  { name: 'ripgrep', search: programSearch('') },
  { name: 'grep', search: fallbackSearch },
];

describe.each(engines)('search with $name', ({ search }) => {
  const find = (more: Partial<SearchRequest> = {}) => search.find(request(more));

  test('finds lines', async () => {
    const { files, isCut } = await find();
    expect(isCut).toBe(false);
    expect(files).toEqual([
      { path: join(folder, 'a.txt'), lines: [2] },
      { path: join(folder, 'sub', 'b.py'), lines: [1, 2] },
    ]);
  });

  test('selects files by glob, and asks whether each may be read', async () => {
    expect((await find({ globs: ['*.py'] })).files.map(({ path }) => path)).toEqual([
      join(folder, 'sub', 'b.py'),
    ]);
    expect((await find({ isReadable: (path) => !path.endsWith('.py') })).files).toHaveLength(1);
  });

  test.each([
    ['alternatives', { globs: ['*.{py,rs}'] }, ['sub/b.py']],
    ['an excluded folder', { globs: ['!sub'] }, ['a.txt']],
    ['a path', { globs: ['/sub/*'] }, ['sub/b.py']],
    ['a language', { language: 'python' }, ['sub/b.py']],
    ['a file', { path: 'sub/b.py' }, ['sub/b.py']],
    ['a folder below', { path: 'sub' }, ['sub/b.py']],
  ])('selects by %s', async (_, { path = '', ...more }: Partial<SearchRequest>, found) => {
    const { files } = await find({ ...more, path: join(folder, path) });
    expect(files.map((file) => file.path)).toEqual(found.map((name) => join(folder, name)));
  });

  test('stops when it has found enough', async () => {
    const { files, isCut } = await find({ maxFound: 1 });
    expect([files.flatMap(({ lines }) => lines).length, isCut]).toEqual([1, true]);
  });

  test('refuses a pattern that it cannot read', async () => {
    await expect(find({ pattern: '(' })).rejects.toThrow('Invalid `pattern` parameter: "(".');
  });
});

/** As on a platform that the package has no program for, and where `rg` is not installed. */
function withoutRipgrep() {
  const programs = mkdtempSync(join(tmpdir(), 'corvid-programs-'));
  afterAll(() => rm(programs, { recursive: true }));
  for (const name of ['git', 'grep'])
    symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(programs, name));
  return programSearch(programs, null);
}

test('in a repository without ripgrep, git grep respects .gitignore and runs no program of the repository', async () => {
  execFileSync('git', ['init', '-q', folder]);
  await writeFile(join(folder, '.gitignore'), 'a.txt\n');
  execFileSync('git', ['-C', folder, 'config', 'core.fsmonitor', `touch ${folder}/ran; false`]);
  const { files, fallback } = await fallbackSearch.find(request());
  expect(fallback).toBe('git grep');
  expect(files.map(({ path }) => path)).toEqual([join(folder, 'sub', 'b.py')]);
  const pathsOf = async (more: Partial<SearchRequest>) =>
    (await fallbackSearch.find(request(more))).files.map(({ path }) => path);
  const b = join(folder, 'sub', 'b.py');
  expect(await pathsOf({ pattern: undefined, globs: ['*.{py,rs}'] })).toEqual([b]);
  expect(await pathsOf({ path: join(folder, 'sub') })).toEqual([b]);
  expect(await pathsOf({ path: join(folder, 'sub'), pattern: undefined })).toEqual([b]);
  expect(await pathsOf({ path: b })).toEqual([b]);
  expect(await pathsOf({ language: 'rust' })).toEqual([]);
  const { files: all } = await programSearch('').find(request({ pattern: undefined, includeHidden: true }));
  expect(all.map(({ path }) => path)).not.toContain(join(folder, 'ran'));
});

test('without any program it says what to install', async () => {
  await expect(programSearch('/nowhere', null).find(request())).rejects.toMatchObject({
    name: 'SEARCH_UNAVAILABLE',
    message: expect.stringContaining('Install ripgrep (`rg`)'),
  });
});
