import type { Readable, Writable } from 'node:stream';
import type { WorkspaceOptions } from '../open-workspace.ts';
import { judgeOfAgent } from './agent-judge.ts';
import { type Cards, createCards } from './cards.ts';
import { judgeOfClient } from './client-judge.ts';
import { createClientRequests } from './client-requests.ts';
import { createConcerns } from './concerns.ts';
import { openEditorDoor } from './editor-door.ts';
import { createGuests } from './guests.ts';
import type { JsonObject } from './json-rpc.ts';
import { openPump, type Pump } from './pump.ts';
import { createDesks } from './session-desk.ts';
import { createSessions, type Session } from './sessions.ts';
import type { CardTool } from './updates.ts';

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

  const fromClient = judgeOfClient({ concerns, requests, sessions, guests });
  const fromAgent = judgeOfAgent({ concerns, sessions, cards, deskOf, onNoise: parts.onNoise });
  const toAgent = openPump(parts.client.input, parts.agent.input, fromClient);
  toClient = openPump(parts.agent.output, parts.client.output, fromAgent);
  return { clientEnded: toAgent.ended, agentEnded: toClient.ended, close: () => door.close() };
}
