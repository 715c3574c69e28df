import { expect, test } from 'vitest';
import { connect } from '../corvid-client.ts';
import { hostileInputs } from './inputs/index.ts';
import { MAX_MIB, MAX_WAIT_MS, measureWaits } from './longest-wait.ts';

// The quickest of the hostile inputs; `npm run test:hostile` has them all. A busy machine gets more time than is promised.

const SLOW_MACHINE = 5;

const quick = Object.values(hostileInputs)
  .flat()
  .filter(({ isQuick }) => isQuick);

test.runIf(process.platform === 'linux').each(quick)('$name', async ({ prepare, attack }) => {
  const corvid = await connect();
  await prepare?.(corvid);
  const { longestWaitMs, peakMib } = await measureWaits(corvid.client, corvid.pid, () => attack(corvid));
  expect(longestWaitMs).toBeLessThan(SLOW_MACHINE * MAX_WAIT_MS);
  expect(peakMib).toBeLessThan(MAX_MIB);
});
