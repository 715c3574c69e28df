import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { packageFiles } from '../packages.mjs';
import { cacheFolder } from '../workshop.mjs';

/** Part of the cache's folder names: a change of the rules below makes the trees of earlier runs void. */
const RULES = 'v1';

/** Source files of published packages: a few thousand of each. */
export const TREES = {
  javascript: { package: '@babylonjs/core@9.31.0', extension: '.js' },
  typescript: { package: '@babylonjs/core@9.31.0', extension: '.ts' },
  python: { package: 'pyright@1.1.414', extension: '.pyi' },
};

/** The tree of a language, fetched once into the cache. */
export async function fetchTree(name) {
  const { package: spec, extension } = TREES[name];
  const folder = join(cacheFolder(), `ast-${RULES}-${name}`);
  if (!existsSync(folder)) await unpack(spec, extension, folder);
  const files = await listFiles(folder);
  return { folder, files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) };
}

async function unpack(spec, extension, folder) {
  process.stderr.write(`ast: fetching ${spec}\n`);
  const staging = await mkdtemp(join(cacheFolder(), 'tree-'));
  try {
    for (const [path, bytes] of await packageFiles(spec)) {
      if (!path.endsWith(extension)) continue;
      await mkdir(dirname(join(staging, path)), { recursive: true });
      await writeFile(join(staging, path), bytes);
    }
    await rename(staging, folder);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

export async function copyTree(from, to) {
  await rm(to, { recursive: true, force: true });
  await cp(from, to, { recursive: true });
}

async function listFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files
      .sort()
      .map(async (path) => ({ path: path.slice(folder.length + 1), size: (await readFile(path)).length })),
  );
}

/** How many files are the same in both trees, how many differ, and how many of those only in their layout. */
export async function compareTrees(original, left, right) {
  const counts = { changed: 0, same: 0, layout: 0, different: [] };
  for (const { path } of await listFiles(original)) {
    const [before, a, b] = await Promise.all(
      [original, left, right].map((tree) => readFile(join(tree, path), 'utf8')),
    );
    if (a === before && b === before) continue;
    counts.changed++;
    if (a === b) counts.same++;
    else if (a.replace(/\s+/g, '') === b.replace(/\s+/g, '')) counts.layout++;
    else counts.different.push(path);
  }
  return counts;
}
