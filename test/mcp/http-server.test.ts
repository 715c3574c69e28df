import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod/v4';
import { createHttpHandler } from '../../src/mcp/http.ts';
import { type HttpServer, type ListenOptions, listen } from '../../src/mcp/http-server.ts';
import { createMetrics, type Metrics } from '../../src/mcp/metrics.ts';
import { createServer } from '../../src/mcp/server.ts';
import { openWorkspace } from '../../src/open-workspace.ts';
import { defineTool } from '../../src/tools/call/define-tool.ts';
import { closeAll, openConnections } from '../hostile/many-connections.ts';
import { connectHttp } from '../http-corvid.ts';

// What needs a tool that takes its time: the server in this process, real sockets and real clients.

const token = 'a-token-of-the-test-0123456789';
const eras = ['legacy', 'modern', 'sse'] as const;
const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

type Slow = HttpServer & { readonly token: string; readonly metrics: Metrics; readonly seen: string[] };

/** A server with a tool that waits, tells how it goes, and notes how it ended. */
async function serveSlow(options: Partial<ListenOptions> = {}): Promise<Slow> {
  const seen: string[] = [];
  const wait = defineTool({
    name: 'wait',
    title: 'Wait',
    description: 'Waits',
    guidance: [],
    effect: 'read',
    input: z.object({ ms: z.number(), size: z.number().optional() }),
    async run({ ms, size = 0 }, { signal, progress }) {
      seen.push('started');
      progress?.(1, 2, 'half way');
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        signal?.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      });
      seen.push(signal?.aborted ? 'cancelled' : 'done');
      return { summary: 'x'.repeat(size), data: {} };
    },
  });
  const workspace = openWorkspace({ roots: [] });
  const metrics = createMetrics();
  const log = () => {};
  const handler = createHttpHandler({
    createServer: () =>
      createServer({ workspace, tools: [wait], version: '1', log, followClientRoots: false, meter: metrics }),
    metrics,
    gauges: () => ({ version: '1', terminals: 0, residentBytes: 0, heapBytes: 0, startedAtSeconds: 0 }),
    token,
    allowedHosts: [],
    allowedOrigins: [],
    maxBodyBytes: 1_000_000,
    log,
  });
  const server = await listen(handler, { host: '127.0.0.1', port: 0, log, ...options });
  ends.push(() => server.close({ graceMs: 0, idle: metrics.idle }));
  return { ...server, token, metrics, seen };
}

describe.each(eras)('a call of a client of the %s kind', (era) => {
  test('tells how it goes', async () => {
    const { client } = await connectHttp(await serveSlow(), era);
    const told: unknown[] = [];
    const onprogress = (progress: unknown) => told.push(progress);
    await client.callTool({ name: 'wait', arguments: { ms: 50 } }, { onprogress });
    expect(told).toEqual([{ progress: 1, total: 2, message: 'half way' }]);
  });

  test('ends when it is cancelled', async () => {
    const server = await serveSlow();
    const { client } = await connectHttp(server, era);
    const controller = new AbortController();
    const { signal } = controller;
    const call = client.callTool({ name: 'wait', arguments: { ms: 10_000 } }, { signal }).catch(() => 'gone');
    const other = client.callTool({ name: 'wait', arguments: { ms: 400 } });
    await expect.poll(() => server.seen).toEqual(['started', 'started']);
    controller.abort();
    expect(await call).toBe('gone');
    await expect.poll(() => server.seen).toContain('cancelled');
    await other;
    expect(server.seen).toEqual(['started', 'started', 'cancelled', 'done']);
  });

  test('ends when the client goes away', async () => {
    const server = await serveSlow();
    const { client, close } = await connectHttp(server, era);
    const call = client.callTool({ name: 'wait', arguments: { ms: 10_000 } }).catch(() => 'gone');
    await expect.poll(() => server.seen).toEqual(['started']);
    await close();
    expect(await call).toBe('gone');
    await expect.poll(() => server.seen).toEqual(['started', 'cancelled']);
  });

  test('is still answered when the server is told to go, if it is quick about it', async () => {
    const server = await serveSlow();
    const { client } = await connectHttp(server, era);
    const call = client.callTool({ name: 'wait', arguments: { ms: 300, size: 3 } });
    await expect.poll(() => server.seen).toEqual(['started']);
    const closed = server.close({ graceMs: 2_000, idle: server.metrics.idle });
    expect((await call).content).toEqual([{ type: 'text', text: 'xxx' }]);
    await closed;
  });

  test('is cut off when the server is told to go and it is not', async () => {
    const server = await serveSlow();
    const { client } = await connectHttp(server, era);
    const call = client.callTool({ name: 'wait', arguments: { ms: 10_000 } }, { timeout: 500 });
    call.catch(() => {});
    await expect.poll(() => server.seen).toEqual(['started']);
    await server.close({ graceMs: 100, idle: server.metrics.idle });
    await expect.poll(() => server.seen).toEqual(['started', 'cancelled']);
    if (era !== 'sse') await expect(call).rejects.toThrow();
  });
});

