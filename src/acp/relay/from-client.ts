import { type Message, parseMessage } from '../json-rpc.ts';
import type { ServerConnections } from '../link/server-connections.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { ClientRequests } from './client-requests.ts';
import type { LineFilter } from './line-filter.ts';
import { type LineAction, type LineInterceptor, type LongLineAction, MAX_LINE_BYTES } from './line-relay.ts';

type Parts = {
  readonly filter: LineFilter;
  readonly requests: ClientRequests;
  readonly sessions: Sessions;
  readonly servers: ServerConnections;
};

/** Intercepts lines from the editor to the agent. */
export class ClientInterceptor implements LineInterceptor {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  onLine(line: Uint8Array): LineAction {
    const { filter, requests } = this.#parts;
    const message = filter.mustParseFromClient(line) ? parseMessage(line) : undefined;
    if (!message) return 'pass';
    return requests.settle(message) ? [] : this.#onMessage(message);
  }

  onLongLine(beginning: Uint8Array): LongLineAction {
    const { filter, requests } = this.#parts;
    const id = filter.ownRequestId(beginning);
    const error = { message: `the response is longer than ${MAX_LINE_BYTES} bytes` };
    return id !== undefined && requests.settle({ id, error }) ? 'drop' : 'pass';
  }

  #onMessage(message: Message): LineAction {
    const { sessions, servers } = this.#parts;
    switch (message.method) {
      case 'initialize':
        sessions.onInitialize(message);
        return 'pass';
      case 'session/new':
      case 'session/load':
      case 'session/resume':
      case 'session/fork':
        return [sessions.onOpen(message)];
      case 'session/prompt':
        sessions.onPrompt(message);
        return 'pass';
      case 'session/cancel':
      case '$/cancel_request': {
        const session = sessions.onCancel(message);
        if (session?.id !== undefined) servers.cancel(session.id);
        return 'pass';
      }
      default:
        return 'pass';
    }
  }
}
