import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { withJsonRpcErrors } from '../../mcp/jsonrpc-errors.ts';
import { createServer } from '../../mcp/server.ts';
import { stdioTransport } from '../../mcp/stdio.ts';
import { editorFiles, openWorkspace } from '../../open-workspace.ts';
import { selectTools } from '../../tools/select-tools.ts';
import {
  choiceFlag,
  editorInvitation,
  type FlagValues,
  listFlag,
  type Parsed,
  stringFlag,
  UsageError,
  workspaceOptions,
} from '../options.ts';
import { fileLog } from '../output.ts';
import { version } from '../version.ts';

/** JSON can make a text six times as long, and a message holds an old and a new one. */
const MESSAGE_PER_FILE_BYTE = 12;

/** How long work under way may take to leave things in order. */
const LEAVE_MS = 500;

export async function run({ values, positionals }: Parsed): Promise<number> {
  if (positionals.length > 0)
    throw new UsageError(`mcp takes no '${positionals[0]}'; folders are given with --root`);
  const options = workspaceOptions(values);
  const tools = chosenTools(values);
  const log = fileLog(stringFlag(values, 'log-file'));
  const invitation = editorInvitation();
  const editor = invitation && (await import('../../acp/editor-link.ts')).joinEditor(invitation, log);
  const workspace = openWorkspace({
    ...options,
    ...(editor && { files: editorFiles(editor.connection, editor.options) }),
  });
  const maxMessageBytes = workspace.limits.fileBytes * MESSAGE_PER_FILE_BYTE;
  const plain = stdioTransport(process.stdin, process.stdout, { maxMessageBytes });
  const transport =
    choiceFlag(values, 'errors', ['result', 'jsonrpc']) === 'jsonrpc' ? withJsonRpcErrors(plain) : plain;
  log(
    `corvid ${version} serves ${tools.map((tool) => tool.name).join(', ')} in ${workspace.roots?.join(', ') ?? 'every folder'}`,
  );
  const followClientRoots = listFlag(values, 'root') === undefined;
  const factory = () =>
    createServer({ workspace, tools, version, log, followClientRoots, observe: editor?.observe });
  serveStdio(factory, { transport, onerror: (error) => log(`protocol: ${error.message}`) });
  await clientGone(transport);
  await Promise.race([workspace.close(), new Promise((resolve) => setTimeout(resolve, LEAVE_MS))]);
  log('ended');
  process.exit(0);
}

function chosenTools(values: FlagValues) {
  const names = stringFlag(values, 'tools')?.split(',').filter(Boolean);
  try {
    return selectTools({ names, readOnly: values['read-only'] === true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Until the client closes its end or tells us to go. */
function clientGone(transport: ReturnType<typeof stdioTransport>): Promise<void> {
  return new Promise((resolve) => {
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
}
