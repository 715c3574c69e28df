import { execFileSync } from 'node:child_process';
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

// The folder is in no repository until a test makes it one.
const engines = [
  { name: 'ripgrep', search: programSearch('') },
  { name: 'grep', search: withoutRipgrep() },
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
  return programSearch('/usr/bin:/bin', null);
}

test('in a repository without ripgrep, git grep respects .gitignore and runs no program of the repository', async () => {
  execFileSync('git', ['init', '-q', folder]);
  await writeFile(join(folder, '.gitignore'), 'a.txt\n');
  execFileSync('git', ['-C', folder, 'config', 'core.fsmonitor', `touch ${folder}/ran; false`]);
  const { files, fallback } = await withoutRipgrep().find(request());
  expect(fallback).toBe('git grep');
  expect(files.map(({ path }) => path)).toEqual([join(folder, 'sub', 'b.py')]);
  expect((await withoutRipgrep().find(request({ pattern: undefined, globs: ['*.py'] }))).files).toHaveLength(
    1,
  );
  const { files: all } = await programSearch('').find(request({ pattern: undefined, includeHidden: true }));
  expect(all.map(({ path }) => path)).not.toContain(join(folder, 'ran'));
});

test('without any program it says what to install', async () => {
  await expect(programSearch('/nowhere', null).find(request())).rejects.toMatchObject({
    name: 'SEARCH_UNAVAILABLE',
    message: expect.stringContaining('Install ripgrep (`rg`)'),
  });
});
