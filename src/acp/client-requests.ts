import { randomBytes } from 'node:crypto';
import { errorText, type JsonObject, type Message } from './json-rpc.ts';

/** Whoever asks has given up long before; this only clears away. */
const FORGET_MS = 120_000;

/**
 * Our own requests to the client. They share its answers with those of the agent, which counts its ids: ours are
 * texts with a random beginning.
 */
export function createClientRequests(send: (message: object) => void) {
  const prefix = `corvid-${randomBytes(6).toString('hex')}-`;
  const waiting = new Map<string, (answer: Message) => void>();
  let count = 0;
  return {
    prefix,
    request(method: string, params: JsonObject): Promise<unknown> {
      const id = `${prefix}${++count}`;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => waiting.delete(id), FORGET_MS);
        timer.unref();
        waiting.set(id, ({ result, error }) => {
          clearTimeout(timer);
          if (error) reject(new Error(errorText(error)));
          else resolve(result);
        });
        send({ jsonrpc: '2.0', id, method, params });
      });
    },
    /** True if this is an answer to one of ours, which the agent must not see. */
    settle(message: Message): boolean {
      const { id, method } = message;
      if (method !== undefined || typeof id !== 'string' || !id.startsWith(prefix)) return false;
      waiting.get(id)?.(message);
      waiting.delete(id);
      return true;
    },
  };
}

export type ClientRequests = ReturnType<typeof createClientRequests>;
