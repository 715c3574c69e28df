import { expect, test } from 'vitest';
import { fuzzCheckpoints } from './checkpoints/fuzz-checkpoints.ts';

// Fresh seeds each time: the output names the one with which it begins.
const rounds = Number(process.env.FUZZ_ROUNDS ?? 5_000);
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 1e9));

test.each([
  ['by looking at all files', { recorder: { watch: false } }],
  ['by events', { recorder: { watch: true } }],
  // As on systems whose clocks are exact.
  ['by events, without second looks', { recorder: { watch: true, clockTickMs: 0 } }],
  ['in a repository', { recorder: { watch: true, clockTickMs: 0 }, inRepository: true }],
])(
  `${rounds} rounds of random changes are found, undone and redone, %s (seed ${seed})`,
  async (_, options) => {
    const tally = await fuzzCheckpoints({ rounds, seed, ...options });
    process.stdout.write(`${JSON.stringify(tally)}\n`);
    expect(tally.rounds).toBe(rounds);
  },
);
