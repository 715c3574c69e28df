import { randomBytes } from 'node:crypto';
import { errorText, type JsonObject, type Message } from '../json-rpc.ts';

/** Callers have shorter time limits of their own; this only frees the memory. */
const FORGET_MS = 120_000;

/**
 * Our own requests to the client. The agent numbers its requests on the same connection, so our ids are strings with a
 * random prefix.
 */
export class ClientRequests {
  readonly idPrefix = `corvid-${randomBytes(6).toString('hex')}-`;
  readonly #send: (message: object) => void;
  readonly #pending = new Map<string, (response: Message) => void>();
  #count = 0;

  constructor(send: (message: object) => void) {
    this.#send = send;
  }

  request(method: string, params: JsonObject): Promise<unknown> {
    const id = `${this.idPrefix}${++this.#count}`;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#pending.delete(id), FORGET_MS);
      timer.unref();
      this.#pending.set(id, ({ result, error }) => {
        clearTimeout(timer);
        if (error) reject(new Error(errorText(error)));
        else resolve(result);
      });
      this.#send({ jsonrpc: '2.0', id, method, params });
    });
  }

  /** Returns whether the message responds to one of our requests; the agent must not get it then. */
  settle(message: Message): boolean {
    const { id, method } = message;
    if (method !== undefined || typeof id !== 'string' || !id.startsWith(this.idPrefix)) return false;
    this.#pending.get(id)?.(message);
    this.#pending.delete(id);
    return true;
  }
}
