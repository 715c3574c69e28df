import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// Claims are made with the test that would fail if they were false: here, that there are such tests.

const docs = fileURLToPath(new URL('../../docs', import.meta.url));
const page = readFileSync(join(docs, 'security.md'), 'utf8');
const claims = [...page.matchAll(/\[([^\]]+)\]\((\.\.\/test\/[^)]+)\)/g)].map(([, title, file]) => ({
  title: title!,
  file: file!,
}));

test('every claim names a test', () => {
  const rows = page
    .split('\n')
    .filter((row) => row.startsWith('| ') && !/^\| (it cannot|who|\||secrets|of a release)/.test(row));
  const tables = rows.filter((row) => [4, 5].includes(row.split('|').length) && hasTests(row));
  expect(tables.length).toBeGreaterThan(30);
  expect(tables.filter((row) => !row.includes('](../test/'))).toEqual([]);
});

/** Whether the table of a row has a column for tests. */
function hasTests(row: string): boolean {
  const before = page.slice(0, page.indexOf(`${row}\n`));
  const header = before.slice(before.lastIndexOf('\n\n') + 2).split('\n')[0]!;
  return / test \|/.test(header) && !row.includes('---');
}

test.each(claims)('$title', ({ title, file }) => {
  const path = join(docs, file);
  expect(existsSync(path)).toBe(true);
  if (!file.endsWith(title)) expect(readFileSync(path, 'utf8')).toContain(title);
});
