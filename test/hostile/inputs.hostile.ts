import { afterAll, describe, expect, test } from 'vitest';
import { type Answer, connect } from '../corvid-client.ts';
import { hostileInputs } from './inputs/index.ts';
import { MAX_COMPUTED_MS, MAX_MIB, MAX_WAIT_MS, measureWaits } from './longest-wait.ts';

// No input may keep another call waiting for more than a second, or take 400 MiB of memory.

type Row = {
  readonly group: string;
  readonly name: string;
  readonly longestWaitMs: number;
  readonly computedMs: number;
  readonly peakMib: number;
};

const rows: Row[] = [];
const groups = Object.entries(hostileInputs);

/** Each input, and then the table of docs/security.md. */
afterAll(() => {
  const each = rows.map(({ name, ...row }) => `${name}: ${figures([row])}`);
  const inGroups = groups.map(([group, inputs]) => {
    const found = rows.filter((row) => row.group === group);
    return `| ${group} | ${inputs.length} | ${figures(found)} |`;
  });
  const table = [...inGroups, `| **all** | ${rows.length} | ${figures(rows)} |`];
  const head = [
    '| input | tried | longest wait | longest computing | peak memory |',
    '|---|---:|---:|---:|---:|',
  ];
  process.stdout.write(`${[...each, ...head, ...table].join('\n')}\n`);
});

function figures(found: readonly Omit<Row, 'name' | 'group'>[]): string {
  const max = (value: (row: (typeof found)[number]) => number) =>
    Math.round(Math.max(0, ...found.map(value)));
  const wait = max(({ longestWaitMs }) => longestWaitMs);
  const computed = max(({ computedMs }) => computedMs);
  return `${wait} ms | ${computed} ms | ${max(({ peakMib }) => peakMib)} MiB`;
}

// How much memory a process took is known on Linux only.
describe.runIf(process.platform === 'linux').each(groups)('%s', (group, inputs) => {
  test.each(inputs)('$name', async ({ name, prepare, attack, answer }) => {
    const corvid = await connect();
    await prepare?.(corvid);
    const waits = await measureWaits(corvid.client, corvid.pid, () => attack(corvid));
    const { longestWaitMs, computedMs, peakMib } = waits;
    if (answer) expect.soft((waits.result as Answer).text.slice(0, 5_000)).toMatch(answer);
    rows.push({ group, name, longestWaitMs, computedMs, peakMib });
    expect.soft(longestWaitMs).toBeLessThan(MAX_WAIT_MS);
    expect.soft(computedMs).toBeLessThan(MAX_COMPUTED_MS);
    expect.soft(peakMib).toBeLessThan(MAX_MIB);
  });
});
