import { expect, test } from 'vitest';
import { fuzzCheckpoints } from './checkpoints/fuzz-checkpoints.ts';

// A small part of what checkpoints.fuzz.ts does.

test.each([
  ['by looking at all files', { watch: false }],
  ['by events', { watch: true, clockTickMs: 0 }],
])('random changes are found, undone and redone, %s', async (_, recorder) => {
  const tally = await fuzzCheckpoints({ rounds: 24, seed: 20_261_118, recorder });
  expect(tally.rounds).toBe(24);
  expect(tally.changes).toBeGreaterThan(100);
});
