import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';

/** Everything below a folder, by its path: what it is and holds, and for files and links when they were changed. */
export type TreeFacts = ReadonlyMap<string, string>;

export async function factsOf(folder: string): Promise<TreeFacts> {
  const found = new Map<string, string>();
  await collect(Buffer.from(folder), found);
  return found;
}

async function collect(folder: Buffer, found: Map<string, string>): Promise<void> {
  for (const name of await readdir(folder, { encoding: 'buffer' })) {
    const path = Buffer.concat([folder, Buffer.from('/'), name]);
    const stats = await lstat(path, { bigint: true });
    const what = `mode ${stats.mode.toString(8)}`;
    if (stats.isDirectory()) {
      found.set(path.toString(), what);
      await collect(path, found);
      continue;
    }
    const content = stats.isSymbolicLink() ? await readlink(path) : stats.isFile() ? await hashOf(path) : '';
    found.set(path.toString(), `${what}, changed ${stats.mtimeNs}, ${stats.size} bytes, ${content}`);
  }
}

async function hashOf(path: Buffer): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('base64');
}

/** What is not as it was, one sentence each. */
export function differences(before: TreeFacts, after: TreeFacts): { path: string; what: string }[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  return paths.flatMap((path) => {
    const [old, now] = [before.get(path) ?? 'nothing', after.get(path) ?? 'nothing'];
    return old === now ? [] : [{ path, what: `${JSON.stringify(path)}: was ${old}; is ${now}` }];
  });
}
