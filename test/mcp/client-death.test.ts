import { spawn, spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openWorkspace } from '../../src/open-workspace.ts';
import { corvidCommand, temporaryFolder } from '../corvid-client.ts';

// Clients that die in the middle of their work, in every way that they can.

const LINES = 20_000;
const text = Array.from({ length: LINES }, (_, i) => `line ${i}\n`).join('');

/** A separate client that starts the server, sends edits endlessly, and prints the server's pid. */
const program = `
const { spawn } = require('node:child_process');
const [command, folder] = process.argv.slice(1);
const server = spawn(process.execPath, [command, 'mcp', '--root', folder, '--state-dir', folder + '/.state'],
  { cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] });
const send = (message) => server.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
send({ id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } } });
let count = 0;
const edit = () => send({ id: ++count, method: 'tools/call', params: { name: 'edit_text_file',
  arguments: { path: folder + '/a.txt', old_string: 'line ' + count + '\\n', new_string: 'edited ' + count + '\\n' } } });
server.stdin.on('error', () => {});
server.stdout.on('data', () => { if (count === 4) console.log(server.pid); edit(); edit(); });
setTimeout(() => process.exit(1), 10000);
`;

/** A process that has ended stays in the table, as Z, until its new parent looks at it. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.includes('Z');
}

test.each([
  ['client', 'SIGKILL'],
  ['client', 'SIGTERM'],
  ['client', 'SIGINT'],
  ['client', 'SIGHUP'],
  ['server', 'SIGTERM'],
  ['server', 'SIGINT'],
] as const)(
  'a %s that is sent %s in the middle of edits: the server is gone, the file and its history are whole',
  async (who, signal) => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a.txt');
    await writeFile(path, text);
    const client = spawn(process.execPath, ['-e', program, corvidCommand, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = Number(await new Promise((resolve) => client.stdout.once('data', resolve)));
    const killedAt = performance.now();
    process.kill(who === 'client' ? client.pid! : pid, signal);
    await expect.poll(() => isAlive(pid), { interval: 20 }).toBe(false);
    expect(performance.now() - killedAt).toBeLessThan(1_000);
    client.kill('SIGKILL');
    expect((await readdir(folder)).sort()).toEqual(['.state', 'a.txt']);
    const left = (await readFile(path, 'utf8')).split('\n');
    expect(left).toHaveLength(LINES + 1);
    expect(left.every((line, i) => i === LINES || line === `line ${i}` || line === `edited ${i}`)).toBe(true);
    await expectUndoable(folder, path, left);
  },
);

/** The last edit, whatever it was, can be undone. */
async function expectUndoable(folder: string, path: string, left: readonly string[]): Promise<void> {
  const workspace = openWorkspace({ roots: [folder], stateDirectory: join(folder, '.state') });
  await workspace.undo(path);
  await workspace.close();
  const undone = (await readFile(path, 'utf8')).split('\n');
  expect(undone.filter((line, i) => line !== left[i])).toHaveLength(1);
}

describe('a client that no longer reads', () => {
  test('ends the server', async () => {
    const folder = await temporaryFolder();
    const server = spawn(process.execPath, [corvidCommand, 'mcp', '--state-dir', join(folder, '.state')], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const exited = new Promise((resolve) => server.once('exit', resolve));
    server.stdout.destroy();
    server.stdin.on('error', () => {});
    const ping = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`;
    const timer = setInterval(() => server.stdin.write(ping), 20);
    expect(await exited).toBe(0);
    clearInterval(timer);
  });
});
