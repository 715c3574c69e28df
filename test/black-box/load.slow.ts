import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { corvidCommand, temporaryFolder } from '../corvid-client.ts';
import { serveHttp } from '../http-corvid.ts';
import { openDescriptors, residentMibOf, runLoad } from '../load.ts';
import { playRounds } from '../terminal/rounds.ts';

const MINUTES = 60_000;
const clients = Number(process.env.LOAD_CLIENTS ?? 64);
const calls = Number(process.env.LOAD_CALLS ?? 500);
const soakCalls = Number(process.env.SOAK_CALLS ?? 20_000);

function print(report: object): void {
  process.stderr.write(`${JSON.stringify(report)}\n`);
}

test(`${clients} HTTP clients with ${calls} steps each lose no edit, and memory stays flat`, {
  timeout: 20 * MINUTES,
}, async () => {
  const report = await runLoad(await serveHttp(), { clients, calls });
  print(report);
  expect(report.unexpected).toEqual([]);
  expect(report.lost).toEqual([]);
  const [, second = 0, , last = 0] = report.memoryMib;
  expect(last).toBeLessThan(second * 1.2 + 20);
  expect(report.descriptors.at(-1)).toBeLessThan(report.descriptors[0]! + clients + 20);
});

test(`${soakCalls} calls over stdio: memory stays flat, no descriptor is left open`, {
  timeout: 20 * MINUTES,
}, async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'a.txt');
  await writeFile(path, 'count: 0\nend\n');
  const args = [corvidCommand, 'mcp', '--root', folder, '--state-dir', join(folder, '.state')];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = async (id: number, method: string, params: object) => {
    send({ id, method, params });
    return JSON.parse((await lines.next()).value as string) as { id: number; result?: { isError?: boolean } };
  };
  const clientInfo = { name: 'soak', version: '1' };
  await request(0, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  send({ method: 'notifications/initialized' });
  const samples: { calls: number; mib: number; descriptors: number }[] = [];
  const started = performance.now();
  let count = 0;
  for (let i = 1; i <= soakCalls; i++) {
    const [name, input, mayFail] = soakCall(i, path, count);
    const { id, result } = await request(i, 'tools/call', { name, arguments: input });
    expect([id, result?.isError ?? false]).toEqual([i, mayFail]);
    if (i % 4 === 1) count++;
    if (i % 4 === 3) count--;
    if (i % (soakCalls / 4) === 0)
      samples.push({ calls: i, mib: residentMibOf(child.pid!), descriptors: openDescriptors({ child }) });
  }
  child.stdin.end();
  await ended;
  print({ soakCalls, seconds: (performance.now() - started) / 1000, samples });
  const [first, last] = [samples[0]!, samples.at(-1)!];
  expect(last.mib).toBeLessThan(first.mib * 1.2 + 10);
  expect(last.descriptors).toBeLessThanOrEqual(first.descriptors + 2);
});

/** An edit, a read, an undo and a refusal in turn. */
function soakCall(
  i: number,
  path: string,
  count: number,
): [tool: string, input: Record<string, unknown>, mayFail: boolean] {
  if (i % 4 === 1)
    return [
      'edit_file',
      { path, old_string: `count: ${count}\n`, new_string: `count: ${count + 1}\n` },
      false,
    ];
  if (i % 4 === 2) return ['file_read', { path }, false];
  if (i % 4 === 3) return ['file_editor', { command: 'undo_edit', path }, false];
  return ['edit_text_file', { path, old_string: 'nowhere', new_string: '' }, true];
}

test('a shell opens, runs and closes 500 times without hanging', () => playRounds(500));
