import type { Socket } from 'node:net';
import { createLineSplitter } from '../../core/text/stream/line-framing.ts';
import { asObject, errorText, type JsonObject, type Message, paramsOf, parseMessage } from '../json-rpc.ts';

export type Handler = (params: JsonObject) => unknown;

export type PeerOptions = {
  /** Undefined for a method that does not exist. */
  readonly findHandler: (method: string) => Handler | undefined;
  readonly onClose?: () => void;
};

const CLOSED = 'the connection is closed';

/** One end of the private socket between the proxy and an MCP server of ours: JSON-RPC in lines, both ways. */
export class SocketPeer {
  readonly #socket: Socket;
  readonly #options: PeerOptions;
  readonly #pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  #lastId = 0;
  #isClosed = false;

  constructor(socket: Socket, options: PeerOptions) {
    this.#socket = socket;
    this.#options = options;
    const split = createLineSplitter(Number.POSITIVE_INFINITY, {
      line: (line) => this.#onLine(line),
      tooLong: () => {},
    });
    socket.on('data', split);
    socket.on('error', () => this.close());
    socket.on('close', () => this.close());
  }

  request(method: string, params: JsonObject): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new Error(CLOSED));
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#write({ id, method, params });
    });
  }

  notify(method: string, params: JsonObject): void {
    this.#write({ method, params });
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#socket.destroy();
    for (const { reject } of this.#pending.values()) reject(new Error(CLOSED));
    this.#pending.clear();
    this.#options.onClose?.();
  }

  #write(message: object): void {
    if (!this.#isClosed) this.#socket.write(`${JSON.stringify(message)}\n`);
  }

  #onLine(line: Uint8Array): void {
    const message = parseMessage(line);
    if (!message) this.close();
    else if (message.method === undefined) this.#onResponse(message);
    else void this.#onRequest(message);
  }

  #onResponse({ id, result, error }: Message): void {
    const request = this.#pending.get(id as number);
    this.#pending.delete(id as number);
    if (asObject(error)) request?.reject(new Error(errorText(error)));
    else request?.resolve(result);
  }

  async #onRequest(message: Message): Promise<void> {
    const { id, method } = message;
    try {
      const handler = this.#options.findHandler(method!);
      if (!handler) throw new Error(`Unknown method: ${method}`);
      const result = (await handler(paramsOf(message))) ?? null;
      if (id !== undefined) this.#write({ id, result });
    } catch (error) {
      if (id !== undefined) this.#write({ id, error: { message: (error as Error).message } });
    }
  }
}
