import { afterAll, describe, expect, test } from 'vitest';
import { connect } from '../corvid-client.ts';
import { hostileInputs } from './hostile-inputs.ts';
import { MAX_MIB, MAX_WAIT_MS, measureWaits } from './longest-wait.ts';

// No input may keep another call waiting for more than a second, or take 400 MiB of memory.

type Row = {
  readonly group: string;
  readonly name: string;
  readonly longestWaitMs: number;
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
  const head = ['| input | tried | longest wait | peak memory |', '|---|---:|---:|---:|'];
  process.stdout.write(`${[...each, ...head, ...table].join('\n')}\n`);
});

function figures(found: readonly Pick<Row, 'longestWaitMs' | 'peakMib'>[]): string {
  const wait = Math.max(0, ...found.map(({ longestWaitMs }) => longestWaitMs));
  const peak = Math.max(0, ...found.map(({ peakMib }) => peakMib));
  return `${Math.round(wait)} ms | ${peak} MiB`;
}

// How much memory a process took is known on Linux only.
describe.runIf(process.platform === 'linux').each(groups)('%s', (group, inputs) => {
  test.each(inputs)('$name', async ({ name, prepare, attack }) => {
    const corvid = await connect();
    await prepare?.(corvid);
    const { longestWaitMs, peakMib } = await measureWaits(corvid.client, corvid.pid, () => attack(corvid));
    rows.push({ group, name, longestWaitMs, peakMib });
    expect.soft(longestWaitMs).toBeLessThan(MAX_WAIT_MS);
    expect.soft(peakMib).toBeLessThan(MAX_MIB);
  });
});
