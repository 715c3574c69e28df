import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchArchive } from './npm.mjs';
import { filesOf } from './tar.mjs';
import { cacheFolder } from './workshop.mjs';

/** The files of a published package, as `[path, bytes]`. */
export async function packageFiles(spec) {
  const folder = await mkdtemp(join(cacheFolder(), 'pack-'));
  try {
    return [...filesOf(await readFile(await fetchArchive(spec, folder)))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What `make` gives, made once: later runs find it under this name in the cache. */
export async function keptInCache(name, make) {
  const kept = join(cacheFolder(), `${name}.json`);
  if (existsSync(kept)) return JSON.parse(await readFile(kept, 'utf8'));
  const value = await make();
  await writeFile(`${kept}.${process.pid}`, JSON.stringify(value));
  await rename(`${kept}.${process.pid}`, kept);
  return value;
}
