import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { withJsonRpcErrors } from '../../mcp/jsonrpc-errors.ts';
import { stdioTransport } from '../../mcp/stdio.ts';
import type { Parsed } from '../arguments/parse-flags.ts';
import { refuseOperands } from '../arguments/server-arguments.ts';
import { OK } from '../exit-codes.ts';
import { onSignal, openServing } from '../serving.ts';

/** Serves one client over stdin and stdout until it leaves. */
export async function serve(parsed: Parsed): Promise<number> {
  refuseOperands(parsed);
  const serving = await openServing(parsed.values);
  const { log, maxMessageBytes } = serving;
  const plain = stdioTransport(process.stdin, process.stdout, { maxMessageBytes });
  const transport = serving.jsonRpcErrors ? withJsonRpcErrors(plain) : plain;
  const factory = () => serving.createServer({ isOnlyClient: true });
  serveStdio(factory, { transport, onerror: (error) => log(`protocol: ${error.message}`) });
  await clientGone(transport);
  // Calls off what is still under way.
  await transport.close();
  await serving.close();
  process.exit(OK);
}

/** Until the client closes its end or tells us to go. */
function clientGone(transport: ReturnType<typeof stdioTransport>): Promise<void> {
  return new Promise((resolve) => {
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
    onSignal(resolve);
  });
}
