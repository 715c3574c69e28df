import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listTools } from '../../src/tools/call/library.ts';
import { corvidCommand, temporaryFolder } from '../corvid-client.ts';
import { serveHttp } from '../http-corvid.ts';
import { commandOf } from './registry.ts';

// The official inspector's command line, which also checks schemas (exit code 6) and reports failed calls (5).

type Run = { readonly code: number; readonly stdout: string };

async function inspect(era: string, target: readonly string[], request: readonly string[]): Promise<Run> {
  const [node, program] = await Promise.all([commandOf('node'), commandOf('inspector')]);
  const home = await temporaryFolder();
  const args = [program, '--cli', '--protocol-era', era, ...request, '--format', 'json', '-q', ...target];
  const options = { timeout: 60_000, env: { PATH: process.env.PATH, HOME: home }, maxBuffer: 16e6 };
  return new Promise((resolve) => {
    execFile(node, args, options, (error, stdout) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout }),
    );
  });
}

describe.each(['legacy', 'modern'])('the inspector in the %s era', (era) => {
  test.each(['stdio', 'http', 'sse'] as const)('over %s: schemas, a call, a failed call', async (kind) => {
    if (kind === 'sse' && era === 'modern') return;
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'a.txt'), 'one\n');
    const target = await targetOf(kind, folder);
    const call = (path: string) => [
      ...['--method', 'tools/call', '--tool-name', 'file_read'],
      ...['--tool-args-json', JSON.stringify({ path })],
    ];
    const list = await inspect(era, target, ['--method', 'tools/list', '--strict']);
    expect(list.code).toBe(0);
    const { tools } = JSON.parse(list.stdout).result as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual(listTools().map(({ name }) => name));
    const read = await inspect(era, target, call(join(folder, 'a.txt')));
    expect([read.code, read.stdout]).toEqual([0, expect.stringContaining('   1: one')]);
    const failed = await inspect(era, target, call(join(folder, 'gone')));
    expect([failed.code, failed.stdout]).toEqual([5, expect.stringContaining('Error -32001 FILE_NOT_FOUND')]);
  });
});

async function targetOf(kind: 'stdio' | 'http' | 'sse', folder: string): Promise<string[]> {
  const flags = ['--root', folder];
  if (kind === 'stdio')
    return [process.execPath, corvidCommand, 'mcp', '--state-dir', join(folder, '.s'), ...flags];
  const { url, token } = await serveHttp(flags);
  return [`${url}/${kind === 'http' ? 'mcp' : 'sse'}`, '--header', `Authorization: Bearer ${token}`];
}
