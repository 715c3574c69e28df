import { afterAll, describe, expect, test } from 'vitest';
import { connect } from '../corvid-client.ts';
import { hostileInputs } from './hostile-inputs.ts';
import { MAX_MIB, MAX_WAIT_MS, measureWaits } from './longest-wait.ts';

// No input may keep another call waiting for more than a second, or take 400 MiB of memory.

type Row = { readonly name: string; readonly longestWaitMs: number; readonly peakMib: number };

const rows: Row[] = [];

afterAll(() => {
  const most = {
    name: 'at most',
    longestWaitMs: Math.max(...rows.map(({ longestWaitMs }) => longestWaitMs)),
    peakMib: Math.max(...rows.map(({ peakMib }) => peakMib)),
  };
  const table = [...rows, most].map(
    ({ name, longestWaitMs, peakMib }) => `| ${name} | ${Math.round(longestWaitMs)} ms | ${peakMib} MiB |`,
  );
  process.stdout.write(`${['| input | longest wait | peak memory |', ...table].join('\n')}\n`);
});

const groups = Object.entries(hostileInputs);

// How much memory a process took is known on Linux only.
describe.runIf(process.platform === 'linux').each(groups)('%s', (_, inputs) => {
  test.each(inputs)('$name', async ({ name, prepare, attack }) => {
    const corvid = await connect(
      process.env.DEV ? { env: { ...process.env, NODE_OPTIONS: '--require /tmp/loopcpu.cjs' } as never } : {},
    );
    await prepare?.(corvid);
    const { longestWaitMs, peakMib } = await measureWaits(corvid.client, corvid.pid, () => attack(corvid));
    rows.push({ name, longestWaitMs, peakMib });
    (await import('node:fs')).appendFileSync(
      '/tmp/hostile-rows.log',
      `${(await import('node:fs')).existsSync('/tmp/loopcpu/' + corvid.pid) ? (await import('node:fs')).readFileSync('/tmp/loopcpu/' + corvid.pid) : 0} cpu ms | ${longestWaitMs} ms | ${peakMib} MiB ${name}\n`,
    );
    expect.soft(longestWaitMs).toBeLessThan(MAX_WAIT_MS);
    expect.soft(peakMib).toBeLessThan(MAX_MIB);
  });
});
