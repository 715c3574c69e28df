import { randomBytes } from 'node:crypto';
import { asObject, asText, type JsonObject, type Message, paramsOf, type RequestId } from './json-rpc.ts';

/** A thread in the editor, from the moment that the client asks for it. */
export type Session = {
  /** Unknown until the agent has answered. */
  id: string | undefined;
  /** Names the session to the MCP server that is started for it. */
  readonly ticket: string;
  /** The folders it works in, as the editor writes them. */
  readonly roots: readonly string[];
  /** The agent replays what happened earlier. */
  isLoading: boolean;
  isCancelled: boolean;
  readonly prompts: Set<RequestId>;
};

/** The entry of our MCP server in the list that a client gives for a session. */
export type ServerEntry = (session: Session) => JsonObject & { readonly name: string };

type Awaited =
  | { readonly what: 'initialize' }
  | { readonly what: 'open'; readonly session: Session }
  | { readonly what: 'prompt'; readonly session: Session };

const LONGEST_ID = 32;

/** Agents that let one server work for several sessions; others start one for each. */
const SHARES_SERVERS = /opencode/i;

/** What client and agent have agreed on, and which sessions they have. */
export function createSessions(entryFor: ServerEntry, withoutBuiltins: boolean) {
  const awaited = new Map<RequestId, Awaited>();
  const sessions: Session[] = [];
  let version = 1;
  let agentName = '';
  let editorHasFiles = false;
  let takesServers = true;

  function byId(id: unknown): Session | undefined {
    return sessions.findLast((session) => session.id === id && id !== undefined);
  }

  function awaitAnswer({ id }: Message, what: Awaited): void {
    if (id !== undefined && id !== null) awaited.set(id, what);
  }

  function initialized(result: JsonObject): void {
    version = typeof result.protocolVersion === 'number' ? result.protocolVersion : 1;
    agentName = asText(asObject(result.agentInfo ?? result.info)?.name) ?? '';
    const mcp = asObject(asObject(asObject(result.capabilities)?.session)?.mcp);
    takesServers = version < 2 || asObject(mcp?.stdio) !== undefined;
    if (version >= 2) editorHasFiles = false;
  }

  /** The request with our server in its list, unless one of that name is there already. */
  function opening(message: Message): Message {
    const params = paramsOf(message);
    const session = newSession(params, message.method!);
    sessions.push(session);
    awaitAnswer(message, { what: 'open', session });
    const given = Array.isArray(params.mcpServers) ? params.mcpServers : [];
    const entry = entryFor(session);
    const isThere = given.some((server) => asObject(server)?.name === entry.name);
    const added =
      isThere || !takesServers ? given : [...given, version < 2 ? entry : { type: 'stdio', ...entry }];
    const meta = withoutBuiltins ? withoutBuiltinEdits(params._meta) : undefined;
    return { ...message, params: { ...params, mcpServers: added, ...(meta && { _meta: meta }) } };
  }

  return {
    get version() {
      return version;
    },
    get agentName() {
      return agentName;
    },
    get editorHasFiles() {
      return editorHasFiles;
    },
    get isAwaiting() {
      return awaited.size > 0;
    },
    byId,
    byTicket: (ticket: string) => sessions.find((session) => session.ticket === ticket),
    /** The only one that works on a prompt; undefined if there are several. */
    onlyActive(): Session | undefined {
      const active = sessions.filter(({ prompts }) => prompts.size > 0);
      return active.length === 1 ? active[0] : undefined;
    },
    /** Whether a server that was started for one session may work for another one that is active, too. */
    get sharesServers() {
      const active = sessions.filter(({ prompts }) => prompts.size > 0);
      return active.length > 1 && SHARES_SERVERS.test(agentName);
    },
    initializing(message: Message): void {
      awaitAnswer(message, { what: 'initialize' });
      const fs = asObject(asObject(paramsOf(message).clientCapabilities)?.fs);
      // Reading what the user sees and writing past it, or the other way round, loses one of the two.
      editorHasFiles = fs?.readTextFile === true && fs.writeTextFile === true;
    },
    opening,
    prompting(message: Message): void {
      const session = byId(paramsOf(message).sessionId);
      if (!session) return;
      session.isCancelled = false;
      session.prompts.add(message.id!);
      awaitAnswer(message, { what: 'prompt', session });
    },
    /** The session whose prompt has this id, or that is named. */
    cancelling(message: Message): Session | undefined {
      const { sessionId, requestId } = paramsOf(message);
      const asked = awaited.get(requestId as RequestId);
      const session = byId(sessionId) ?? (asked?.what === 'prompt' ? asked.session : undefined);
      if (session) session.isCancelled = true;
      return session;
    },
    /** Takes note of an answer; gives the session whose turn ends with it. */
    answered(message: Message): Session | undefined {
      const asked = awaited.get(message.id as RequestId);
      if (!asked || message.method !== undefined) return undefined;
      awaited.delete(message.id as RequestId);
      const result = asObject(message.result) ?? {};
      if (asked.what === 'initialize') initialized(result);
      if (asked.what === 'open') opened(asked.session, result);
      if (asked.what !== 'prompt') return undefined;
      if (version >= 2) return undefined;
      asked.session.prompts.delete(message.id as RequestId);
      return ended(asked.session);
    },
    /** In version 2 a turn ends when the agent says that it is idle. */
    idle: (sessionId: string): Session | undefined => {
      const session = byId(sessionId);
      session?.prompts.clear();
      return session && ended(session);
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;

function newSession(params: JsonObject, method: string): Session {
  const more = Array.isArray(params.additionalDirectories) ? params.additionalDirectories : [];
  return {
    id: method.endsWith('/new') || method.endsWith('/fork') ? undefined : asText(params.sessionId),
    ticket: randomBytes(LONGEST_ID / 2).toString('base64url'),
    roots: [params.cwd, ...more].flatMap((root) => asText(root) ?? []),
    isLoading: method.endsWith('/load') || method.endsWith('/resume'),
    isCancelled: false,
    prompts: new Set(),
  };
}

function opened(session: Session, result: JsonObject): void {
  session.isLoading = false;
  session.id = asText(result.sessionId) ?? session.id;
}

function ended(session: Session): Session {
  session.isCancelled = false;
  return session;
}

/** How Claude's adapter is asked to leave its own editing tools out; others take no notice. */
function withoutBuiltinEdits(meta: unknown): JsonObject {
  const given = asObject(meta) ?? {};
  const claude = asObject(given.claudeCode) ?? {};
  const options = asObject(claude.options) ?? {};
  const others = Array.isArray(options.disallowedTools) ? options.disallowedTools : [];
  const disallowedTools = [...new Set([...others, 'Edit', 'Write', 'NotebookEdit'])];
  return { ...given, claudeCode: { ...claude, options: { ...options, disallowedTools } } };
}
