import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../seeded-random.ts';
import { CheckpointKills } from './checkpoint-kills.ts';

// `npm run test:faults`: an undo is killed before each of its calls to the file system that change something.

const wanted = Number(process.env.KILLS ?? 500);
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 1e9));

let kills: CheckpointKills;
beforeAll(async () => {
  kills = await CheckpointKills.open();
});
afterAll(() => {
  kills.close();
  process.stdout.write(`kills during an undo (seed ${seed}): ${JSON.stringify(kills.tally)}\n`);
});

test.skipIf(process.platform === 'win32')(
  `${wanted} kills at every step of an undo: each is finished or was not begun, and nothing is left (seed ${seed})`,
  async () => {
    const random = createRandom(seed);
    for (let scenes = 0; kills.tally.kills < wanted; scenes++) {
      const scene = await kills.scene(seed + scenes * 100);
      const first = Object.keys(scene.after).length;
      expect(first).toBeGreaterThan(0);
      for (let step = 1; kills.tally.kills < wanted; step++) {
        // Every fourth time the process that finishes it is killed, too.
        const again = step % 4 === 0 ? 1 + Math.floor(random() * 60) : undefined;
        if (!(await kills.killAt(scene, step, again))) break;
      }
    }
    expect(kills.tally.kills).toBeGreaterThanOrEqual(wanted);
  },
  3_600_000,
);
