import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaints, type FaultRuns, openFaultRuns, survivableFaults } from './fault-runs.ts';
import { operations } from './operations.ts';

// Some of the steps of each operation; `npm run test:faults` takes them all.

const isWindows = process.platform === 'win32';

let runs: FaultRuns;
beforeAll(async () => {
  runs = await openFaultRuns();
});
afterAll(() => runs.close());

test.skipIf(isWindows).concurrent.each(Object.keys(operations))(
  'faults during: %s',
  async (operation) => {
    const goesOn = operation.length % 2 === 0 ? 'same process' : 'new process';
    const reports = await runs.sweep(operation, survivableFaults, { stride: 11, goesOn });
    expect(complaints(reports)).toEqual([]);
    expect(reports.length).toBeGreaterThan(10);
  },
  60_000,
);

test.skipIf(isWindows).concurrent.each([
  ['edit', [2, 6, 9]],
  ['create', [5]],
  ['undo', [5]],
  ['rewrite of several files', [21, 22]],
] as const)(
  'killed during: %s',
  async (operation, steps) => {
    const reports = await runs.kill(operation, 'kill', steps);
    expect(complaints(reports)).toEqual([]);
    expect(reports).toHaveLength(steps.length);
  },
  60_000,
);
