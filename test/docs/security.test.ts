import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// Each promise names a test that fails if it is broken, and the platform: here, that these tests exist.

const docs = fileURLToPath(new URL('../../docs', import.meta.url));
const page = readFileSync(join(docs, 'security.md'), 'utf8');

type Table = { readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] };

function tablesOf(markdown: string): Table[] {
  const cells = (line: string) =>
    line
      .slice(1, line.lastIndexOf('|'))
      .split('|')
      .map((cell) => cell.trim());
  return [...markdown.matchAll(/(?:^\|.*\n)+/gm)].map(([table]) => {
    const [header, , ...rows] = table.trimEnd().split('\n');
    return { header: cells(header!), rows: rows.map(cells) };
  });
}

const promisesOf = (markdown: string) => tablesOf(markdown).filter(({ header }) => header.includes('test'));

/** What is wrong with the tables of promises of a page. */
function problemsOf(markdown: string): string[] {
  return promisesOf(markdown).flatMap(({ header, rows }) => {
    const [, test, platform, ...more] = header;
    if (test !== 'test' || platform !== 'holds on' || more.length > 0)
      return [`columns: ${header.join(', ')}`];
    return rows.flatMap((row) => {
      const [promise = '', tests = '', on = '', ...others] = row;
      if (promise === '' || others.length > 0) return [`cells: ${row.join(', ')}`];
      if (linksOf(tests).length === 0) return [`no test: ${promise}`];
      return /\b(Linux|macOS|Windows|GitHub|Docker|Kubernetes)\b/.test(on) ? [] : [`no platform: ${promise}`];
    });
  });
}

function linksOf(markdown: string): { title: string; file: string }[] {
  const links = markdown.matchAll(/\[([^\]]+)\]\((\.\.\/test\/[^)]+)\)/g);
  return [...links].map(([, title, file]) => ({ title: title!, file: file! }));
}

test('every promise names a test and a platform', () => {
  expect(problemsOf(page)).toEqual([]);
  expect(promisesOf(page).flatMap(({ rows }) => rows).length).toBeGreaterThan(80);
});

test.each([
  ['| it cannot | test |\n|---|---|\n| a | [t](../test/t.ts) |\n', 'columns: it cannot, test'],
  [
    '| it cannot | test | where |\n|---|---|---|\n| a | [t](../test/t.ts) | Linux |\n',
    'columns: it cannot, test, where',
  ],
  ['| it cannot | test | holds on |\n|---|---|---|\n| a | none | Linux |\n', 'no test: a'],
  ['| it cannot | test | holds on |\n|---|---|---|\n| a | [t](../src/t.ts) | Linux |\n', 'no test: a'],
  ['| it cannot | test | holds on |\n|---|---|---|\n| a | [t](../test/t.ts) | |\n', 'no platform: a'],
  ['| it cannot | test | holds on |\n|---|---|---|\n| a | [t](../test/t.ts) |\n', 'no platform: a'],
  [
    '| it cannot | test | holds on |\n|---|---|---|\n| a | [t](../test/t.ts) | Linux | b |\n',
    'cells: a, [t](../test/t.ts), Linux, b',
  ],
])('a table with a gap is found: %j', (table, problem) => {
  expect(problemsOf(`Text.\n\n${table}\nText.\n`)).toEqual([problem]);
});

test.each(linksOf(page))('$title', ({ title, file }) => {
  const path = join(docs, file);
  expect(existsSync(path)).toBe(true);
  if (!file.endsWith(title)) expect(withoutComments(readFileSync(path, 'utf8'))).toContain(title);
});

function withoutComments(code: string): string {
  return code.replace(/^\s*(\/\/|\/?\*).*$/gm, '');
}

test.each(['whoever', 'somebody', 'nobody', 'told', 'tells', 'stands'])('plain English: no "%s"', (word) => {
  const prose = page.replaceAll(/\[[^\]]+\]\(\.\.\/test\/[^)]+\)/g, '');
  expect(prose).not.toMatch(new RegExp(`\\b${word}\\b`, 'i'));
});
