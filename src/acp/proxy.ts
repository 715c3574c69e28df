import type { Readable, Writable } from 'node:stream';
import type { WorkspaceOptions } from '../open-workspace.ts';
import type { CardTool } from './cards/card-fields.ts';
import { ToolCallCards } from './cards/tool-call-cards.ts';
import type { JsonObject } from './json-rpc.ts';
import { openEditorSocket } from './link/editor-socket.ts';
import { ServerConnections } from './link/server-connections.ts';
import { ClientRequests } from './relay/client-requests.ts';
import { AgentInterceptor } from './relay/from-agent.ts';
import { ClientInterceptor } from './relay/from-client.ts';
import { LineFilter } from './relay/line-filter.ts';
import { LineRelay } from './relay/line-relay.ts';
import type { Session } from './sessions/session.ts';
import { createSessionEditors } from './sessions/session-editor.ts';
import { Sessions } from './sessions/sessions.ts';

export type ProxyOptions = {
  readonly client: { readonly input: Readable; readonly output: Writable };
  readonly agent: { readonly input: Writable; readonly output: Readable };
  /** The name of our MCP server, which agents put into the names of its tools. */
  readonly serverName: string;
  readonly tools: readonly CardTool[];
  /** How an agent starts our MCP server for a session. */
  readonly serverEntry: (session: Session, socketPath: string) => JsonObject;
  readonly workspace: WorkspaceOptions;
  /** Ask the agent to leave out its own editing tools, if it has an option for that. */
  readonly disableBuiltinEdits: boolean;
  /** Called with lines of the agent's stdout that are no messages. */
  readonly onLogLine: (line: Uint8Array) => void;
};

export type Proxy = {
  /** Resolve when the client, or the agent, has closed its output and everything is passed on. */
  readonly clientEnded: Promise<void>;
  readonly agentEnded: Promise<void>;
  close(): Promise<void>;
};

/** Connects an editor and an agent. Messages pass unchanged, except for those that the interceptors replace. */
export async function openProxy(options: ProxyOptions): Promise<Proxy> {
  const { client, agent, serverName, tools, workspace, disableBuiltinEdits, onLogLine } = options;
  let toClient: LineRelay | undefined;
  const requests = new ClientRequests((message) => toClient?.sendFirst(message));
  const filter = new LineFilter(requests.idPrefix);
  const socket = await openEditorSocket((token, peer) => servers.accept(token, peer));
  const sessions = new Sessions({
    serverEntry: (session) => ({
      name: serverName,
      ...options.serverEntry(session, socket.socketPath),
    }),
    disableBuiltinEdits,
  });
  const cards = new ToolCallCards({
    server: { name: serverName, tools },
    sessions,
    send: (sessionId, update) =>
      toClient?.send({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } }),
  });
  const editorHasFiles = () => sessions.editorHasFiles;
  const editorOf = createSessionEditors({ requests, editorHasFiles, workspace });
  const servers = new ServerConnections({ sessions, cards, tools, editorOf });

  const fromClient = new ClientInterceptor({ filter, requests, sessions, servers });
  const fromAgent = new AgentInterceptor({ filter, sessions, cards, editorOf, onLogLine });
  const toAgent = new LineRelay(client.input, agent.input, fromClient);
  toClient = new LineRelay(agent.output, client.output, fromAgent);
  return { clientEnded: toAgent.ended, agentEnded: toClient.ended, close: () => socket.close() };
}
