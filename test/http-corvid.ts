import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CallToolResult,
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { afterAll } from 'vitest';
import { afterTest } from './after-test.ts';
import {
  type Answer,
  codeCache,
  corvidCommand,
  newFolder,
  temporaryFolder,
  toAnswer,
} from './corvid-client.ts';

// The real command as an HTTP server, and real clients for it.

export type HttpEra = 'legacy' | 'modern' | 'sse';

export type HttpCorvid = {
  readonly url: string;
  readonly token: string;
  readonly folder: string;
  readonly path: (name: string) => string;
  readonly child: ChildProcess;
  readonly stderr: () => string;
  readonly exited: Promise<number | null>;
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
};

export type HttpClient = {
  readonly client: Client;
  readonly call: (tool: string, input: Record<string, unknown>) => Promise<Answer>;
  readonly close: () => Promise<void>;
};

/** A server of its own on a free port; ended after the test. */
export async function serveHttp(
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<HttpCorvid> {
  const folder = await temporaryFolder();
  return startHttp(folder, args, env, afterTest);
}

/** One server for many tests, or one for each list of options: every call gives a new folder below its root. */
export function sharedHttp(): (args?: readonly string[]) => Promise<HttpCorvid> {
  const servers = new Map<string, Promise<HttpCorvid>>();
  const ends: (() => Promise<unknown>)[] = [];
  afterAll(() => Promise.all(ends.map((end) => end())));
  const start = async (args: readonly string[]) => {
    const folder = await newFolder();
    return startHttp(folder, args, {}, (end) => {
      ends.push(() => end().then(() => rm(folder, { recursive: true, force: true, maxRetries: 5 })));
    });
  };
  return async (args = []) => {
    const key = args.join(' ');
    const starting = servers.get(key) ?? start(args);
    servers.set(key, starting);
    const server = await starting;
    const folder = await mkdtemp(join(server.folder, 'test-'));
    return { ...server, folder, path: (name) => join(folder, name) };
  };
}

async function startHttp(
  folder: string,
  args: readonly string[],
  env: Record<string, string>,
  onStart: (end: () => Promise<unknown>) => void,
): Promise<HttpCorvid> {
  const command = [corvidCommand, 'mcp', '--http', '0', '--state-dir', join(folder, '.state'), ...args];
  const child = spawn(process.execPath, command, {
    cwd: folder,
    env: { ...process.env, ...codeCache, ...env },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  onStart(() => {
    child.kill('SIGKILL');
    return exited;
  });
  const isGiven = env.CORVID_TOKEN !== undefined || args.includes('--token-file');
  let stderr = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
      const [, found] = /serves MCP at (\S+)\/mcp.*\n/.exec(stderr) ?? [];
      if (found && (isGiven || /Token, shown only once: .*\n/.test(stderr))) resolve(found);
    });
    child.once('exit', () => reject(new Error(stderr)));
  });
  const token = env.CORVID_TOKEN ?? /Token, shown only once: (\S+)/.exec(stderr)?.[1] ?? '';
  return {
    url,
    token,
    folder,
    path: (name) => join(folder, name),
    child,
    stderr: () => stderr,
    exited,
    fetch: (path, init = {}) =>
      fetch(`${url}${path}`, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } }),
  };
}

/** A client of a server, with one of the ways to speak HTTP; closed after the test. */
export async function connectHttp(
  { url, token }: Pick<HttpCorvid, 'url' | 'token'>,
  era: HttpEra,
): Promise<HttpClient> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era === 'modern' ? 'auto' : 'legacy' } },
  );
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(
    era === 'sse'
      ? new SSEClientTransport(new URL('/sse', url), { requestInit })
      : new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }),
  );
  afterTest(() => client.close());
  return {
    client,
    call: async (name, input) =>
      toAnswer((await client.callTool({ name, arguments: input })) as CallToolResult),
    close: () => client.close(),
  };
}
