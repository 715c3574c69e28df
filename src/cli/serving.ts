import type { Server } from '@modelcontextprotocol/server';
import type { EditorAddress } from '../acp/link/editor-link.ts';
import { createMetrics, type Metrics } from '../mcp/metrics.ts';
import { createServer } from '../mcp/server.ts';
import { editorFiles, openWorkspace } from '../open-workspace.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type FlagValues, listFlag } from './arguments/flag-values.ts';
import { chosenTools } from './chosen-tools.ts';
import { takeEditorAddress } from './environment.ts';
import { serverSettings, uncheckedOptions, workspaceOptions } from './options.ts';
import { fileLog } from './output/output.ts';
import { version } from './version.ts';

/** A message holds an old and a new text, and JSON makes text at most twice as long, but for control characters. */
const MESSAGE_PER_FILE_BYTE = 4;

/** How long work under way may take to leave things in order. */
const LEAVE_MS = 500;

/** What every transport serves, opened from the command's flags. */
export type Serving = {
  readonly workspace: Workspace;
  readonly log: (line: string) => void;
  readonly jsonRpcErrors: boolean;
  readonly maxMessageBytes: number;
  readonly metrics: Metrics;
  createServer(options: ServerOptions): Server;
  /** Leaves things in order, as far as that goes quickly. */
  close(): Promise<void>;
};

export type ServerOptions = {
  /** Whether the client has the server to itself, so that its folders may become roots. */
  readonly isOnlyClient: boolean;
};

export async function openServing(values: FlagValues): Promise<Serving> {
  const editorAddress = takeEditorAddress();
  // An editor may name folders for its session that are not there yet.
  const options = editorAddress ? uncheckedOptions(values) : workspaceOptions(values);
  const { errors, logFile } = serverSettings(values);
  const tools = chosenTools(values);
  const metrics = createMetrics();
  const log = fileLog(logFile);
  const editor = editorAddress && (await openEditorLink(editorAddress, log));
  const files = editor && editorFiles(editor, editor.options);
  const workspace = openWorkspace({ ...options, ...(files && { files }) });
  const jsonRpcErrors = errors === 'jsonrpc';
  const hasOwnRoots = listFlag(values, 'root') !== undefined;
  const folders = workspace.roots?.join(', ') ?? 'every folder';
  log(`corvid ${version} serves ${tools.map((tool) => tool.name).join(', ')} in ${folders}`);
  return {
    workspace,
    log,
    jsonRpcErrors,
    maxMessageBytes: workspace.limits.fileBytes * MESSAGE_PER_FILE_BYTE,
    metrics,
    createServer: ({ isOnlyClient }) => {
      const followClientRoots = isOnlyClient && !hasOwnRoots;
      const parts = { workspace, tools, version, log, followClientRoots };
      return createServer({ ...parts, meter: metrics, observe: editor?.observe });
    },
    async close() {
      // An edit that is called off removes its temporary file.
      const inOrder = metrics.idle().then(() => workspace.close());
      await Promise.race([inOrder, new Promise((resolve) => setTimeout(resolve, LEAVE_MS))]);
      log('ended');
    },
  };
}

async function openEditorLink(address: EditorAddress, log: (line: string) => void) {
  const { EditorLink } = await import('../acp/link/editor-link.ts');
  return new EditorLink(address, log);
}

/** Until the system or a person tells the server to go. */
export function onSignal(end: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
}
