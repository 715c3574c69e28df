import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';

/** Some proxies close a stream that is silent for longer. */
const KEEP_ALIVE_MS = 15_000;

export type EventStream = Transport & {
  readonly response: Response;
  receive(message: JSONRPCMessage): void;
};

/**
 * The older HTTP+SSE transport: the server's messages go over one long response, the client's come as requests of their
 * own to the address that the first event names. A client that lets more than `maxBytes` wait unread is cut off.
 */
export function eventStream(endpoint: string, maxBytes: number, over: AbortSignal): EventStream {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let closed = false;
  const body = new ReadableStream<Uint8Array>(
    {
      start(started) {
        controller = started;
      },
      cancel: () => close(),
    },
    { highWaterMark: maxBytes, size: (chunk) => chunk?.byteLength ?? 0 },
  );
  const keepAlive = setInterval(() => write(': still here\n\n'), KEEP_ALIVE_MS);
  over.addEventListener('abort', () => close(), { once: true });
  write(`event: endpoint\ndata: ${endpoint}\n\n`);

  const stream: EventStream = {
    response: new Response(body, {
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' },
    }),
    async start() {},
    async send(message) {
      write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
    },
    receive: (message) => stream.onmessage?.(message),
    async close() {
      close();
    },
  };
  return stream;

  function write(text: string): void {
    if (closed) return;
    controller.enqueue(encoder.encode(text));
    if ((controller.desiredSize ?? 0) < 0) close();
  }

  function close(): void {
    if (closed) return;
    closed = true;
    clearInterval(keepAlive);
    try {
      controller.close();
    } catch {
      // The client had closed it.
    }
    stream.onclose?.();
  }
}