test('a client that only waits for news does not hold the end up', async () => {
  const server = await serveSlow();
  const { client } = await connectHttp(server, 'modern');
  await client.listen({ toolsListChanged: true });
  await connectHttp(server, 'sse');
  const started = performance.now();
  await server.close({ graceMs: 5_000, idle: server.metrics.idle });
  expect(performance.now() - started).toBeLessThan(2_000);
});

function rawRequest(url: string, text: string): Promise<string> {
  const socket = connectSocket(Number(new URL(url).port), '127.0.0.1');
  socket.write(text);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  return new Promise((resolve) => socket.once('close', () => resolve(answer)));
}

describe('a slow client', () => {
  const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n`;
  const json = 'Content-Type: application/json\r\n';

  test.each([
    ['its headers', head],
    ['its body', `${head}${json}Content-Length: 1000\r\n\r\n{`],
  ])('that does not finish %s is told so and cut off', async (_, text) => {
    const { url } = await serveSlow({ requestTimeoutMs: 200 });
    expect(await rawRequest(url, text)).toMatch(/^HTTP\/1.1 408 Request Timeout/);
  });

  test('that does not read its answer is cut off', async () => {
    const server = await serveSlow({ stallTimeoutMs: 200 });
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'wait', arguments: { ms: 0, size: 30_000_000 } },
    });
    const socket = connectSocket(Number(new URL(server.url).port), '127.0.0.1');
    const accept = 'Accept: application/json, text/event-stream\r\n';
    socket.pause();
    socket.write(`${head}${json}${accept}Content-Length: ${body.length}\r\n\r\n${body}`);
    await expect.poll(() => server.seen).toEqual(['started', 'done']);
    await new Promise((resolve) => setTimeout(resolve, 600));
    let read = 0;
    socket.resume().on('data', (chunk) => {
      read += chunk.length;
    });
    await new Promise((resolve) => socket.once('close', resolve).once('error', () => {}));
    expect(read).toBeLessThan(30_000_000);
  });
});

test('a request whose address is no address is refused', async () => {
  const { url } = await serveSlow();
  const answer = await rawRequest(
    url,
    'GET http://[ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
});

describe('a connection without the token', () => {
  test('is closed after its answer, and one with the token is not', async () => {
    const server = await serveSlow();
    const ask = async (path: string, headers: Record<string, string> = {}) =>
      (await fetch(`${server.url}${path}`, { headers })).headers.get('connection');
    expect(await ask('/healthz')).toBe('close');
    expect(await ask('/metrics', { authorization: 'Bearer wrong' })).toBe('close');
    expect(await ask('/nothing')).toBe('close');
    expect(await ask('/metrics', { authorization: `Bearer ${token}` })).toBe('keep-alive');
  });

  test('is closed for a newer one where there are too many, and one with the token is not', async () => {
    const server = await serveSlow();
    const owner = await connectHttp(server, 'sse');
    const [first, ...others] = await openConnections(server.url, 513, '');
    const closed = first!.destroyed || once(first!, 'close');
    await closed;
    expect(others.filter((socket) => socket.destroyed)).toEqual([]);
    await owner.client.callTool({ name: 'wait', arguments: { ms: 1 } });
    closeAll(others);
  });
});
