import { afterAll, describe, expect, test } from 'vitest';
import { connect } from '../corvid-client.ts';
import { hostileInputs } from './hostile-inputs.ts';
import { MAX_MIB, MAX_WAIT_MS, measureWaits } from './longest-wait.ts';

// No input may keep another call waiting for more than a second, or take 400 MiB of memory.

type Row = { readonly longestWaitMs: number; readonly peakMib: number };

const rows: (Row & { readonly name: string })[] = [];

afterAll(() => {
  const most = {
    longestWaitMs: Math.max(...rows.map(({ longestWaitMs }) => longestWaitMs)),
    peakMib: Math.max(...rows.map(({ peakMib }) => peakMib)),
    name: 'at most',
  };
  const table = [...rows, most].map((row) => `| ${row.name} | ${told(row)} |`);
  process.stdout.write(`${['| input | longest wait | peak memory |', ...table].join('\n')}\n`);
});

describe.each(Object.entries(hostileInputs))('%s', (_, inputs) => {
  test.each(inputs)('$name', async ({ name, prepare, attack }) => {
    const corvid = await connect(
      process.env.DEV ? { env: { ...process.env, NODE_OPTIONS: '--require /tmp/loopcpu.cjs' } as never } : {},
    );
    await prepare?.(corvid);
    const row = await measureWaits(corvid.client, corvid.pid, () => attack(corvid));
    rows.push({ name, ...row });
    (await import('node:fs')).appendFileSync(
      '/tmp/hostile-rows.log',
      `${(await import('node:fs')).existsSync('/tmp/loopcpu/' + corvid.pid) ? (await import('node:fs')).readFileSync('/tmp/loopcpu/' + corvid.pid) : 0} cpu ms | ${told(row)} ${name}\n`,
    );
    expect.soft(row.longestWaitMs).toBeLessThan(MAX_WAIT_MS);
    expect.soft(row.peakMib).toBeLessThan(MAX_MIB);
  });
});

function told({ longestWaitMs, peakMib }: Row): string {
  return `${Math.round(longestWaitMs)} ms | ${peakMib} MiB`;
}
