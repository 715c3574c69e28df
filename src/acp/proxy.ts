import type { Readable, Writable } from 'node:stream';
import type { WorkspaceOptions } from '../open-workspace.ts';
import { type Cards, createCards } from './cards.ts';
import { createClientRequests } from './client-requests.ts';
import { createConcerns, isNoise } from './concerns.ts';
import { openEditorDoor } from './editor-door.ts';
import { createGuests } from './guests.ts';
import { asObject, asText, type JsonObject, type Message, paramsOf, parseMessage } from './json-rpc.ts';
import { openPump, type Pump, type Replacement, type Verdict } from './pump.ts';
import { createDesks } from './session-desk.ts';
import { createSessions, type Session } from './sessions.ts';
import { type CardTool, diffContent } from './updates.ts';

export type ProxyParts = {
  readonly client: { readonly input: Readable; readonly output: Writable };
  readonly agent: { readonly input: Writable; readonly output: Readable };
  /** The name of our MCP server, which is part of the name of every tool. */
  readonly serverName: string;
  readonly tools: readonly CardTool[];
  /** How an agent starts our MCP server for a session. */
  readonly serverEntry: (session: Session, socketPath: string) => JsonObject;
  readonly workspace: WorkspaceOptions;
  /** Ask the agent to leave its own editing tools out, where there is a way to ask. */
  readonly withoutBuiltins: boolean;
  /** Told what an agent prints beside the protocol. */
  readonly onNoise: (line: Uint8Array) => void;
  readonly log: (line: string) => void;
};

export type Proxy = {
  /** The client, or the agent, has said its last word, and it was handed on. */
  readonly clientEnded: Promise<void>;
  readonly agentEnded: Promise<void>;
  close(): Promise<void>;
};

const KNOWN_REPORTERS = /claude|codex|gemini|opencode/i;

/** Stands between an editor and an agent: every message passes as it is, unless there is a reason. */
export async function openProxy(parts: ProxyParts): Promise<Proxy> {
  let toClient: Pump | undefined;
  const requests = createClientRequests((message) => toClient?.sendAtOnce(message));
  const concerns = createConcerns(requests.prefix);
  const door = await openEditorDoor((ticket, peer) => guests.welcome(ticket, peer));
  const entryFor = (session: Session) => ({
    name: parts.serverName,
    ...parts.serverEntry(session, door.socketPath),
  });
  const sessions = createSessions(entryFor, parts.withoutBuiltins);
  const cards: Cards = createCards({
    server: { name: parts.serverName, tools: parts.tools },
    version: () => sessions.version,
    isKnownReporter: () => KNOWN_REPORTERS.test(sessions.agentName),
    isLoading: (sessionId) => sessions.byId(sessionId)?.isLoading === true,
    send: (sessionId, update) =>
      toClient?.send({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } }),
  });
  const deskOf = createDesks({
    requests,
    editorHasFiles: () => sessions.editorHasFiles,
    workspace: parts.workspace,
  });
  const guests = createGuests({ sessions, cards, tools: parts.tools, deskOf });

  function fromClient(line: Uint8Array): Verdict {
    const message = concerns.ofClient(line) ? parseMessage(line) : undefined;
    if (!message) return 'pass';
    if (requests.settle(message)) return [];
    return clientMessages[message.method ?? '']?.(message) ?? 'pass';
  }

  const open = (message: Message) => [sessions.opening(message)];
  const cancel = (message: Message) => {
    const session = sessions.cancelling(message);
    if (session?.id !== undefined) guests.cancel(session.id);
    return 'pass' as const;
  };
  const clientMessages: Record<string, (message: Message) => Verdict | undefined> = {
    initialize: (message) => void sessions.initializing(message),
    'session/new': open,
    'session/load': open,
    'session/resume': open,
    'session/fork': open,
    'session/prompt': (message) => void sessions.prompting(message),
    'session/cancel': cancel,
    '$/cancel_request': cancel,
  };

  function fromAgent(line: Uint8Array): Verdict {
    if (isNoise(line)) {
      parts.onNoise(line);
      return [];
    }
    const message = concerns.ofAgent(line, sessions.isAwaiting) ? parseMessage(line) : undefined;
    if (!message) return 'pass';
    if (message.method === 'session/update') return reported(message);
    if (message.method === 'session/request_permission') return permission(message, line);
    turnEnds(sessions.answered(message));
    return 'pass';
  }

  function turnEnds(session: Session | undefined): void {
    if (session?.id !== undefined) cards.flush(session.id);
  }

  function reported(message: Message): Verdict {
    const params = paramsOf(message);
    const [sessionId, update] = [asText(params.sessionId), asObject(params.update)];
    if (sessionId === undefined || !update) return 'pass';
    if (update.sessionUpdate === 'state_update' && update.state === 'idle')
      turnEnds(sessions.idle(sessionId));
    const next = nextUpdate(sessionId, update);
    return next === update ? 'pass' : [{ ...message, params: { ...params, update: next } }];
  }

  function nextUpdate(sessionId: string, update: JsonObject): JsonObject {
    if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update')
      return cards.reported(sessionId, update);
    if (update.sessionUpdate !== 'tool_call_content_chunk') return update;
    const toolCallId = cards.idOf(sessionId, String(update.toolCallId)) ?? update.toolCallId;
    return toolCallId === update.toolCallId ? update : { ...update, toolCallId };
  }

  /** In version 2 the call stands one level deeper. */
  function permission(message: Message, line: Uint8Array): Verdict {
    const params = paramsOf(message);
    const subject = asObject(params.subject);
    const toolCall = asObject((subject ?? params).toolCall);
    const sessionId = asText(params.sessionId);
    if (!toolCall || sessionId === undefined) return 'pass';
    const told = cards.reported(sessionId, toolCall);
    if (told === toolCall) return 'pass';
    const asked = (toolCall: JsonObject): Replacement => [
      {
        ...message,
        params: { ...params, ...(subject ? { subject: { ...subject, toolCall } } : { toolCall }) },
      },
    ];
    return withPreview(sessionId, toolCall, told).then(asked, () => [line]);
  }

  /** What the user is asked about: the change that the call would make. */
  async function withPreview(sessionId: string, given: JsonObject, told: JsonObject): Promise<JsonObject> {
    const { tool, input } = cards.known(sessionId, String(given.toolCallId)) ?? {};
    const session = sessions.byId(sessionId);
    if (!session || !input || tool?.effect !== 'edit') return told;
    const preview = await deskOf(session).preview.of(tool.name, input);
    if (!preview || preview.diffs.length === 0) return told;
    const locations = preview.diffs.map(({ path, line }) => ({ path, line }));
    return { ...told, locations, content: diffContent(preview.diffs, sessions.version) };
  }

  const toAgent = openPump(parts.client.input, parts.agent.input, fromClient);
  toClient = openPump(parts.agent.output, parts.client.output, fromAgent);
  return { clientEnded: toAgent.ended, agentEnded: toClient.ended, close: () => door.close() };
}
