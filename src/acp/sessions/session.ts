import { randomBytes } from 'node:crypto';
import { asText, type JsonObject, type RequestId } from '../json-rpc.ts';

const TOKEN_BYTES = 16;

/** A thread in the editor, from the client's request to open it. */
export type Session = {
  /** Unknown until the agent has responded. */
  id: string | undefined;
  /** Identifies the session to the proxy; the MCP server that is started for the session gets it. */
  readonly token: string;
  /** The session's folders, as the editor spells them. */
  readonly roots: readonly string[];
  /** The agent is replaying an earlier session. */
  isLoading: boolean;
  isCancelled: boolean;
  /** The ids of prompts that are being worked on. */
  readonly prompts: Set<RequestId>;
};

/** `method` is the request that opens the session. */
export function createSession(method: string, params: JsonObject): Session {
  const more = Array.isArray(params.additionalDirectories) ? params.additionalDirectories : [];
  return {
    id: method.endsWith('/new') || method.endsWith('/fork') ? undefined : asText(params.sessionId),
    token: randomBytes(TOKEN_BYTES).toString('base64url'),
    roots: [params.cwd, ...more].flatMap((root) => asText(root) ?? []),
    isLoading: method.endsWith('/load') || method.endsWith('/resume'),
    isCancelled: false,
    prompts: new Set(),
  };
}
