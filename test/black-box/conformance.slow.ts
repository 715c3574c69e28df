import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer as createProxy, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createHttpHandler } from '../../src/mcp/http.ts';
import { type HttpServer, listen } from '../../src/mcp/http-server.ts';
import { createMetrics } from '../../src/mcp/metrics.ts';
import { createServer } from '../../src/mcp/server.ts';
import { openWorkspace } from '../../src/open-workspace.ts';
import { tools } from '../../src/tools/index.ts';
import { withFixtures } from './conformance-fixtures.ts';
import { commandOf, type Pinned } from './registry.ts';

// The official suite against Corvid's HTTP server, with the suite's fixtures added to the tools.

const token = 'a-token-of-the-test-0123456789';
const metrics = createMetrics();
let server: HttpServer;
let url: string;
const proxy = createProxy();

beforeAll(async () => {
  const workspace = openWorkspace({ roots: [] });
  const log = () => {};
  const parts = { workspace, tools, version: '1', log, followClientRoots: false };
  const handler = createHttpHandler({
    createServer: () => withFixtures(createServer(parts)),
    metrics,
    gauges: () => ({ version: '1', terminals: 0, residentBytes: 0, heapBytes: 0, startedAtSeconds: 0 }),
    token,
    allowedHosts: [],
    allowedOrigins: [],
    maxBodyBytes: 10_000_000,
    log,
  });
  server = await listen(handler, { host: '127.0.0.1', port: 0, log });
  url = await addToken(server.url);
});

afterAll(async () => {
  proxy.close();
  proxy.closeAllConnections();
  await server.close({ graceMs: 0, idle: metrics.idle });
});

/** The suite cannot send a token, so a proxy adds it. Everything else passes unchanged, including the Host. */
async function addToken(target: string): Promise<string> {
  proxy.on('request', (incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const { method = 'GET' } = incoming;
    const passing = forward(`${target}${incoming.url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    passing.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passing.destroy());
    incoming.pipe(passing);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
}

type Run = { readonly code: number; readonly output: string };

async function suite(which: Pinned, args: readonly string[]): Promise<Run> {
  const [node, program] = await Promise.all([commandOf('node'), commandOf(which)]);
  return new Promise((resolve) => {
    const command = [program, 'server', '--url', url, ...args];
    const options = { timeout: 240_000, maxBuffer: 64e6 };
    execFile(node, command, options, (error, stdout, stderr) =>
      resolve({
        code: typeof error?.code === 'number' ? error.code : error ? -1 : 0,
        output: stdout + stderr,
      }),
    );
  });
}

const baseline = (name: string) => fileURLToPath(new URL(`./baseline-${name}.yml`, import.meta.url));

describe('the official suite fails only where the baseline gives a reason', () => {
  test.each([
    ['the stable version', 'stableSuite', 'stable', []],
    ['the version of 2026-07-28', 'nextSuite', '2026-07-28', ['--requirements', '2026-07-28']],
  ] as const)('%s', { timeout: 300_000 }, async (_, which, name, args) => {
    const { code, output } = await suite(which, [...args, '--expected-failures', baseline(name)]);
    if (process.env.CONFORMANCE_VERBOSE) process.stderr.write(output);
    expect(output.slice(-3000)).toMatch(/passed|Passed/);
    expect([code, output.slice(-3000)]).toEqual([0, expect.anything()]);
  });

  test.each([
    ['server-stateless', 28],
    ['http-header-validation', 14],
    ['dns-rebinding-protection', 2],
  ] as const)('%s passes all of its %i checks', { timeout: 60_000 }, async (scenario, checks) => {
    const { output } = await suite('nextSuite', ['--spec-version', '2026-07-28', '--scenario', scenario]);
    expect(output).toContain(`Passed: ${checks}/${checks}, 0 failed`);
  });

  test('a request for an ended session of the handshake era is refused', async () => {
    const args = ['--spec-version', '2025-11-25', '--scenario', 'server-session-lifecycle'];
    const { code, output } = await suite('nextSuite', args);
    expect([code, output.slice(-1000)]).toEqual([0, expect.stringContaining('0 failed')]);
  });

  test('each expected failure has a reason', async () => {
    for (const name of ['stable', '2026-07-28']) {
      const text = await readFile(baseline(name), 'utf8');
      const { server: expected } = parse(text) as { server: string[] };
      for (const entry of expected) expect(text).toMatch(new RegExp(`- ${entry} +# \\w{3,}`));
    }
  });
});
