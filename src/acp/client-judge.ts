import type { ClientRequests } from './client-requests.ts';
import type { Concerns } from './concerns.ts';
import type { Guests } from './guests.ts';
import { type Message, parseMessage } from './json-rpc.ts';
import { type Judge, MAX_LINE_BYTES, type Verdict } from './pump.ts';
import type { Sessions } from './sessions.ts';

type Parts = {
  readonly concerns: Concerns;
  readonly requests: ClientRequests;
  readonly sessions: Sessions;
  readonly guests: Guests;
};

/** What becomes of each line that the editor says. */
export function judgeOfClient({ concerns, requests, sessions, guests }: Parts): Judge {
  const open = (message: Message) => [sessions.opening(message)];
  const cancel = (message: Message) => {
    const session = sessions.cancelling(message);
    if (session?.id !== undefined) guests.cancel(session.id);
    return 'pass' as const;
  };
  const byMethod: Record<string, (message: Message) => Verdict | undefined> = {
    initialize: (message) => void sessions.initializing(message),
    'session/new': open,
    'session/load': open,
    'session/resume': open,
    'session/fork': open,
    'session/prompt': (message) => void sessions.prompting(message),
    'session/cancel': cancel,
    '$/cancel_request': cancel,
  };
  return {
    line(line) {
      const message = concerns.ofClient(line) ? parseMessage(line) : undefined;
      if (!message) return 'pass';
      if (requests.settle(message)) return [];
      return byMethod[message.method ?? '']?.(message) ?? 'pass';
    },
    longLine([first]) {
      const id = concerns.ownIdIn(first!);
      const error = { message: `the answer is longer than ${MAX_LINE_BYTES} bytes` };
      return id !== undefined && requests.settle({ id, error }) ? 'drop' : 'pass';
    },
  };
}
