import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createHttpHandler } from '../../mcp/http.ts';
import { listen } from '../../mcp/http-server.ts';
import { answeringJsonRpcErrors } from '../../mcp/jsonrpc-errors.ts';
import type { Gauges } from '../../mcp/metrics.ts';
import type { FlagValues } from '../arguments/flag-values.ts';
import { takeToken } from '../environment.ts';
import { FAILED, OK } from '../exit-codes.ts';
import { serverSettings } from '../options.ts';
import { complain } from '../output/output.ts';
import { onSignal, openServing, type Serving } from '../serving.ts';
import { UsageError } from '../usage-error.ts';
import { version } from '../version.ts';

const SHORTEST_TOKEN = 16;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

/** So long the calls under way may take to end once the server is told to go; edits take milliseconds. */
const GRACE_MS = 2_000;

export async function serveHttp(values: FlagValues): Promise<number> {
  const settings = serverSettings(values);
  const { allowHosts = [], allowOrigins = [] } = settings;
  const address = parseAddress(settings.http ?? '');
  const given = givenToken(settings.tokenFile);
  const token = given ?? randomBytes(32).toString('base64url');
  const serving = await openServing(values);
  const { metrics } = serving;
  const handler = createHttpHandler({
    createServer: () => {
      const server = serving.createServer({ isOnlyClient: false });
      return serving.jsonRpcErrors ? answeringJsonRpcErrors(server) : server;
    },
    metrics,
    gauges: () => gauges(serving),
    token,
    allowedHosts: [...(LOOPBACK.test(address.host) ? [] : [address.host]), ...allowHosts],
    allowedOrigins: allowOrigins,
    maxBodyBytes: serving.maxMessageBytes,
    log: serving.log,
  });
  const server = await listen(handler, { ...address, log: serving.log });
  endIdleTerminals(serving, settings.terminalIdleSeconds * 1000);
  announce(server.url, address.host, given === undefined ? token : undefined);
  await toldToGo();
  await server.close({ graceMs: GRACE_MS, idle: metrics.idle });
  await serving.close();
  process.exit(OK);
}

/** A client over HTTP can go without a word, and its shells would stay for ever. */
function endIdleTerminals({ workspace, log }: Serving, idleMs: number): void {
  const end = () =>
    void workspace.abilities.terminals
      .closeIdle(idleMs)
      .catch((error: unknown) => log(`terminals: ${String(error)}`));
  setInterval(end, Math.min(60_000, idleMs / 2)).unref();
}

/** The first signal asks, the second insists. */
function toldToGo(): Promise<void> {
  let asked = false;
  return new Promise((resolve) =>
    onSignal(() => {
      if (asked) process.exit(FAILED);
      asked = true;
      resolve();
    }),
  );
}

function announce(url: string, host: string, made: string | undefined): void {
  complain(`corvid ${version} serves MCP at ${url}/mcp, and at ${url}/sse for older clients.`);
  if (made !== undefined)
    complain(
      `Token, shown only now: ${made}\nClients send it as the header \`Authorization: Bearer TOKEN\`.`,
    );
  if (!LOOPBACK.test(host))
    complain(
      'Other machines can reach it and nothing is encrypted: put a proxy with TLS in front, or use 127.0.0.1.',
    );
}

function gauges(serving: Serving): Gauges {
  const { rss, heapUsed } = process.memoryUsage();
  const startedAtSeconds = Math.round(Date.now() / 1000 - process.uptime());
  return {
    version,
    terminals: serving.workspace.abilities.terminals.size,
    residentBytes: rss,
    heapBytes: heapUsed,
    startedAtSeconds,
  };
}

/** `port`, `host:port` or `[v6]:port`; only this machine can reach a server without a host. */
export function parseAddress(text: string): { host: string; port: number } {
  const [, v6, name, digits] = /^(?:(?:\[([0-9a-fA-F:.]+)\]|([^:[\]]+)):)?(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === undefined || port > 65_535)
    throw new UsageError(`--http takes [host:]port, such as 8931 or 127.0.0.1:8931, not '${text}'`);
  return { host: v6 ?? name ?? '127.0.0.1', port };
}

function givenToken(file: string | undefined): string | undefined {
  const fromVariable = takeToken();
  if (file === undefined && fromVariable === undefined) return undefined;
  const token = file === undefined ? fromVariable! : readToken(file);
  const source = file === undefined ? 'CORVID_TOKEN' : file;
  if (/^[!-~]+$/.test(token) && token.length >= SHORTEST_TOKEN) return token;
  throw new UsageError(
    `the token of ${source} must have at least ${SHORTEST_TOKEN} printable characters and no blanks; ` +
      '`openssl rand -hex 32` makes a good one',
  );
}

function readToken(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new UsageError(`the token cannot be read: ${(error as Error).message}`);
  }
}
