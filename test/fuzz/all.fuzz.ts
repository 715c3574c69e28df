import { expect, test } from 'vitest';
import { fuzz } from './fuzz.ts';

const calls = Number(process.env.FUZZ_CALLS ?? 50_000);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_117);

test(`${calls} calls of every tool are answered, and nothing outside the root is touched`, async () => {
  const tally = await fuzz({ calls, seed });
  process.stdout.write(tally.summary());
  expect(tally.mostMib).toBeLessThan(1_000);
});
