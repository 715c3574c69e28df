import type { Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { withJsonRpcErrors } from '../../../mcp/jsonrpc-errors.ts';
import { reserveStdout } from '../../../mcp/start/reserve-stdout.ts';
import { StdioTransport } from '../../../mcp/stdio-transport.ts';
import { tools } from '../../../tools/index.ts';
import type { Parsed } from '../../arguments/parse-flags.ts';
import { refuseOperands } from '../../arguments/refuse-operands.ts';
import { settingsOf } from '../../config/settings.ts';
import { screen } from '../../environment.ts';
import { OK } from '../../errors/exit-codes.ts';
import { howToConnect } from '../../how-to-connect.ts';
import { printError } from '../../output/output.ts';
import { withPlugins } from '../../plugins/with-plugins.ts';
import { onSignal, openServerRuntime } from '../../server-runtime.ts';

/** Serves one client over stdin and stdout until it leaves. */
export async function serve(parsed: Parsed): Promise<number> {
  refuseOperands(parsed);
  const settings = await settingsOf(parsed.values);
  // Before a plugin is loaded, which may print.
  const output = settings.options.plugins ? reserveStdout() : process.stdout;
  const runtime = await openServerRuntime(settings, await withPlugins(tools, settings));
  const { log, maxMessageBytes } = runtime;
  const plain = new StdioTransport({ input: process.stdin, output, maxMessageBytes });
  const transport = runtime.jsonRpcErrors ? withJsonRpcErrors(plain) : plain;
  const factory = () => runtime.createServer({ isOnlyClient: true });
  if (screen().interactive) printError(howToConnect());
  serveStdio(factory, { transport, onerror: (error) => log(`protocol: ${error.message}`) });
  await clientGone(transport);
  // Cancels the calls that still run.
  await transport.close();
  await runtime.close();
  process.exit(OK);
}

/** Resolves when the client closes its end or the process gets a signal to stop. */
function clientGone(transport: Transport): Promise<void> {
  return new Promise((resolve) => {
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
    onSignal(resolve);
  });
}
