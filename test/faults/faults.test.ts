import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { complaints, type FaultRuns, openFaultRuns, survivableFaults } from './fault-runs.ts';
import { operations } from './operations.ts';

// Some of the steps of each operation; `npm run test:faults` takes them all.

let runs: FaultRuns;
beforeAll(async () => {
  runs = await openFaultRuns();
});
afterAll(() => runs.close());

describe.skipIf(process.platform === 'win32').concurrent('files are old or new, and all goes on', () => {
  test.each([
    ['same process', 23],
    ['new process', 23],
  ] as const)(
    'after faults, in the %s',
    async (goesOn, stride) => {
      const reports = await runs.sweep(Object.keys(operations), survivableFaults, { stride, goesOn });
      expect(complaints(reports)).toEqual([]);
      expect(reports.length).toBeGreaterThan(30);
    },
    120_000,
  );

  test.each([
    ['edit', [6, 9]],
    ['rewrite of several files', [21]],
  ] as const)(
    'after a kill during: %s',
    async (operation, steps) => {
      const reports = await runs.kill(operation, 'kill', steps);
      expect(complaints(reports)).toEqual([]);
      expect(reports).toHaveLength(steps.length);
    },
    120_000,
  );
});
