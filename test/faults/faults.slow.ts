import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from './fault-child.ts';
import { complaints, type FaultRuns, openFaultRuns, survivableFaults } from './fault-runs.ts';
import { operations } from './operations.ts';

// `npm run test:faults`: every fault at every step of every operation.

const isWindows = process.platform === 'win32';
const everyStep = Array.from({ length: 1_000 }, (_, i) => i + 1);

let runs: FaultRuns;
const all: Report[] = [];
beforeAll(async () => {
  runs = await openFaultRuns();
});
afterAll(async () => {
  await runs.close();
  process.stdout.write(`${summary(all)}\n`);
});

const everything = Object.keys(operations);

test.skipIf(isWindows).concurrent.each(
  everything.flatMap((operation) => [
    [operation, 'same process' as const],
    [operation, 'new process' as const],
  ]),
)(
  'faults during: %s, going on in the %s',
  async (operation, goesOn) => {
    const reports = await runs.sweep([operation], survivableFaults, { stride: 1, goesOn });
    all.push(...reports);
    expect(complaints(reports)).toEqual([]);
  },
  600_000,
);

test.skipIf(isWindows).concurrent.each(
  everything.flatMap((operation) => [
    [operation, 'kill' as const],
    [operation, 'torn write, then kill' as const],
  ]),
)(
  'killed during: %s (%s)',
  async (operation, kind) => {
    const reports = await runs.kill(operation, kind, everyStep);
    all.push(...reports);
    expect(complaints(reports)).toEqual([]);
  },
  600_000,
);

/** How many faults, by operation and kind, and what was there afterwards. */
function summary(reports: readonly Report[]): string {
  const rows = new Map<string, Record<string, number>>();
  for (const { operation, fault, findings } of reports) {
    const key = `${operation.padEnd(26)} ${fault.kind}${fault.lasting ? ' from then on' : ''}`;
    const row = rows.get(key) ?? { points: 0, old: 0, new: 0, mixed: 0, other: 0 };
    row.points!++;
    row[outcomeOf(findings?.states ?? [])]!++;
    rows.set(key, row);
  }
  const lines = [...rows].map(([key, counts]) => `${key.padEnd(60)} ${JSON.stringify(counts)}`);
  const sum = (name: string) => [...rows.values()].reduce((total, row) => total + row[name]!, 0);
  const totals = ['points', 'old', 'new', 'mixed', 'other'].map((name) => `${sum(name)} ${name}`);
  return [...lines, `all: ${totals.join(', ')}; complaints: ${complaints(reports).length}`].join('\n');
}

/** `mixed`: some of several files are old and some are new. */
function outcomeOf(states: readonly string[]): string {
  if (states.includes('other')) return 'other';
  return new Set(states).size > 1 ? 'mixed' : states[0]!;
}
