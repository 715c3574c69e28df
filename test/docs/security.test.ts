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
    .filter((row) => row.startsWith('| ') && !/^\| (it cannot|who|\||secrets)/.test(row));
  const tables = rows.filter((row) => row.split('|').length === 4 && !row.includes('---'));
  expect(tables.length).toBeGreaterThan(30);
  expect(tables.filter((row) => !row.includes('](../test/'))).toEqual([]);
});

test.each(claims)('$title', ({ title, file }) => {
  const path = join(docs, file);
  expect(existsSync(path)).toBe(true);
  if (!file.endsWith(title)) expect(readFileSync(path, 'utf8')).toContain(title);
});
