import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FeedEvent, LiveFeed } from './live-feed.ts';
import { type PageFiles, SAFE_HEADERS } from './page-files.ts';
import { type GateRefusal, WatchGate } from './watch-gate.ts';

const HEARTBEAT_MS = 15_000;
const MAX_BODY = 10_000;
/** A page that does not read for so long is closed; it connects again and gets the calls from the start. */
const MAX_UNSENT = 8_000_000;

/** What a page can do, as JSON in and out; a refusal is thrown as an error with a message for people. */
export type Acts = Readonly<Record<string, (input: Record<string, unknown>) => Promise<unknown>>>;

type Parts = { readonly files: PageFiles; readonly feed: LiveFeed; readonly acts: Acts };

/** The page's own server, for this machine only. */
export class WatchServer {
  readonly gate = new WatchGate();
  readonly #parts: Parts;
  readonly #server: Server;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#server = createServer({ requestTimeout: 10_000 }, (request, response) => {
      this.#answer(request, response).catch((error: Error) => refuse(response, 500, error.message));
    });
  }

  /** Returns the port. */
  async listen(port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', resolve);
    });
    const address = this.#server.address() as AddressInfo;
    this.gate.listensOn(address.port);
    return address.port;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const place = this.gate.refusePlace(request);
    if (place) return refuseBy(response, place);
    const { pathname } = new URL(request.url ?? '/', this.gate.origin);
    if (!pathname.startsWith('/api/')) return this.#file(pathname, request, response);
    const name = pathname.slice('/api/'.length);
    if (name === 'session') return this.#session(request, response);
    const denied = this.gate.refuseToken(request);
    if (denied) return refuseBy(response, denied);
    if (name === 'events' && request.method === 'GET') return this.#stream(request, response);
    return this.#act(name, request, response);
  }

  #file(pathname: string, { method }: IncomingMessage, response: ServerResponse): void {
    const file = method === 'GET' ? this.#parts.files.get(pathname) : undefined;
    if (file) response.writeHead(200, file.headers).end(file.body);
    else refuse(response, 404, 'There is nothing here.');
  }

  async #session(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = this.gate.refuseForm(request);
    if (form) return refuseBy(response, form);
    const { code } = await bodyOf(request);
    const token = this.gate.exchange(code);
    if (token === undefined)
      return refuse(
        response,
        401,
        'The code was used or is too old. Open the address that `corvid watch` prints.',
      );
    respond(response, 200, { token });
  }

  async #act(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const act = Object.hasOwn(this.#parts.acts, name) ? this.#parts.acts[name] : undefined;
    if (!act || request.method !== 'POST') return refuse(response, 404, 'There is nothing here.');
    const form = this.gate.refuseForm(request);
    if (form) return refuseBy(response, form);
    try {
      respond(response, 200, await act(await bodyOf(request)));
    } catch (error) {
      refuse(response, 409, (error as Error).message);
    }
  }

  #stream(request: IncomingMessage, response: ServerResponse): void {
    response.writeHead(200, { ...SAFE_HEADERS, 'content-type': 'text/event-stream' });
    const send = (event: FeedEvent) => {
      response.write(`data: ${JSON.stringify(event)}\n\n`);
      if (response.writableLength > MAX_UNSENT) response.destroy();
    };
    const heartbeat = setInterval(() => response.write(': alive\n\n'), HEARTBEAT_MS);
    const end = this.#parts.feed.subscribe(send);
    request.once('close', () => {
      clearInterval(heartbeat);
      end();
    });
  }
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY) throw new Error(`The request is longer than ${MAX_BODY} bytes.`);
    chunks.push(chunk);
  }
  const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  if (typeof value !== 'object' || value === null) throw new Error('Send a JSON object.');
  return value as Record<string, unknown>;
}

function respond(response: ServerResponse, status: number, value: unknown): void {
  response
    .writeHead(status, { ...SAFE_HEADERS, 'content-type': 'application/json' })
    .end(JSON.stringify(value));
}

function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) response.destroy();
  else respond(response, status, { message });
}

function refuseBy(response: ServerResponse, { status, message }: GateRefusal): void {
  refuse(response, status, message);
}
