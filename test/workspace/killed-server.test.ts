import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { connect, corvidCommand, temporaryFolder } from '../corvid-client.ts';
import { createRandom } from '../seeded-random.ts';

const KILLS = 15;
const SEED = 20_260_728;
/** Long enough for some edits. */
const LONGEST_WAIT_MS = 25;

/** Version N is one line many times over: a torn or mixed file shows at once. */
function version(n: number): string {
  return `version ${n} of a file that is whole or not at all\n`.repeat(400);
}

test('whenever the server is killed, the file is whole and the next server can undo', async () => {
  const folder = await temporaryFolder();
  const random = createRandom(SEED);
  let edits = 0;
  for (let round = 1; round <= KILLS; round++) {
    const path = join(folder, `${round}.txt`);
    await writeFile(path, version(0));
    // Some are killed in their first edit, others when they are warm.
    const answered = await editUntilKilled(folder, path, round % 3, random() * LONGEST_WAIT_MS);
    const reached = await versionOf(path);
    // What was answered is in the file; of the edit under way, all or nothing.
    expect([answered, answered + 1]).toContain(reached);
    edits += reached;
    await takeBackAndGoOn(folder, path, reached);
    expect((await readdir(folder)).filter((name) => name.includes('corvid'))).toEqual([]);
  }
  expect(edits).toBeGreaterThanOrEqual(KILLS);
  expect(await readdir(join(folder, '.state', 'locks'))).toEqual([]);
  const files = Array.from({ length: KILLS }, (_, i) => `${i + 1}.txt`);
  expect((await readdir(folder)).sort()).toEqual(['.state', ...files].sort());
});

/** Undo gives the version before, or says that there is none; then the next edit works. */
async function takeBackAndGoOn(folder: string, path: string, reached: number): Promise<void> {
  const next = await connect({ folder });
  const call = (input: Record<string, unknown>) => next.call('file_editor', { path, ...input });
  const undone = await call({ command: 'undo_edit' });
  if (reached === 0) expect(undone.text).toBe(`Error -31007 NO_HISTORY: No edit history found for ${path}.`);
  else expect(undone.text).toContain(`Last edit to ${path} undone (file_editor str_replace).`);
  const standing = Math.max(0, reached - 1);
  expect(await versionOf(path)).toBe(standing);
  await call({ command: 'str_replace', old_str: version(standing), new_str: version(reached) });
  await call({ command: 'undo_edit' });
  expect(await versionOf(path)).toBe(standing);
  await next.close();
}

/** Kills the server some time after it has answered so many edits; returns how many it has answered by then. */
async function editUntilKilled(folder: string, path: string, edits: number, waitMs: number): Promise<number> {
  const args = [corvidCommand, 'mcp', '--root', folder, '--state-dir', join(folder, '.state')];
  const server = spawn(process.execPath, args, { cwd: folder, timeout: 100_000, killSignal: 'SIGKILL' });
  const ended = new Promise((resolve) => server.once('close', resolve));
  server.stdin.on('error', () => {});
  const answers = linesOf(server);
  send(server, 0, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  });
  await answers.next();
  let answered = 0;
  for (let n = 1; ; n++) {
    if (answered === edits) void sleep(waitMs).then(() => server.kill('SIGKILL'));
    const input = { command: 'str_replace', path, old_str: version(n - 1), new_str: version(n) };
    send(server, n, 'tools/call', { name: 'file_editor', arguments: input });
    const { value } = await answers.next();
    if (value === undefined) break;
    expect(JSON.parse(value)).toMatchObject({ id: n, result: { _meta: { 'corvid/result': { path } } } });
    answered = n;
  }
  await ended;
  expect(server.signalCode).toBe('SIGKILL');
  return answered;
}

function send(server: ChildProcessWithoutNullStreams, id: number, method: string, params: unknown): void {
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
}

/** Whole lines only: an answer that the kill cut short was never given. */
async function* linesOf(server: ChildProcessWithoutNullStreams): AsyncGenerator<string, undefined> {
  let rest = '';
  for await (const chunk of server.stdout.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
}

async function versionOf(path: string): Promise<number> {
  const text = await readFile(path, 'utf8');
  const n = Number(/^version (\d+) /.exec(text)?.[1]);
  expect(text === version(n)).toBe(true);
  return n;
}
