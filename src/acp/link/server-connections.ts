import { effects } from '../../tools/call/effects.ts';
import type { CardTool } from '../cards/card-fields.ts';
import type { CardOutcome } from '../cards/card-outcome.ts';
import type { CallHandle, ToolCallCards } from '../cards/tool-call-cards.ts';
import { asObject, asText, type JsonObject } from '../json-rpc.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionEditor } from '../sessions/session-editor.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { AcceptedConnection } from './editor-socket.ts';
import type { Handler, SocketPeer } from './socket-peer.ts';

export type ConnectionParts = {
  readonly sessions: Sessions;
  readonly cards: ToolCallCards;
  readonly tools: readonly CardTool[];
  readonly editorOf: (session: Session) => SessionEditor;
};

/** The connections from MCP servers that agents have started for us. */
export class ServerConnections {
  readonly #parts: ConnectionParts;
  readonly #connections = new Set<ServerConnection>();

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
  }

  /** Undefined for a token that belongs to no session. */
  accept(token: string, peer: SocketPeer): AcceptedConnection | undefined {
    const session = this.#parts.sessions.byToken(token);
    if (!session) return undefined;
    const connection = new ServerConnection(session, peer, this.#parts);
    this.#connections.add(connection);
    return {
      capabilities: { files: this.#parts.sessions.editorHasFiles },
      handlers: connection.handlers,
      onClose: () => void this.#connections.delete(connection),
    };
  }

  /** Stops the calls of a session: not every agent passes the user's cancellation on to its MCP servers. */
  cancel(sessionId: string): void {
    for (const connection of this.#connections) connection.cancel(sessionId);
  }
}

/** The connection from one MCP server, and the calls that it is working on. */
class ServerConnection {
  readonly handlers: Readonly<Record<string, Handler>> = {
    begin: ({ call, ...details }) => this.#begin(call, details),
    end: ({ call, ...outcome }) => this.#end(call, outcome as unknown as CardOutcome),
    read: async ({ call, path }) => ({ content: await this.#editorOf(call).readTextFile(String(path)) }),
    write: ({ call, path, content }) => this.#editorOf(call).writeTextFile(String(path), String(content)),
  };
  /** The session that the server was started for. */
  readonly #session: Session;
  readonly #peer: SocketPeer;
  readonly #parts: ConnectionParts;
  readonly #calls = new Map<unknown, CallHandle>();

  constructor(session: Session, peer: SocketPeer, parts: ConnectionParts) {
    this.#session = session;
    this.#peer = peer;
    this.#parts = parts;
  }

  cancel(sessionId: string): void {
    const calls = [...this.#calls].filter(([, call]) => call.sessionId() === sessionId).map(([id]) => id);
    if (calls.length > 0) this.#peer.notify('cancel', { calls });
  }

  async #begin(id: unknown, details: JsonObject): Promise<void> {
    const { tools, cards } = this.#parts;
    const tool = tools.find(({ name }) => name === details.tool);
    if (!tool) return;
    const [input, meta] = [asObject(details.input) ?? {}, asObject(details.meta) ?? {}];
    const call = cards.start({ tool, input, meta, ...this.#sessionFor(meta) });
    this.#calls.set(id, call);
    const session = this.#sessionOf(id);
    if (session.isCancelled) this.#peer.notify('cancel', { calls: [id] });
    if (!effects[tool.effect].writes) return;
    const isEdit = tool.effect === 'edit';
    const preview = isEdit ? await this.#parts.editorOf(session).preview(tool.name, input) : undefined;
    call.setLine(preview?.diffs[0]?.line);
  }

  #end(id: unknown, outcome: CardOutcome): void {
    const call = this.#calls.get(id);
    call?.end(this.#editorOf(id).withEditorPaths(outcome));
    this.#calls.delete(id);
  }

  /**
   * The session that a new call belongs to. An agent may use one server for all its sessions, so the session that the
   * server was started for is the last choice. This is decided once: when one of two turns has ended, the other would
   * be the only active one, and be mistaken for the session of the call.
   */
  #sessionFor(meta: JsonObject) {
    const { sessions } = this.#parts;
    const known = sessions.byId(asText(meta.sessionId)) ?? sessions.onlyActive();
    const session = known ?? this.#session;
    return { sessionId: () => session.id, isGuess: !known && sessions.mayShareServers() };
  }

  #sessionOf(id: unknown): Session {
    return this.#parts.sessions.byId(this.#calls.get(id)?.sessionId()) ?? this.#session;
  }

  #editorOf(id: unknown): SessionEditor {
    return this.#parts.editorOf(this.#sessionOf(id));
  }
}
