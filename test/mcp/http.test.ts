import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAddress } from '../../src/cli/commands/mcp/mcp-http.ts';
import { instructionsFor } from '../../src/mcp/instructions.ts';
import { listTools } from '../../src/tools/call/library.ts';
import { tools } from '../../src/tools/index.ts';
import { selectTools } from '../../src/tools/select/select-tools.ts';
import { corvidCommand, temporaryFolder } from '../corvid-client.ts';
import { connectHttp, type HttpCorvid, serveHttp, sharedHttp } from '../http-corvid.ts';

const eras = ['legacy', 'modern', 'sse'] as const;
const TOKEN = 'a-token-of-the-test-0123456789';
const serve = sharedHttp();

describe.each(eras)('a client of the %s kind', (era) => {
  test('edits, is refused and undoes', async () => {
    const server = await serve();
    const { client, call } = await connectHttp(server, era);
    const path = server.path('a.txt');
    const edit = (command: string, input: Record<string, unknown> = {}) =>
      call('file_editor', { command, path, ...input });
    expect(client.getServerVersion()?.name).toBe('corvid');
    expect(client.getProtocolEra()).toBe(era === 'modern' ? 'modern' : 'legacy');
    expect(client.getInstructions()).toBe(instructionsFor(selectTools(tools)));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(
      listTools().map(({ name }) => name),
    );
    await edit('create', { file_text: 'one\none\n' });
    expect((await edit('str_replace', { old_str: 'one', new_str: 'two' })).text).toMatch(
      /^Error -32011 MULTIPLE_MATCHES: /,
    );
    expect((await edit('str_replace', { old_str: 'one\none', new_str: 'two' })).failed).toBe(false);
    expect(await readFile(path, 'utf8')).toBe('two\n');
    await edit('undo_edit');
    expect(await readFile(path, 'utf8')).toBe('one\none\n');
  });
});

test('every kind of client gets codes as JSON-RPC errors on request', async () => {
  const server = await serveHttp(['--errors', 'jsonrpc']);
  for (const era of eras) {
    const { call } = await connectHttp(server, era);
    await expect(call('file_read', { path: server.path('gone') })).rejects.toMatchObject({
      code: -32001,
      message: expect.stringContaining('File not found: '),
    });
  }
});

test('a terminal does not count as idle while a call waits in it', async () => {
  const server = await serveHttp(['--terminal-idle', '1']);
  const { call } = await connectHttp(server, 'modern');
  expect((await call('terminal', { command: 'sleep 3; echo done' })).text).toMatch(/^done\n/);
});

test('a terminal without calls ends, with what runs in it', async () => {
  const server = await serveHttp(['--terminal-idle', '3']);
  const { call } = await connectHttp(server, 'modern');
  const { text } = await call('terminal', { command: 'x=1; sleep 1000 & echo "pid=$!"' });
  const pid = Number(/pid=(\d+)/.exec(text)?.[1]);
  expect(() => process.kill(pid, 0)).not.toThrow();
  await expect.poll(() => isAlive(pid)).toBe(false);
  expect((await call('terminal', { command: 'echo "x is [$x]"' })).text).toContain('x is []');
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('every kind of client can send a file of 9 MB', async () => {
  const server = await serve();
  const file_text = '0123456789abcdef"\\\n'.repeat(470_000);
  for (const era of eras) {
    const { call } = await connectHttp(server, era);
    const path = server.path(`big-${era}`);
    expect((await call('file_editor', { command: 'create', path, file_text })).failed).toBe(false);
    expect((await readFile(path, 'utf8')) === file_text).toBe(true);
  }
});

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const posted = (body: unknown = initialize, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headers,
  },
});

/** Node's own client, which sends any Host that it is told to. */
function withHost({ url, token }: HttpCorvid, path: string, host: string) {
  const headers = { host, authorization: `Bearer ${token}` };
  return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    httpRequest(`${url}${path}`, { headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode, text }));
    })
      .on('error', reject)
      .end();
  });
}

