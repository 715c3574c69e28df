import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { Asker, HttpHandler } from './http.ts';
import { type Connections, guardConnections } from './http-connections.ts';

export type ListenOptions = {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  /** Within that time a client must have sent its request. */
  readonly requestTimeoutMs?: number;
  /** How long a client may leave an answer unread. */
  readonly stallTimeoutMs?: number;
  readonly log: (line: string) => void;
};

export type HttpServer = {
  readonly url: string;
  /** Takes no more requests, gives those under way some time, and ends. */
  close(how: { readonly graceMs: number; readonly idle: () => Promise<void> }): Promise<void>;
};

const HEADERS_MS = 10_000;
const REQUEST_MS = 60_000;
const STALL_MS = 30_000;
/** So long the rest of a refused body is read and dropped, that the client sees the refusal. */
const LINGER_MS = 1_000;

/** Serves a handler with Node's own HTTP server. */
export async function listen(handler: HttpHandler, options: ListenOptions): Promise<HttpServer> {
  const server = createLimitedServer(options.requestTimeoutMs ?? REQUEST_MS);
  const exchanges = serveExchanges(server, handler, options);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explained(error, options)));
    server.listen(options.port, options.host, resolve);
  });
  server.on('error', (error) => options.log(`http: ${error.message}`));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${bracketed(options.host)}:${port}`,
    close: (how) => close(server, handler, exchanges, how),
  };
}

function createLimitedServer(requestTimeout: number): Server {
  return createServer({
    requestTimeout,
    headersTimeout: Math.min(HEADERS_MS, requestTimeout),
    connectionsCheckingInterval: Math.min(1_000, requestTimeout),
    keepAliveTimeout: 60_000,
  });
}

/** The exchanges under way. */
function serveExchanges(
  server: Server,
  handler: HttpHandler,
  { log, stallTimeoutMs = STALL_MS }: ListenOptions,
): ReadonlySet<Promise<void>> {
  const exchanges = new Set<Promise<void>>();
  const connections = guardConnections(server);
  server.on('request', (incoming, outgoing) => {
    if (!connections.mayAsk(incoming.socket)) return;
    const running = exchange(handler, incoming, outgoing, { stallTimeoutMs, connections })
      .catch((error: unknown) => {
        log(`http: ${error instanceof Error ? error.stack : String(error)}`);
        outgoing.destroy();
      })
      .finally(() => exchanges.delete(running));
    exchanges.add(running);
  });
  return exchanges;
}

async function close(
  server: Server,
  handler: HttpHandler,
  exchanges: ReadonlySet<Promise<void>>,
  { graceMs, idle }: Parameters<HttpServer['close']>[0],
): Promise<void> {
  const grace = new Promise<void>((resolve) => setTimeout(resolve, graceMs).unref());
  handler.stop();
  const stopped = new Promise((resolve) => server.close(resolve));
  // The answer of the last call leaves in this turn of the loop; what is open then only waits for more.
  await Promise.race([idle().then(nextTurn), grace]);
  await handler.close();
  await Promise.race([Promise.all(exchanges), grace]);
  server.closeIdleConnections();
  await Promise.race([stopped, grace]);
  server.closeAllConnections();
}

function nextTurn(): Promise<void> {
  return new Promise(setImmediate);
}

async function exchange(
  handler: HttpHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { stallTimeoutMs, connections }: { stallTimeoutMs: number; connections: Connections },
): Promise<void> {
  const { socket } = incoming;
  const over = new AbortController();
  outgoing.once('close', () => over.abort());
  const request = toRequest(incoming, over.signal);
  const response = request
    ? await handler.handle(request, askerOn(socket, connections)).catch((error: unknown) => {
        if (over.signal.aborted) return undefined;
        throw error;
      })
    : new Response('This is no address that can be asked for.\n', { status: 400 });
  if (!response) return;
  if (!incoming.complete) outgoing.once('finish', () => dropRest(incoming));
  // A client without the token may ask, and not hold a connection.
  if (!connections.isTrusted(socket)) outgoing.setHeader('connection', 'close');
  await send(response, outgoing, over.signal, stallTimeoutMs);
}

function askerOn(socket: Socket, connections: Connections): Asker {
  return { localAddress: socket.localAddress, onToken: () => connections.trust(socket) };
}

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request | undefined {
  const { method = 'GET', headers, url = '/' } = incoming;
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? (Readable.toWeb(incoming) as ReadableStream<Uint8Array>) : null;
  try {
    return new Request(new URL(url, 'http://corvid'), {
      method,
      headers: pairs,
      body,
      signal,
      duplex: 'half',
    } as RequestInit);
  } catch {
    return undefined;
  }
}

async function send(
  response: Response,
  outgoing: ServerResponse,
  over: AbortSignal,
  stallMs: number,
): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) return void outgoing.end();
  outgoing.flushHeaders();
  const reader = response.body.getReader();
  over.addEventListener('abort', () => void reader.cancel().catch(() => {}), { once: true });
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    if (!outgoing.write(next.value)) await drained(outgoing, stallMs);
  }
  outgoing.end();
}

/** A client that does not read must not keep its answer in memory for ever. */
function drained(outgoing: ServerResponse, stallMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => outgoing.destroy(), stallMs);
    const go = () => {
      clearTimeout(timer);
      outgoing.off('drain', go).off('close', go);
      resolve();
    };
    outgoing.once('drain', go).once('close', go);
  });
}

/** The connection stays open meanwhile: closing it at once would take the answer from a client that still sends. */
function dropRest(incoming: IncomingMessage): void {
  incoming.removeAllListeners('data').resume();
  setTimeout(() => incoming.complete || incoming.socket.destroy(), LINGER_MS).unref();
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

function explained(error: NodeJS.ErrnoException, { host, port }: ListenOptions): Error {
  const place = `${bracketed(host)}:${port}`;
  if (error.code === 'EADDRINUSE')
    return new Error(`${place} is taken by another program. Choose another port, or 0 for any that is free.`);
  if (error.code === 'EACCES')
    return new Error(`${place} may not be used by this user. Choose a port above 1023.`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new Error(`${host} is no address of this machine. Choose 127.0.0.1, or 0.0.0.0 for all of them.`);
  return error;
}
