import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createServer } from '../../src/mcp/server.ts';
import { StdioTransport } from '../../src/mcp/stdio-transport.ts';
import { openWorkspace } from '../../src/open-workspace.ts';
import { tools } from '../../src/tools/index.ts';
import { afterTest } from '../after-test.ts';

// How much code a small edit runs through, from the message to the answer, as counted by the engine.

const source = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'src');

const MAX_FILES = 50;

/** A function of `src` and how often it was called. */
type Calls = { readonly file: string; readonly name: string; readonly count: number };

/** Vitest makes one for each export. */
const EXPORT_GETTER = /^\(\) => \{ try \{ return \w+ \} catch \{\} \}$/;

async function callsDuring(action: () => Promise<unknown>): Promise<Calls[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Debugger.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await session.post('Profiler.takePreciseCoverage');
    await action();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const calls: Calls[] = [];
    for (const { url, scriptId, functions } of result) {
      const path = url.replace(/^file:\/\//, '').replace(/\?.*/, '');
      if (!path.startsWith(source)) continue;
      const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
      for (const { functionName: name, ranges } of functions) {
        const { startOffset, endOffset, count } = ranges[0]!;
        if (count === 0 || EXPORT_GETTER.test(scriptSource.slice(startOffset, endOffset))) continue;
        calls.push({ file: path.slice(source.length + 1), name, count });
      }
    }
    return calls;
  } finally {
    session.disconnect();
  }
}

/** A server over a pair of pipes. */
async function connect(folder: string) {
  const stateDirectory = join(folder, '.state');
  const workspace = openWorkspace({ roots: [folder], stateDirectory, syntax: 'off', checkpoints: 'off' });
  afterTest(() => workspace.close());
  const parts = { workspace, tools, version: '0', log: () => {}, followClientRoots: false };
  const [input, output] = [new PassThrough(), new PassThrough()];
  await createServer(parts).connect(new StdioTransport({ input, output, maxMessageBytes: 1_000_000 }));
  let id = 0;
  const request = async (method: string, params: object) => {
    const answer = new Promise<string>((resolve) => output.once('data', (chunk) => resolve(String(chunk))));
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })}\n`);
    return JSON.parse(await answer);
  };
  const clientInfo = { name: 'test', version: '0' };
  await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  return request;
}

test('an exact edit of one line runs through few files, with one sort and one diff', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'corvid-one-edit-'));
  afterTest(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'a.txt');
  await writeFile(path, Array.from({ length: 100 }, (_, i) => `line ${i}\n`).join(''));
  const request = await connect(folder);
  const edit = (line: number) => {
    const given = { path, old_string: `line ${line}\n`, new_string: `changed ${line}\n` };
    return request('tools/call', { name: 'edit_file', arguments: given });
  };
  await edit(50);
  await edit(60);
  const calls = await callsDuring(() => edit(70));
  expect(await readFile(path, 'utf8')).toContain('changed 70\n');
  const files = [...new Set(calls.map(({ file }) => file))].sort();
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(MAX_FILES);
  const times = (name: string) => calls.find((call) => call.name === name)?.count ?? 0;
  expect(times('sortEdits')).toBe(1);
  // The diff for people to read; there is no other comparison of lines.
  expect([times('diffOfEdits'), times('diffLines')]).toEqual([1, 0]);
});
