import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CallToolResult, Client } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll } from 'vitest';
import { afterTest } from './after-test.ts';

// A real MCP client and the real command over a real pipe, in a folder of its own.

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
export const corvidCommand = join(root, 'dist', 'corvid.cjs');

/** Where servers keep their compiled code: with a folder of its own, each one would compile all anew. */
export const codeCache = { XDG_CACHE_HOME: join(root, 'node_modules', '.cache', 'corvid-test') };

export type Answer = { readonly text: string; readonly failed: boolean; readonly result: CallToolResult };

export type Corvid = {
  readonly client: Client;
  /** Of the server. */
  readonly pid: number;
  readonly folder: string;
  readonly path: (name: string) => string;
  readonly call: (tool: string, input: Record<string, unknown>) => Promise<Answer>;
  readonly edit: (command: string, name: string, input?: Record<string, unknown>) => Promise<Answer>;
  readonly close: () => Promise<void>;
};

export type Setting = {
  readonly folder?: string;
  readonly args?: readonly string[];
  readonly era?: 'legacy' | 'modern';
  readonly roots?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A command that runs the server: its words come before those of the server. */
  readonly wrapper?: readonly string[];
  /** Whoever connects closes it, and not the end of the test. */
  readonly isShared?: boolean;
};

/** Removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await newFolder();
  afterTest(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Whoever makes it removes it. */
export async function newFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'corvid-test-')));
}

/** A client connected to a server of its own; closed after the test. */
export async function connect(setting: Setting = {}): Promise<Corvid> {
  const folder = setting.folder ?? (await temporaryFolder());
  const state = join(folder, '.state');
  const args = setting.args ?? ['--root', folder];
  const client = new Client(
    { name: 'test', version: '1' },
    {
      capabilities: setting.roots ? { roots: {} } : {},
      versionNegotiation: { mode: setting.era === 'modern' ? 'auto' : 'legacy' },
    },
  );
  if (setting.roots) {
    const roots = setting.roots.map((root) => ({ uri: `file://${root}` }));
    client.setRequestHandler('roots/list', () => ({ roots }));
  }
  const command = [
    ...(setting.wrapper ?? []),
    process.execPath,
    corvidCommand,
    'mcp',
    '--state-dir',
    state,
    ...args,
  ];
  const transport = new StdioClientTransport({
    command: command[0]!,
    args: command.slice(1),
    cwd: folder,
    env: { ...(setting.env ?? getDefaultEnvironment()), ...codeCache },
    maxBufferSize: 100_000_000,
  });
  await client.connect(transport);
  if (!setting.isShared) afterTest(() => client.close());
  return inFolder(client, transport.pid!, folder);
}

function inFolder(client: Client, pid: number, folder: string): Corvid {
  const call = async (name: string, input: Record<string, unknown>) =>
    toAnswer(await client.callTool({ name, arguments: input }));
  const path = (name: string) => join(folder, name);
  return {
    client,
    pid,
    folder,
    path,
    call,
    edit: (command, name, input) => call('file_editor', { command, path: path(name), ...input }),
    close: () => client.close(),
  };
}

/**
 * One server for the tests of a file, or one for each list of options: every call gives a new folder below its root,
 * of which it knows nothing yet. For tests that are not about the server's start, end or roots.
 */
export function sharedCorvid(): (options?: readonly string[]) => Promise<Corvid> {
  const servers = new Map<string, Promise<Corvid>>();
  afterAll(async () => {
    for (const { close, folder } of await Promise.all(servers.values())) {
      await close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });
  return async (options = []) => {
    const key = options.join(' ');
    const starting = servers.get(key) ?? startShared(options);
    servers.set(key, starting);
    const { client, pid, folder } = await starting;
    return inFolder(client, pid, await mkdtemp(join(folder, 'test-')));
  };
}

async function startShared(options: readonly string[]): Promise<Corvid> {
  const folder = await newFolder();
  return connect({ folder, args: ['--root', folder, ...options], isShared: true });
}

export function toAnswer(result: unknown): Answer {
  const answer = result as CallToolResult;
  const text = answer.content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('\n');
  return { text, failed: answer.isError === true, result: answer };
}
