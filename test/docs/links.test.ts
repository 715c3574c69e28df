import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const markdownIn = (folder: string) =>
  readdirSync(join(root, folder)).flatMap((name) => (name.endsWith('.md') ? join(folder, name) : []));
const pages = [...markdownIn('.'), ...markdownIn('docs'), ...markdownIn('docs/decisions')];

/** Headings as the web shows them in addresses. */
function anchorsOf(page: string): string[] {
  const headings = readFileSync(page, 'utf8').matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.each(pages)('every link of %s leads somewhere', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|<img[^>]* src="([^"]+)"/g)].map(([, a, b]) => (a ?? b)!);
  const broken = links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? join(root, page) : join(root, dirname(page), path);
    return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  });
  expect(broken).toEqual([]);
});

test('the index names every page', () => {
  const index = readFileSync(join(root, 'docs', 'README.md'), 'utf8');
  const names = readdirSync(join(root, 'docs')).filter(
    (name) => name.endsWith('.md') && name !== 'README.md',
  );
  expect(names.filter((name) => !index.includes(`(${name})`))).toEqual([]);
});
