import { openWorkspace, type WorkspaceOptions } from './open-workspace.ts';
import type { CallableTool } from './tools/call/tool-context.ts';
import { tools as builtIn } from './tools/index.ts';
import { callableTool } from './tools/own/callable-tool.ts';
import { joinTools } from './tools/own/join-tools.ts';
import type { OwnTool } from './tools/own/own-tool.ts';
import { selectTools } from './tools/select/select-tools.ts';
import { version } from './version.ts';

export type ServeOptions = {
  /** Tools of your own, and the names of those of Corvid. Default: all of Corvid, except those for the web. */
  readonly tools?: readonly (OwnTool | string)[];
  /** Default: `stdio`, for a client that starts this program. */
  readonly transport?: 'stdio' | HttpTransport;
  readonly workspace?: WorkspaceOptions;
  /** The name and version that clients see. Default: those of Corvid. */
  readonly name?: string;
  readonly version?: string;
  /** Called with a line for each call and each failure. */
  readonly log?: (line: string) => void;
};

export type HttpTransport = {
  /** 0: any that is free. */
  readonly port: number;
  /** Default: `127.0.0.1`, so that only this machine can connect. */
  readonly host?: string;
  /** What clients send as `Authorization: Bearer TOKEN`. Default: a new one. */
  readonly token?: string;
  /** Names under which clients may address the server, beside those of this machine. */
  readonly allowedHosts?: readonly string[];
};

export type RunningServer = {
  /** Of a server over HTTP. */
  readonly url?: string;
  readonly token?: string;
  /** Resolves when the client has left or `close` was called. */
  readonly ended: Promise<void>;
  /** Ends running calls, shells and the server. */
  close(): Promise<void>;
};

/** Starts an MCP server and returns it. Throws a TypeError for a tool that cannot be offered. */
export async function startServer(options: ServeOptions = {}): Promise<RunningServer> {
  const { transport = 'stdio', log = () => {} } = options;
  if (transport !== 'stdio') expectToken(transport);
  const tools = servedTools(options);
  const workspace = openWorkspace(options.workspace);
  const { startHttp, startStdio } = await import('./mcp/start/start-server.ts');
  const serving = {
    workspace,
    tools,
    name: options.name,
    version: options.version ?? version,
    log,
    hasOwnRoots: options.workspace?.roots !== undefined,
  };
  return transport === 'stdio' ? startStdio(serving) : startHttp(serving, transport);
}

/** Serves until the client leaves, or until SIGINT or SIGTERM. */
export async function serve(options: ServeOptions = {}): Promise<void> {
  const server = await startServer(options);
  const close = () => void server.close();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, close);
  await server.ended;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, close);
}

function servedTools({ tools, workspace: { readOnly, web } = {} }: ServeOptions): CallableTool[] {
  if (!tools) return selectTools(builtIn, { readOnly, web });
  const names = tools.filter((tool) => typeof tool === 'string');
  const own = tools.filter((tool) => typeof tool !== 'string').map(callableTool);
  const all = joinTools([
    { name: 'Corvid', tools: builtIn },
    { name: 'tools', tools: own },
  ]);
  const chosen = selectTools(all, { names: [...names, ...own.map(({ name }) => name)], readOnly, web });
  return chosen.filter(({ name, isOwn }) => isOwn || names.includes(name));
}

const MIN_TOKEN_CHARACTERS = 16;

function expectToken({ token }: HttpTransport): void {
  if (token === undefined || (/^[!-~]+$/.test(token) && token.length >= MIN_TOKEN_CHARACTERS)) return;
  throw new TypeError(
    `Invalid option \`token\`: it must have at least ${MIN_TOKEN_CHARACTERS} printable characters and no spaces.`,
  );
}
