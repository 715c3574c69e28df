import type { JournalCall } from '../src/core/journal/call-record.ts';

// The connection to `corvid watch`: a stream of events, and acts. Every request carries the token, which only this tab
// knows; there are no cookies, because those of 127.0.0.1 are sent to every port.

export type FeedEvent =
  | {
      readonly type: 'calls';
      readonly calls: readonly JournalCall[];
      readonly isStart?: boolean;
    }
  | { readonly type: 'problem'; readonly message: string };

export type ConnectionState = 'connecting' | 'live' | 'lost' | 'denied';

type Listener = {
  onEvent(event: FeedEvent): void;
  onState(state: ConnectionState): void;
};

const KEY = 'corvid-token';
const RETRY_MS = 1_000;

/** The token of the address, kept for this tab and removed from the address. */
export async function takeToken(): Promise<string | undefined> {
  const given = new URLSearchParams(location.hash.slice(1));
  history.replaceState(undefined, '', location.pathname);
  const code = given.get('code');
  const token = given.get('token') ?? (code === null ? null : await exchange(code));
  if (token !== null) sessionStorage.setItem(KEY, token);
  return sessionStorage.getItem(KEY) ?? undefined;
}

async function exchange(code: string): Promise<string | null> {
  const response = await post('session', { code }, {});
  return response.ok ? ((await response.json()) as { token: string }).token : null;
}

function post(name: string, body: object, headers: Record<string, string>): Promise<Response> {
  return fetch(`/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

function authorization(): Record<string, string> {
  return { authorization: `Bearer ${sessionStorage.getItem(KEY)}` };
}

/** Returns the answer; throws with the server's message if it refuses. */
export async function act(name: string, body: object): Promise<Record<string, unknown>> {
  const response = await post(name, body, authorization());
  const value = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(String(value.message));
  return value;
}

/** Reads events until the page is closed, and connects again when the connection is lost. */
export async function follow(listener: Listener): Promise<void> {
  listener.onState('connecting');
  for (;;) {
    const isAllowed = await readStream(listener).catch(() => true);
    if (!isAllowed) return listener.onState('denied');
    listener.onState('lost');
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** False if the server does not accept the token. */
async function readStream({ onEvent, onState }: Listener): Promise<boolean> {
  const response = await fetch('/api/events', { headers: authorization() });
  if (response.status === 401) return false;
  if (!response.ok || !response.body) return true;
  onState('live');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return true;
    const messages = (rest + value).split('\n\n');
    rest = messages.pop()!;
    for (const message of messages) {
      if (message.startsWith('data: ')) onEvent(JSON.parse(message.slice(6)) as FeedEvent);
    }
  }
}
