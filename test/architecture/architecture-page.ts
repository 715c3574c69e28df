import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './source-files.ts';

const page = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8');

/** The folders of the tree below `src/`, by their indentation. */
export function foldersOnPage(): string[] {
  const [, tree = ''] = /\nsrc\/\n(.*?)\ntest\/ /s.exec(page) ?? [];
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, spaces = '', name] = /^( +)([\w-]+)\/(?: |$)/.exec(line) ?? [];
    if (name === undefined) return [];
    above.length = spaces.length / 2 - 1;
    above.push(name);
    return above.join('/');
  });
}

/** The source files that tables, recipes and walks name, relative to `src`. */
export function filesOnPage(): string[] {
  const inText = page.matchAll(/`(?:src\/)?([\w-]+(?:\/[\w-]+)*\.ts)`/g);
  const inWalks = page.matchAll(/^([\w-]+(?:\/[\w-]+)+\.ts)\b/gm);
  return [...inText, ...inWalks].map((match) => match[1]!);
}
