import type { Checkpoints } from '../../../ports/checkpoints.ts';
import { CoveredRoots } from '../covered-roots.ts';
import { Recorder } from '../recorder/recorder.ts';
import { memoryContents, memoryGroups } from './memory-stores.ts';
import { MemoryTree } from './memory-tree.ts';

export type MemoryCheckpoints = { readonly checkpoints: Checkpoints; readonly tree: MemoryTree };

/** Checkpoints of files that exist in this process alone. `fill` puts there what is there from the beginning. */
export async function memoryCheckpoints(
  root: string,
  fill: (tree: MemoryTree) => void = () => {},
): Promise<MemoryCheckpoints> {
  const contents = memoryContents();
  const tree = new MemoryTree(contents);
  fill(tree);
  await tree.changes();
  const recorder = new Recorder({
    ...{ tree, contents, groups: memoryGroups(), server: 'memory', now: Date.now },
    alone: (action) => action(),
  });
  return { tree, checkpoints: new CoveredRoots(() => [{ root, recorder }]) };
}
