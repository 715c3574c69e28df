/**
 * The running calls of clients with a handshake, so that one request can cancel another. A session's id is used for
 * nothing else, so a client may continue with it after a restart or at another server.
 */
export class RunningCalls {
  readonly #sessions = new Map<string, Map<string | number, AbortController>>();
  readonly #ended = new Set<string>();

  /** A signal that fires when the call is cancelled; the call is removed when its exchange has ended. */
  add(session: string, id: string | number, exchangeEnded: AbortSignal): AbortSignal {
    const controller = new AbortController();
    const calls = this.#sessions.get(session) ?? new Map<string | number, AbortController>();
    this.#sessions.set(session, calls.set(id, controller));
    exchangeEnded.addEventListener('abort', () => this.#remove(session, id, controller), { once: true });
    return controller.signal;
  }

  cancel(session: string, id: string | number): void {
    this.#sessions.get(session)?.get(id)?.abort();
  }

  /** Cancels all calls of a session and ends it. */
  end(session: string): void {
    for (const controller of this.#sessions.get(session)?.values() ?? []) controller.abort();
    this.#ended.add(session);
    if (this.#ended.size > MAX_ENDED_SESSIONS) this.#ended.delete(this.#ended.values().next().value!);
  }

  isEnded(session: string): boolean {
    return this.#ended.has(session);
  }

  #remove(session: string, id: string | number, controller: AbortController): void {
    const calls = this.#sessions.get(session);
    if (calls?.get(id) === controller) calls.delete(id);
    if (calls?.size === 0) this.#sessions.delete(session);
  }
}

/** Ended sessions that are kept, so that their clients get the right response. */
const MAX_ENDED_SESSIONS = 1_000;
