import { randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJsonContentType,
  type JSONRPCMessage,
  parseJSONRPCMessage,
  type Server,
} from '@modelcontextprotocol/server';
import { notJson, plainText, readJson, refused, wrongMethod } from './http-answers.ts';
import { createGate, type GateRules } from './http-gate.ts';
import { type EventStream, eventStream } from './http-stream.ts';
import type { Gauges, Metrics } from './metrics.ts';
import { RunningCalls } from './running-calls.ts';

export type HttpParts = GateRules & {
  readonly createServer: () => Server;
  readonly metrics: Metrics;
  readonly gauges: () => Gauges;
  readonly maxBodyBytes: number;
  readonly log: (line: string) => void;
};

/** The connection that a request came on. */
export type Asker = {
  readonly localAddress?: string | undefined;
  /** Called if the request has the token. */
  readonly onToken?: () => void;
};

export type HttpHandler = {
  /** The request's signal fires when the exchange is over, however it ends. */
  handle(request: Request, asker?: Asker): Promise<Response>;
  /** From now on not healthy; what is under way goes on. */
  stop(): void;
  /** Cuts off what is still under way. */
  close(): Promise<void>;
};

type Route = (request: Request) => Response | Promise<Response>;

const SESSION = 'mcp-session-id';
const MAX_STREAMS = 256;

/** Corvid over HTTP: both eras of MCP at /mcp, the older transport at /sse, and what an operator watches. */
export function createHttpHandler(parts: HttpParts): HttpHandler {
  const gate = createGate(parts);
  const streams = new Map<string, EventStream>();
  const mcp = mcpRoute(parts);
  let stopping = false;
  const routes: Record<string, Route> = {
    '/mcp': mcp.serve,
    '/sse': only('GET', (request) => openStream(request, parts, streams)),
    '/messages': only('POST', (request) => takeMessage(request, parts, streams)),
    '/metrics': only('GET', () => plainText(parts.metrics.render(parts.gauges()))),
  };

  async function answer(request: Request, { localAddress, onToken }: Asker): Promise<Response> {
    const { pathname } = new URL(request.url);
    // Health checks carry no token and may use any Host.
    if (pathname === '/healthz') return stopping ? plainText('stopping\n', 503) : plainText('ok\n');
    const foreign = gate.place(request, localAddress);
    if (foreign) return foreign;
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: preflight });
    const route = Object.hasOwn(routes, pathname) ? routes[pathname]! : nothingThere;
    const unauthorized = gate.token(request);
    if (!unauthorized) onToken?.();
    return (route !== nothingThere && unauthorized) || route(request);
  }

  return {
    async handle(request, asker = {}) {
      const response = await answer(request, asker);
      parts.metrics.answered(response.status);
      if (response.status >= 400)
        parts.log(`http ${response.status} ${request.method} ${new URL(request.url).pathname}`);
      return readableByPage(response, request.headers.get('origin'));
    },
    stop() {
      stopping = true;
    },
    async close() {
      for (const stream of streams.values()) await stream.close();
      await mcp.close();
    },
  };
}

function only(method: string, route: Route): Route {
  return (request) =>
    request.method === method
      ? route(request)
      : wrongMethod(request.method, new URL(request.url).pathname, method);
}

function nothingThere(request: Request): Response {
  const { pathname } = new URL(request.url);
  return refused(
    404,
    `There is nothing at ${pathname}. MCP is served at /mcp, and at /sse for older clients.`,
  );
}

/** Streamable HTTP of both eras, by the SDK, without state between requests. */
function mcpRoute({ createServer, log, maxBodyBytes }: HttpParts) {
  const onerror = (error: Error) => log(`protocol: ${error.message}`);
  const handler = createMcpHandler(createServer, { onerror, maxRequestBodySize: maxBodyBytes });
  const calls = new RunningCalls();

  async function post(request: Request): Promise<Response> {
    if (!isJsonContentType(request.headers.get('content-type')))
      return handler.fetch(bodiless(request, request.signal));
    const body = await readJson(request, maxBodyBytes);
    if ('refusal' in body) return body.refusal;
    const session = request.headers.get(SESSION);
    if (session !== null && cancelled(calls, session, body.value)) return new Response(null, { status: 202 });
    const signal = session === null ? request.signal : cancellable(calls, session, request, body.value);
    const response = await handler.fetch(bodiless(request, signal), { parsedBody: body.value });
    if (response.ok && methodOf(body.value) === 'initialize') response.headers.set(SESSION, randomUUID());
    return response;
  }

  const serve: Route = (request) => {
    const session = request.headers.get(SESSION);
    if (session !== null && calls.isEnded(session))
      return refused(404, `Session ${session} is over. Initialize again.`);
    if (request.method === 'POST') return post(request);
    if (request.method !== 'DELETE' || session === null) return handler.fetch(request);
    calls.end(session);
    return new Response(null, { status: 204 });
  };
  return { serve, close: () => handler.close() };
}

/** The SDK gets the body as a value, so that it is read and parsed once. */
function bodiless({ url, method, headers }: Request, signal: AbortSignal): Request {
  return new Request(url, { method, headers, signal });
}

function methodOf(message: unknown): string | undefined {
  return isJSONRPCRequest(message) || isJSONRPCNotification(message) ? message.method : undefined;
}

function cancelled(calls: RunningCalls, session: string, message: unknown): boolean {
  if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') return false;
  const id = message.params?.requestId;
  if (typeof id === 'string' || typeof id === 'number') calls.cancel(session, id);
  return true;
}

function cancellable(
  calls: RunningCalls,
  session: string,
  { signal }: Request,
  message: unknown,
): AbortSignal {
  if (!isJSONRPCRequest(message)) return signal;
  return AbortSignal.any([signal, calls.add(session, message.id, signal)]);
}

async function openStream(
  request: Request,
  { createServer, maxBodyBytes }: HttpParts,
  streams: Map<string, EventStream>,
): Promise<Response> {
  if (streams.size >= MAX_STREAMS)
    return refused(503, `${streams.size} streams are open, and no more are served. Close one, or use /mcp.`);
  const id = randomUUID();
  const stream = eventStream(`/messages?sessionId=${id}`, maxBodyBytes, request.signal);
  streams.set(id, stream);
  await createServer().connect(stream);
  const { onclose } = stream;
  stream.onclose = () => {
    streams.delete(id);
    onclose?.();
  };
  return stream.response;
}

async function takeMessage(
  request: Request,
  { maxBodyBytes }: HttpParts,
  streams: ReadonlyMap<string, EventStream>,
): Promise<Response> {
  const id = new URL(request.url).searchParams.get('sessionId') ?? '';
  const stream = streams.get(id);
  if (!stream) return refused(404, `There is no open stream ${id}. Open one with GET /sse.`);
  const body = await readJson(request, maxBodyBytes);
  if ('refusal' in body) return body.refusal;
  const message = asMessage(body.value);
  if (!message) return notJson('not a JSON-RPC 2.0 message');
  stream.receive(message);
  return new Response('Accepted', { status: 202 });
}

function asMessage(value: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(value);
  } catch {
    return undefined;
  }
}

const preflight = {
  'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
  'access-control-allow-headers':
    'authorization, content-type, accept, last-event-id, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name',
  'access-control-max-age': '600',
};

/** A web page that may ask may also read the answer. */
function readableByPage(response: Response, origin: string | null): Response {
  if (origin === null || response.status === 403) return response;
  response.headers.set('access-control-allow-origin', origin);
  response.headers.set('access-control-expose-headers', SESSION);
  response.headers.set('vary', 'origin');
  return response;
}