async function refusal(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error: { code: number; message: string } };
  return `${response.status} ${error.code} ${error.message}`;
}

describe('who is let in', () => {
  test('only a client with the token, to everything but the health', async () => {
    const server = await serve();
    expect(server.token.length).toBeGreaterThanOrEqual(43);
    for (const path of ['/mcp', '/sse', '/messages', '/metrics']) {
      const without = await fetch(`${server.url}${path}`);
      expect(without.headers.get('www-authenticate')).toBe('Bearer realm="corvid"');
      expect(await refusal(without)).toBe(
        "401 -32600 A token is required: send the header `Authorization: Bearer TOKEN` with Corvid's token.",
      );
    }
    for (const wrong of [`${server.token}x`, server.token.slice(1), 'x', 'é'.repeat(4)]) {
      const headers = { authorization: `Bearer ${encodeURIComponent(wrong)}` };
      expect(await refusal(await fetch(`${server.url}/mcp`, posted(initialize, headers)))).toBe(
        "401 -32600 The token is wrong: send the header `Authorization: Bearer TOKEN` with Corvid's token.",
      );
    }
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect((await server.fetch('/mcp', posted())).status).toBe(200);
  });

  test('a token comes from a file or the environment, and is then not shown', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'token'), `${TOKEN}\n`);
    for (const [args, env] of [
      [['--token-file', join(folder, 'token')], {}],
      [[], { CORVID_TOKEN: TOKEN }],
    ] as const) {
      const server = await serveHttp(args, env);
      expect(server.stderr()).not.toContain('oken');
      const headers = { authorization: `bearer ${TOKEN}` };
      expect((await fetch(`${server.url}/metrics`, { headers })).status).toBe(200);
    }
  });

  test('no foreign Host, unless it was named', async () => {
    const server = await serveHttp(['--allow-host', 'corvid.internal']);
    for (const [host, status] of [
      ['127.0.0.1', 200],
      ['localhost:1234', 200],
      ['[::1]:99', 200],
      ['corvid.internal', 200],
      ['127.0.0.1.evil.example', 403],
      ['10.1.2.3', 403],
    ] as const) {
      expect([host, (await withHost(server, '/metrics', host)).status]).toEqual([host, status]);
    }
    const { text } = await withHost(server, '/mcp', 'evil.example:80');
    expect(text).toContain(
      'Host evil.example is not served here. If the name is right, start Corvid with `--allow-host evil.example`.',
    );
  });

  test('no foreign web page, unless it was named', async () => {
    const server = await serveHttp(['--allow-origin', 'ide.example']);
    const asked = (origin: string, init: RequestInit = posted()) =>
      server.fetch('/mcp', { ...init, headers: { ...init.headers, origin } });
    expect(await refusal(await asked('https://evil.example'))).toBe(
      '403 -32600 Web pages of evil.example may not ask here. If they should, start Corvid with `--allow-origin evil.example`.',
    );
    expect(await refusal(await asked('null'))).toContain(
      'Invalid Origin header: null. Leave the header out.',
    );
    expect((await asked('http://localhost:3000')).status).toBe(200);
    const page = await asked('https://ide.example');
    expect(page.headers.get('access-control-allow-origin')).toBe('https://ide.example');
    const preflight = await fetch(`${server.url}/mcp`, {
      method: 'OPTIONS',
      headers: { origin: 'https://ide.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
  });
});

describe('requests that cannot be served', () => {
  test('are answered by what is wrong with them', async () => {
    const server = await serve();
    const answers = {
      'no JSON': await server.fetch('/mcp', posted('{"jsonrpc":')),
      nothing: await server.fetch('/mcp', posted('')),
      text: await server.fetch('/mcp', posted('{}', { 'content-type': 'text/plain' })),
      elsewhere: await server.fetch('/else'),
      'wrong method': await server.fetch('/metrics', { method: 'POST' }),
      'wrong stream': await server.fetch('/messages?sessionId=gone', posted()),
    };
    const told = await Promise.all(
      Object.entries(answers).map(async ([what, answer]) => `${what}: ${await refusal(answer)}`),
    );
    expect(told).toEqual([
      expect.stringMatching(/^no JSON: 400 -32700 Parse error: /),
      expect.stringMatching(/^nothing: 400 -32700 Parse error: /),
      expect.stringMatching(/^text: 415 .*application\/json/),
      'elsewhere: 404 -32600 There is nothing at /else. MCP is served at /mcp, and at /sse for older clients.',
      'wrong method: 405 -32600 POST is not for /metrics: use GET.',
      'wrong stream: 404 -32600 There is no open stream gone. Open one with GET /sse.',
    ]);
  });

  test('a session is over once its client has ended it', async () => {
    const server = await serve();
    const opened = await server.fetch('/mcp', posted());
    const session = opened.headers.get('mcp-session-id')!;
    const headers = { 'mcp-session-id': session };
    const ping = { jsonrpc: '2.0', id: 2, method: 'ping' };
    expect((await server.fetch('/mcp', posted(ping, headers))).status).toBe(200);
    expect((await server.fetch('/mcp', { method: 'DELETE', headers })).status).toBe(204);
    expect(await refusal(await server.fetch('/mcp', posted(ping, headers)))).toBe(
      `404 -32600 Session ${session} is over. Initialize again.`,
    );
    // As after a restart: the server has never seen it, and nothing hangs on it.
    const unknown = posted(ping, { 'mcp-session-id': 'of-another-server' });
    expect((await server.fetch('/mcp', unknown)).status).toBe(200);
  });

  test('a body over the limit is refused, announced or not, and the server lives on', async () => {
    const server = await serve(['--max-file-size', '1000']);
    const text = `"${'x'.repeat(20_000)}"`;
    expect(await refusal(await server.fetch('/mcp', posted(text)))).toBe(
      '413 -32600 Body of 20002 bytes or more is too long: at most 4000 are taken.',
    );
    const piecewise = new Blob(['[', '1,'.repeat(4_000_000)]).stream();
    const init = { ...posted(), body: piecewise, duplex: 'half' } as RequestInit;
    expect(await refusal(await server.fetch('/mcp', init))).toMatch(/^413 .*at most 4000 are taken\.$/);
    expect((await server.fetch('/mcp', posted())).status).toBe(200);
  });

  test('a body without end is cut off after its refusal', async () => {
    const server = await serve(['--max-file-size', '1000']);
    const socket = connectSocket(Number(new URL(server.url).port), '127.0.0.1');
    const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${server.token}\r\n`;
    socket.write(`${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`);
    const timer = setInterval(() => socket.write(`2710\r\n${'x'.repeat(10_000)}\r\n`), 5);
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    await new Promise((resolve) => socket.on('error', () => {}).once('close', resolve));
    clearInterval(timer);
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
  });

  test('half a request changes nothing, and the server lives on', async () => {
    const server = await serve();
    const input = { command: 'create', path: server.path('half'), file_text: 'x' };
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'file_editor', arguments: input },
    });
    const socket = connectSocket(Number(new URL(server.url).port), '127.0.0.1');
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${server.token}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\n\r\n${body.slice(0, -1)}`,
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.destroy();
    expect((await server.fetch('/mcp', posted())).status).toBe(200);
    await expect(readFile(server.path('half'))).rejects.toThrow('ENOENT');
  });
});

/** How a server that cannot start ends. */
async function failedStart(args: readonly string[], env: Record<string, string> = {}) {
  const cwd = await temporaryFolder();
  const child = spawn(process.execPath, [corvidCommand, 'mcp', ...args], {
    cwd,
    env: { ...process.env, ...env },
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stderr };
}

describe('a server that cannot start', () => {
  test('says that the port is taken', async () => {
    const { port } = new URL((await serve()).url);
    expect(await failedStart(['--http', port])).toEqual({
      code: 1,
      stderr: `corvid: 127.0.0.1:${port} is taken by another program. Choose another port, or 0 for any that is free.\n`,
    });
  });

  test('says that the address is not its own', async () => {
    const { code, stderr } = await failedStart(['--http', '192.0.2.1:0']);
    expect([code, stderr]).toEqual([
      1,
      'corvid: 192.0.2.1 is no address of this machine. Choose 127.0.0.1, or 0.0.0.0 for all of them.\n',
    ]);
  });

  test('says how --http is used', async () => {
    const { code, stderr } = await failedStart(['--http', 'x']);
    expect(code).toBe(2);
    expect(stderr).toContain("corvid: --http takes [host:]port, such as 8931 or 127.0.0.1:8931, not 'x'");
    for (const http of ['', '70000', 'host:', '::1:80', '1.2.3.4:99999'])
      expect(() => parseAddress(http)).toThrow(`not '${http}'`);
    expect(parseAddress('80')).toEqual({ host: '127.0.0.1', port: 80 });
    expect(parseAddress('0.0.0.0:0')).toEqual({ host: '0.0.0.0', port: 0 });
    expect(parseAddress('[::1]:8931')).toEqual({ host: '::1', port: 8931 });
  });

  test('says what is wrong with its token', async () => {
    const short = await failedStart(['--http', '0'], { CORVID_TOKEN: 'short' });
    expect(short.code).toBe(2);
    expect(short.stderr).toContain(
      'the token of CORVID_TOKEN must have at least 16 printable characters and no spaces; ' +
        '`openssl rand -hex 32` makes a good one',
    );
    const missing = await failedStart(['--http', '0', '--token-file', '/gone']);
    expect(missing.stderr).toContain('the token cannot be read: ENOENT');
  });
});

describe('what an operator sees', () => {
  test('the health and the metrics, with nothing of any file', async () => {
    const server = await serveHttp();
    const { call } = await connectHttp(server, 'legacy');
    const path = server.path('secret-name.txt');
    await call('file_editor', { command: 'create', path, file_text: 'secret content' });
    await call('file_read', { path });
    await call('file_read', { path: server.path('gone') });
    await fetch(`${server.url}/mcp`);
    expect(await (await fetch(`${server.url}/healthz`)).text()).toBe('ok\n');
    const text = await (await server.fetch('/metrics')).text();
    for (const line of [
      'corvid_calls_total{tool="file_editor"} 1',
      'corvid_calls_total{tool="file_read"} 2',
      'corvid_call_errors_total{tool="file_read",code="-32001",name="FILE_NOT_FOUND"} 1',
      'corvid_call_duration_seconds_count{tool="file_read"} 2',
      'corvid_call_duration_seconds_bucket{tool="file_read",le="+Inf"} 2',
      'corvid_calls_in_progress 0',
      'corvid_http_requests_total{status="401"} 1',
      'corvid_terminals 0',
    ])
      expect(text).toContain(`${line}\n`);
    expect(text).toMatch(/^process_resident_memory_bytes \d{8,}$/m);
    expect(text).not.toContain('secret');
    expect(text).not.toContain(server.token);
  });

  test('a warning when other machines can reach the server', async () => {
    const folder = await temporaryFolder();
    const child = spawn(process.execPath, [corvidCommand, 'mcp', '--http', '0.0.0.0:0'], { cwd: folder });
    const stderr = await new Promise<string>((resolve) => {
      let text = '';
      child.stderr.on('data', (chunk) => {
        text += chunk;
        if (text.includes('TLS')) resolve(text);
      });
    });
    child.kill();
    expect(stderr).toContain(
      'Other machines can reach it, and nothing is encrypted: put a TLS proxy in front of it, or use 127.0.0.1.',
    );
    await new Promise((resolve) => child.once('exit', resolve));
  });
});

describe('the end', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s ends the server at once, clients or not',
    async (signal) => {
      const server = await serveHttp();
      for (const era of eras) await connectHttp(server, era);
      const start = performance.now();
      server.child.kill(signal);
      expect(await server.exited).toBe(0);
      // A connection that is waited for lasts five seconds and more.
      expect(performance.now() - start).toBeLessThan(3000);
    },
  );
});
