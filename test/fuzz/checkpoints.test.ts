import { expect, test } from 'vitest';
import { fuzzCheckpoints } from './checkpoints/fuzz-checkpoints.ts';

// A small part of what checkpoints.fuzz.ts does.

test.each([
  ['by looking at all files', { recorder: { watch: false } }],
  ['by events', { recorder: { watch: true, clockTickMs: 0 } }],
  ['in a repository', { recorder: { watch: true, clockTickMs: 0 }, inRepository: true }],
])('random changes are found, undone and redone, %s', async (_, options) => {
  const tally = await fuzzCheckpoints({ rounds: 24, seed: 20_261_118, ...options });
  expect(tally.rounds).toBe(24);
  expect(tally.changes).toBeGreaterThan(100);
});
