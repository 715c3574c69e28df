import { expect, test } from 'vitest';
import { fuzzCheckpoints } from './checkpoints/fuzz-checkpoints.ts';

// A small part of what checkpoints.fuzz.ts does.

test('random changes are found, undone and redone, by looking at all files', async () => {
  const tally = await fuzzCheckpoints({ rounds: 36, seed: 20_261_118 });
  expect(tally.rounds).toBe(36);
  expect(tally.changes).toBeGreaterThan(100);
});
