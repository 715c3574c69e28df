import { expect, test } from 'vitest';
import { memoryCheckpoints } from '../../../src/adapters/checkpoints/memory/memory-checkpoints.ts';
import type { MemoryTree } from '../../../src/adapters/checkpoints/memory/memory-tree.ts';
import { noCheckpoints } from '../../../src/adapters/checkpoints/no-checkpoints.ts';
import { checkpointsContract, run, type World } from '../../contracts/checkpoints.contract.ts';

const root = '/project';

function worldOf(tree: MemoryTree): Omit<World, 'checkpoints'> {
  return {
    root,
    write: (...given) => tree.write(...given),
    makeFolder: (...given) => tree.makeFolder(...given),
    link: (...given) => tree.link(...given),
    chmod: (...given) => tree.chmod(...given),
    remove: (...given) => tree.remove(...given),
    snapshot: () => tree.snapshot(),
  };
}

checkpointsContract('memoryCheckpoints', async (fill) => {
  const { tree, checkpoints } = await memoryCheckpoints(root, (empty) => fill(worldOf(empty)));
  return { ...worldOf(tree), checkpoints };
});

test('without checkpoints every call goes on, and nothing is recorded', async () => {
  const checkpoints = noCheckpoints('switched off');
  const { tree } = await memoryCheckpoints(root);
  const world = { ...worldOf(tree), checkpoints };
  expect(await run(world, () => world.write('a.txt', 'a'))).toBeUndefined();
  expect(await checkpoints.list()).toEqual([]);
  const plan = await checkpoints.plan({ ids: ['abcd'] });
  expect(plan.missing).toEqual(['abcd']);
  expect(await checkpoints.apply(plan)).toMatchObject({ refused: 'nothing' });
  expect(await checkpoints.diff('abcd')).toEqual([]);
  expect(await checkpoints.coverage()).toEqual({ mode: 'off', reason: 'switched off' });
});
