import { asObject, asText, type JsonObject, type Message, paramsOf, type RequestId } from '../json-rpc.ts';
import { reportsCalls, sharesServers, withoutBuiltinEdits } from '../known-agents.ts';
import { createSession, type Session } from './session.ts';

export type SessionsOptions = {
  /** The entry of our MCP server in the list of servers for a session. */
  readonly serverEntry: (session: Session) => JsonObject & { readonly name: string };
  readonly disableBuiltinEdits: boolean;
};

/** A request of the client whose response we need. */
type Pending =
  | { readonly kind: 'initialize' }
  | { readonly kind: 'open'; readonly session: Session }
  | { readonly kind: 'prompt'; readonly session: Session };

/** What client and agent have negotiated, and their sessions. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #pending = new Map<RequestId, Pending>();
  readonly #sessions: Session[] = [];
  #version = 1;
  #agentName = '';
  #editorHasFiles = false;
  #acceptsServers = true;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** The protocol version. */
  get version(): number {
    return this.#version;
  }

  /** The editor can read and write files. */
  get editorHasFiles(): boolean {
    return this.#editorHasFiles;
  }

  get isAwaitingResponse(): boolean {
    return this.#pending.size > 0;
  }

  /** The agent is known to report every tool call. */
  get agentReportsCalls(): boolean {
    return reportsCalls(this.#agentName);
  }

  byId(id: unknown): Session | undefined {
    return this.#sessions.findLast((session) => session.id === id && id !== undefined);
  }

  byToken(token: string): Session | undefined {
    return this.#sessions.find((session) => session.token === token);
  }

  isLoading(sessionId: string): boolean {
    return this.byId(sessionId)?.isLoading === true;
  }

  /** The only session that works on a prompt; undefined if there are none or several. */
  onlyActive(): Session | undefined {
    const active = this.#active();
    return active.length === 1 ? active[0] : undefined;
  }

  /** A server that was started for one session may also serve another active one. */
  mayShareServers(): boolean {
    return sharesServers(this.#agentName) && this.#active().length > 1;
  }

  onInitialize(message: Message): void {
    this.#expectResponse(message, { kind: 'initialize' });
    const fs = asObject(asObject(paramsOf(message).clientCapabilities)?.fs);
    // Reading from the editor and writing to the disk, or the reverse, would lose one of the two versions.
    this.#editorHasFiles = fs?.readTextFile === true && fs.writeTextFile === true;
  }

  /** Returns the request with our server in its list, unless the list has a server of that name. */
  onOpen(message: Message): Message {
    const params = paramsOf(message);
    const session = createSession(message.method!, params);
    this.#sessions.push(session);
    this.#expectResponse(message, { kind: 'open', session });
    const mcpServers = this.#withOurServer(params.mcpServers, session);
    const meta = this.#options.disableBuiltinEdits && { _meta: withoutBuiltinEdits(params._meta) };
    return { ...message, params: { ...params, mcpServers, ...meta } };
  }

  onPrompt(message: Message): void {
    const session = this.byId(paramsOf(message).sessionId);
    if (!session) return;
    session.isCancelled = false;
    session.prompts.add(message.id!);
    this.#expectResponse(message, { kind: 'prompt', session });
  }

  /** Returns the session that is named, or whose prompt request is cancelled. */
  onCancel(message: Message): Session | undefined {
    const { sessionId, requestId } = paramsOf(message);
    const request = this.#pending.get(requestId as RequestId);
    const session = this.byId(sessionId) ?? (request?.kind === 'prompt' ? request.session : undefined);
    if (session) session.isCancelled = true;
    return session;
  }

  /** Returns the session whose turn ends with this response. */
  onResponse(message: Message): Session | undefined {
    const id = message.id as RequestId;
    const request = this.#pending.get(id);
    if (!request || message.method !== undefined) return undefined;
    this.#pending.delete(id);
    const result = asObject(message.result) ?? {};
    if (request.kind === 'initialize') this.#onInitialized(result);
    if (request.kind === 'open') onOpened(request.session, result);
    if (request.kind !== 'prompt' || this.#version >= 2) return undefined;
    request.session.prompts.delete(id);
    request.session.isCancelled = false;
    return request.session;
  }

  /** In version 2 a turn ends when the agent reports that it is idle. */
  onIdle(sessionId: string): Session | undefined {
    const session = this.byId(sessionId);
    if (!session) return undefined;
    session.prompts.clear();
    session.isCancelled = false;
    return session;
  }

  #active(): Session[] {
    return this.#sessions.filter(({ prompts }) => prompts.size > 0);
  }

  #expectResponse({ id }: Message, pending: Pending): void {
    if (id !== undefined && id !== null) this.#pending.set(id, pending);
  }

  #onInitialized(result: JsonObject): void {
    this.#version = typeof result.protocolVersion === 'number' ? result.protocolVersion : 1;
    this.#agentName = asText(asObject(result.agentInfo ?? result.info)?.name) ?? '';
    const mcp = asObject(asObject(asObject(result.capabilities)?.session)?.mcp);
    this.#acceptsServers = this.#version < 2 || asObject(mcp?.stdio) !== undefined;
    if (this.#version >= 2) this.#editorHasFiles = false;
  }

  #withOurServer(servers: unknown, session: Session): readonly unknown[] {
    const given = Array.isArray(servers) ? servers : [];
    const entry = this.#options.serverEntry(session);
    const isGiven = given.some((server) => asObject(server)?.name === entry.name);
    if (isGiven || !this.#acceptsServers) return given;
    return [...given, this.#version < 2 ? entry : { type: 'stdio', ...entry }];
  }
}

function onOpened(session: Session, result: JsonObject): void {
  session.isLoading = false;
  session.id = asText(result.sessionId) ?? session.id;
}
