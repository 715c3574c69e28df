import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Sandbox } from './sandbox.ts';
import { differences, factsOf, type TreeFacts } from './tree-facts.ts';

/** Sees what becomes of the files, in the root and beside it. */
export type RootWatch = {
  /** Told of each call that may have changed what it names. */
  changed(path: unknown): Promise<void>;
  /** Throws if anything changed that no call named, and makes the root what it was. */
  check(): Promise<void>;
};

export async function openRootWatch(sandbox: Sandbox): Promise<RootWatch> {
  const { base, root, outside, restore } = sandbox;
  const elsewhere = [outside, join(base, 'root-twin')];
  const sentinels = await Promise.all(elsewhere.map(factsOf));
  const beside = [...(await readdir(base)), '.state'];
  let inRoot = await factsOf(root);
  const named = new Set<string>();
  return {
    async changed(path) {
      if (typeof path === 'string') named.add(await realOf(path));
    },
    async check() {
      const found: string[] = [];
      for (const [i, folder] of elsewhere.entries())
        found.push(...differences(sentinels[i]!, await factsOf(folder)).map(({ what }) => what));
      found.push(...(await readdir(base)).filter((name) => !beside.includes(name)));
      found.push(...unexplained(inRoot, await factsOf(root), named));
      if (found.length > 0) throw new Error(`Changed by no call that succeeded:\n${found.join('\n')}`);
      await restore();
      inRoot = await factsOf(root);
      named.clear();
    },
  };
}

/** A change is explained by a call for that path, for a folder above it, or for something below a new folder. */
function unexplained(before: TreeFacts, after: TreeFacts, named: ReadonlySet<string>): string[] {
  const isNamed = (path: string) =>
    [...named].some((name) => name === path || path.startsWith(`${name}/`) || name.startsWith(`${path}/`));
  return differences(before, after).flatMap(({ path, what }) => {
    const isLeftOver = /\/\.corvid-[^/]*\.tmp$/.test(path);
    const isGone = !after.has(path) && before.has(path);
    return isLeftOver || isGone || !isNamed(path) ? [what] : [];
  });
}

/** Where a path leads, the last part perhaps to nothing. */
async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    return dirname(path) === path ? path : join(await realOf(dirname(path)), basename(path));
  }
}
