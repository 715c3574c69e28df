import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CallToolResult, Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach } from 'vitest';

// A real MCP client and the real command over a real pipe, in a folder of its own.

export const corvidCommand = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'corvid.cjs');

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
  /** Whoever connects closes it, and not the end of the test. */
  readonly isShared?: boolean;
};

const endings: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** Removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'corvid-test-')));
  endings.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
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
  const command = [corvidCommand, 'mcp', '--state-dir', state, ...args];
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: command,
    cwd: folder,
    ...(setting.env && { env: { ...setting.env } }),
    maxBufferSize: 100_000_000,
  });
  await client.connect(transport);
  if (!setting.isShared) endings.push(() => client.close());
  const call = async (name: string, input: Record<string, unknown>) =>
    toAnswer(await client.callTool({ name, arguments: input }));
  const path = (name: string) => join(folder, name);
  return {
    client,
    pid: transport.pid!,
    folder,
    path,
    call,
    edit: (command, name, input) => call('file_editor', { command, path: path(name), ...input }),
    close: () => client.close(),
  };
}

export function toAnswer(result: unknown): Answer {
  const answer = result as CallToolResult;
  const text = answer.content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('\n');
  return { text, failed: answer.isError === true, result: answer };
}
