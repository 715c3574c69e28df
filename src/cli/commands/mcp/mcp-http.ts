import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createHttpHandler } from '../../../mcp/http.ts';
import { listen } from '../../../mcp/http-server.ts';
import { answeringJsonRpcErrors } from '../../../mcp/jsonrpc-errors.ts';
import type { Gauges } from '../../../mcp/metrics.ts';
import { tools } from '../../../tools/index.ts';
import { version } from '../../../version.ts';
import type { FlagValues } from '../../arguments/flag-values.ts';
import { settingsOf } from '../../config/settings.ts';
import { takeToken } from '../../environment.ts';
import { FAILED, OK } from '../../errors/exit-codes.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { serverSettings } from '../../options.ts';
import { printError } from '../../output/output.ts';
import { withPlugins } from '../../plugins/with-plugins.ts';
import { onSignal, openServerRuntime, type ServerRuntime } from '../../server-runtime.ts';

const MIN_TOKEN_CHARACTERS = 16;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

/** How long running calls may take to end after a signal to stop; edits take milliseconds. */
const GRACE_MS = 2_000;

export async function serveHttp(values: FlagValues): Promise<number> {
  const given = await settingsOf(values);
  const settings = serverSettings(given);
  const { allowHosts = [], allowOrigins = [] } = settings;
  const address = parseAddress(settings.http ?? '');
  const ownToken = givenToken(settings.tokenFile);
  const token = ownToken ?? randomBytes(32).toString('base64url');
  const runtime = await openServerRuntime(given, await withPlugins(tools, given));
  const { metrics } = runtime;
  const handler = createHttpHandler({
    createServer: () => {
      const server = runtime.createServer({ isOnlyClient: false });
      return runtime.jsonRpcErrors ? answeringJsonRpcErrors(server) : server;
    },
    metrics,
    gauges: () => gauges(runtime),
    token,
    allowedHosts: [...(LOOPBACK.test(address.host) ? [] : [address.host]), ...allowHosts],
    allowedOrigins: allowOrigins,
    maxBodyBytes: runtime.maxMessageBytes,
    log: runtime.log,
  });
  const server = await listen(handler, { ...address, log: runtime.log });
  closeIdleTerminals(runtime, settings.terminalIdleSeconds * 1000);
  announce(server.url, address.host, ownToken === undefined ? token : undefined);
  await stopRequested();
  await server.close({ graceMs: GRACE_MS, idle: metrics.idle });
  await runtime.close();
  process.exit(OK);
}

/** A client over HTTP can disappear, and its shells would stay forever. */
function closeIdleTerminals({ workspace, log }: ServerRuntime, idleMs: number): void {
  const end = () =>
    void workspace.abilities.terminals
      .closeIdle(idleMs)
      .catch((error: unknown) => log(`terminals: ${String(error)}`));
  setInterval(end, Math.min(60_000, idleMs / 2)).unref();
}

/** The first signal stops the server, the second exits at once. */
function stopRequested(): Promise<void> {
  let isStopping = false;
  return new Promise((resolve) =>
    onSignal(() => {
      if (isStopping) process.exit(FAILED);
      isStopping = true;
      resolve();
    }),
  );
}

function announce(url: string, host: string, newToken: string | undefined): void {
  printError(`corvid ${version} serves MCP at ${url}/mcp, and at ${url}/sse for older clients.`);
  if (newToken !== undefined)
    printError(
      `Token, shown only once: ${newToken}\nClients send it as the header \`Authorization: Bearer TOKEN\`.`,
    );
  if (!LOOPBACK.test(host))
    printError(
      'Other machines can reach it, and nothing is encrypted: put a TLS proxy in front of it, or use 127.0.0.1.',
    );
}

function gauges(runtime: ServerRuntime): Gauges {
  const { rss, heapUsed } = process.memoryUsage();
  const startedAtSeconds = Math.round(Date.now() / 1000 - process.uptime());
  return {
    version,
    terminals: runtime.workspace.abilities.terminals.size,
    residentBytes: rss,
    heapBytes: heapUsed,
    startedAtSeconds,
  };
}

/** `port`, `host:port` or `[v6]:port`; without a host, only this machine can connect. */
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
  if (/^[!-~]+$/.test(token) && token.length >= MIN_TOKEN_CHARACTERS) return token;
  throw new UsageError(
    `the token of ${source} must have at least ${MIN_TOKEN_CHARACTERS} printable characters and no spaces; ` +
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
