import { afterAll, beforeAll, expect, test } from 'vitest';
import { CheckpointKills } from './checkpoint-kills.ts';

// A small part of what checkpoint-kills.slow.ts does.

let kills: CheckpointKills;
beforeAll(async () => {
  kills = await CheckpointKills.open();
});
afterAll(() => kills.close());

test.skipIf(process.platform === 'win32')(
  'an undo that is killed is finished by the next process',
  async () => {
    const scene = await kills.scene(20_261_118);
    for (let step = 3; await kills.killAt(scene, step); step += 9);
    for (const [step, again] of [
      [30, 4],
      [45, 12],
    ] as const)
      await kills.killAt(scene, step, again);
    expect(kills.tally.undone).toBeGreaterThan(3);
    expect(kills.tally.untouched).toBeGreaterThan(0);
  },
);
