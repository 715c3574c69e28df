import { expect } from 'vitest';
import { CoveredRoots } from '../../../src/adapters/checkpoints/covered-roots.ts';
import { diskCheckpoints } from '../../../src/adapters/checkpoints/disk/disk-checkpoints.ts';
import { openRecorder } from '../../../src/adapters/checkpoints/disk/open-recorder.ts';
import { afterTest } from '../../after-test.ts';
import { checkpointsContract } from '../../contracts/checkpoints.contract.ts';
import { temporaryFolders, worldIn } from './disk-world.ts';

for (const watch of [false, true])
  checkpointsContract(watch ? 'disk, watching' : 'disk, walking', async (fill) => {
    const { root, state } = temporaryFolders();
    const world = worldIn(root);
    fill(world);
    const { recorder, tree } = await openRecorder({ root, directory: state, watch });
    expect(await tree.ready(60_000)).toBe(true);
    const checkpoints = new CoveredRoots(() => [{ root, recorder }]);
    afterTest(() => checkpoints.close());
    return { ...world, checkpoints };
  });

checkpointsContract('disk, in a worker', async (fill) => {
  const { root, state } = temporaryFolders();
  const world = worldIn(root);
  fill(world);
  const checkpoints = diskCheckpoints(() => [root], { directory: state });
  afterTest(() => checkpoints.close());
  // Commands wait until all files are known.
  await (await checkpoints.begin({ runsProgram: true, tool: 'terminal' })).end();
  return { ...world, checkpoints };
});
