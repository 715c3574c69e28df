/**
 * The calls of handshake-era clients, so that one request can cancel another. The session's id does nothing else: no
 * state hangs on it, so a client may go on with it after a restart or at another server.
 */
export type CallsUnderWay = {
  /** A signal that fires when the call is cancelled; the call is forgotten when its exchange is over. */
  add(session: string, id: string | number, over: AbortSignal): AbortSignal;
  cancel(session: string, id: string | number): void;
  /** Cancels all of its calls; the session is over. */
  end(session: string): void;
  isOver(session: string): boolean;
};

/** So many ended sessions are remembered, to tell their clients. */
const MOST_ENDED = 1_000;

export function createCallsUnderWay(): CallsUnderWay {
  const sessions = new Map<string, Map<string | number, AbortController>>();
  const ended = new Set<string>();

  function forget(session: string, id: string | number, controller: AbortController): void {
    const calls = sessions.get(session);
    if (calls?.get(id) === controller) calls.delete(id);
    if (calls?.size === 0) sessions.delete(session);
  }

  return {
    add(session, id, over) {
      const controller = new AbortController();
      const calls = sessions.get(session) ?? new Map();
      sessions.set(session, calls.set(id, controller));
      over.addEventListener('abort', () => forget(session, id, controller), { once: true });
      return controller.signal;
    },
    cancel: (session, id) => sessions.get(session)?.get(id)?.abort(),
    end(session) {
      for (const controller of sessions.get(session)?.values() ?? []) controller.abort();
      ended.add(session);
      if (ended.size > MOST_ENDED) ended.delete(ended.values().next().value!);
    },
    isOver: (session) => ended.has(session),
  };
}
