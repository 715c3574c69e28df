import { fileURLToPath } from 'node:url';
import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server';
import { withWholeCharacters } from '../core/text/whole-characters.ts';
import type { CallControl, Tool } from '../tools/call/define-tool.ts';
import type { CallObserver } from '../tools/call/outcome.ts';
import { textOf } from '../tools/call/outcome-text.ts';
import { brief } from '../tools/call/received-value.ts';
import { runTool } from '../tools/call/run-tool.ts';
import type { CallableTool } from '../tools/call/tool-context.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { toContent } from './content.ts';
import { instructionsFor } from './instructions.ts';
import type { CallMeter } from './metrics.ts';
import { toWireTool } from './wire-tool.ts';

const PROGRESS_MS = 200;
const MAX_CLIENT_NAME = 100;

export type ServerParts = {
  readonly workspace: Workspace;
  readonly tools: readonly CallableTool[];
  /** The name that clients see. Default: that of Corvid. */
  readonly name?: string | undefined;
  readonly version: string;
  readonly log: (line: string) => void;
  /** Adds the client's folders to the roots. */
  readonly followClientRoots: boolean;
  readonly meter?: CallMeter | undefined;
  readonly observe?: CallObserver | undefined;
};

/** An MCP server for the given tools, for clients with and without a handshake. */
export function createServer(parts: ServerParts): Server {
  const { name = 'corvid', version } = parts;
  const info = { name, title: parts.name ?? 'Corvid', version };
  const instructions = instructionsFor(parts.tools);
  const server = new Server(info, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler('tools/list', () => ({ tools: parts.tools.map(toWireTool) }));
  server.setRequestHandler('tools/call', async (request, context) => {
    const { name, arguments: input = {} } = request.params;
    const tool = parts.tools.find((tool) => tool.name === name);
    if (!tool) throw unknownTool(name, parts.tools);
    const { signal, _meta: meta = {} } = context.mcpReq;
    const run = (signal: AbortSignal) =>
      runTool(tool, input, {
        ...parts.workspace.abilities,
        signal,
        progress: progressOf(context.mcpReq),
        onBug: logBug(name, parts),
      });
    const ended = parts.meter?.started(name);
    const client = clientName(server, meta);
    const outcome = await (parts.observe?.({ tool, input, meta, signal, client }, run) ?? run(signal));
    ended?.(outcome.ok ? undefined : outcome.error);
    parts.log(`${name} ${outcome.ok ? 'ok' : textOf(outcome).split('\n', 1)[0]}`);
    return toContent(outcome, client);
  });
  if (parts.followClientRoots) followRoots(server, parts);
  return server;
}

/** From the handshake, or from the request of a client without one. */
function clientName(server: Server, meta: Readonly<Record<string, unknown>>): string | undefined {
  const info = meta['io.modelcontextprotocol/clientInfo'] as { name?: unknown } | undefined;
  const name = server.getClientVersion()?.name ?? info?.name;
  return typeof name === 'string' ? name.slice(0, MAX_CLIENT_NAME) : undefined;
}

type CallRequest = Pick<ServerContext['mcpReq'], '_meta' | 'notify'>;

/** Sends progress to a client that asked for it, at most a few times a second. */
function progressOf({ _meta, notify }: CallRequest): CallControl['progress'] {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = Number.NEGATIVE_INFINITY;
  return (progress, total, message) => {
    const now = performance.now();
    if (now - last < PROGRESS_MS) return;
    last = now;
    const params = { progressToken, progress, message, ...(total !== undefined && { total }) };
    void notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}

function unknownTool(name: string, tools: readonly Tool[]): ProtocolError {
  const known = tools.map((tool) => tool.name).join(', ');
  const asked = withWholeCharacters(brief(name));
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${asked}. Known tools: ${known}`);
}

function logBug(tool: string, { log }: ServerParts): (error: unknown) => void {
  return (error) => log(`bug in ${tool}: ${error instanceof Error ? error.stack : String(error)}`);
}

/** A client with a handshake may name its folders, which are added to the default roots. */
function followRoots(server: Server, { workspace, log }: ServerParts): void {
  const defaults = workspace.roots;
  if (!defaults) return;
  const ask = async () => {
    if (!server.getClientCapabilities()?.roots) return;
    const { roots } = await server.listRoots();
    const folders = roots.flatMap(({ uri }) => fileUriToPath(uri));
    workspace.roots = [...new Set([...defaults, ...folders])];
    log(`roots: ${workspace.roots.join(', ')}`);
  };
  const askSafely = () => void ask().catch((error: unknown) => log(`roots/list failed: ${String(error)}`));
  server.oninitialized = askSafely;
  server.setNotificationHandler('notifications/roots/list_changed', askSafely);
}

/** Empty for a URI that is not a folder on this machine. */
function fileUriToPath(uri: string): string[] {
  try {
    return [fileURLToPath(uri)];
  } catch {
    return [];
  }
}
