import { randomBytes } from 'node:crypto';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { HttpTransport, RunningServer } from '../../serve.ts';
import { createHttpHandler } from '../http.ts';
import { listen } from '../http-server.ts';
import { createMetrics } from '../metrics.ts';
import { createServer, type ServerParts } from '../server.ts';
import { StdioTransport } from '../stdio-transport.ts';
import { reserveStdout } from './reserve-stdout.ts';

/** A message contains an old and a new text, and JSON makes text at most twice as long, except control characters. */
const MESSAGE_PER_FILE_BYTE = 4;
const GRACE_MS = 2_000;

/** What both transports serve. */
type Serving = Pick<ServerParts, 'workspace' | 'tools' | 'name' | 'version' | 'log'> & {
  /** The program chose them, so that a client cannot add its own. */
  readonly hasOwnRoots: boolean;
};

/** For the client that started this process. */
export function startStdio(serving: Serving): RunningServer {
  const { workspace, log } = serving;
  const maxMessageBytes = maxMessageBytesOf(serving);
  const transport = new StdioTransport({ input: process.stdin, output: reserveStdout(), maxMessageBytes });
  const followClientRoots = !serving.hasOwnRoots;
  serveStdio(() => createServer({ ...serving, followClientRoots }), {
    transport,
    onerror: ({ message }) => log(`protocol: ${message}`),
  });
  const { onclose } = transport;
  const closed = new Promise<void>((resolve) => {
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
  return {
    ended: closed.then(() => workspace.close()),
    close: async () => {
      await transport.close();
      await workspace.close();
    },
  };
}

export async function startHttp(serving: Serving, transport: HttpTransport): Promise<RunningServer> {
  const { workspace, log } = serving;
  const metrics = createMetrics();
  const { host = '127.0.0.1', port, allowedHosts = [] } = transport;
  const token = transport.token ?? randomBytes(32).toString('base64url');
  const handler = createHttpHandler({
    createServer: () => createServer({ ...serving, followClientRoots: false, meter: metrics }),
    metrics,
    gauges: () => gauges(serving),
    token,
    allowedHosts,
    allowedOrigins: [],
    maxBodyBytes: maxMessageBytesOf(serving),
    log,
  });
  const server = await listen(handler, { host, port, log });
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const close = async () => {
    await server.close({ graceMs: GRACE_MS, idle: metrics.idle });
    await workspace.close();
    end();
  };
  return { url: `${server.url}/mcp`, token, ended, close };
}

function gauges({ workspace: { abilities }, version }: Serving) {
  const { rss: residentBytes, heapUsed: heapBytes } = process.memoryUsage();
  const startedAtSeconds = Math.round(Date.now() / 1000 - process.uptime());
  return { version, terminals: abilities.terminals.size, residentBytes, heapBytes, startedAtSeconds };
}

function maxMessageBytesOf({ workspace }: Serving): number {
  return workspace.limits.fileBytes * MESSAGE_PER_FILE_BYTE;
}
