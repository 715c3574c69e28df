import type { Socket } from 'node:net';
import { createLineSplitter } from '../core/text/line-framing.ts';
import { asObject, errorText, type JsonObject, type Message, paramsOf, parseMessage } from './json-rpc.ts';

export type Handler = (params: JsonObject) => unknown;
/** Undefined for a method that nobody answers to. */
export type FindHandler = (method: string) => Handler | undefined;

export type Peer = {
  request(method: string, params: JsonObject): Promise<unknown>;
  notify(method: string, params: JsonObject): void;
  close(): void;
};

/** One end of the private channel between the proxy and an MCP server of ours: JSON-RPC, a line each, both ways. */
export function openPeer(socket: Socket, find: FindHandler, onClose: () => void = () => {}): Peer {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let nextId = 1;
  let isClosed = false;

  function write(message: object): void {
    if (!isClosed) socket.write(`${JSON.stringify(message)}\n`);
  }

  async function answer({ id, method, ...rest }: Message): Promise<void> {
    try {
      const handler = find(method!);
      if (!handler) throw new Error(`Unknown method: ${method}`);
      const result = (await handler(paramsOf(rest))) ?? null;
      if (id !== undefined) write({ id, result });
    } catch (error) {
      if (id !== undefined) write({ id, error: { message: (error as Error).message } });
    }
  }

  function settle({ id, result, error }: Message): void {
    const asked = waiting.get(id as number);
    waiting.delete(id as number);
    if (asObject(error)) asked?.reject(new Error(errorText(error)));
    else asked?.resolve(result);
  }

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    socket.destroy();
    for (const { reject } of waiting.values()) reject(new Error('the connection to it is closed'));
    waiting.clear();
    onClose();
  }

  const split = createLineSplitter(Number.POSITIVE_INFINITY, {
    line(line) {
      const message = parseMessage(line);
      if (!message) return close();
      if (message.method === undefined) settle(message);
      else void answer(message);
    },
    tooLong: () => {},
  });
  socket.on('data', split);
  socket.on('error', close);
  socket.on('close', close);
  return {
    request(method, params) {
      if (isClosed) return Promise.reject(new Error('the connection to it is closed'));
      const id = nextId++;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        write({ id, method, params });
      });
    },
    notify: (method, params) => write({ method, params }),
    close,
  };
}
