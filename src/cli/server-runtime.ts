import type { Server } from '@modelcontextprotocol/server';
import type { EditorAddress } from '../acp/link/editor-link.ts';
import { createMetrics, type Metrics } from '../mcp/metrics.ts';
import { createServer } from '../mcp/server.ts';
import { openJournal } from '../open-journal.ts';
import { editorFiles, openWorkspace } from '../open-workspace.ts';
import type { Ignored, Settings } from '../options/combine-options.ts';
import { observedByAll } from '../tools/call/record-calls.ts';
import type { CallableTool } from '../tools/call/tool-context.ts';
import { version } from '../version.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { chosenTools, ignoredTools } from './chosen-tools.ts';
import { ignoredText } from './config/settings.ts';
import { takeEditorAddress } from './environment.ts';
import { serverSettings, uncheckedOptions, workspaceOptionsOf } from './options.ts';
import { fileLog, printError } from './output/output.ts';

/** A message contains an old and a new text, and JSON makes text at most twice as long, except control characters. */
const MESSAGE_PER_FILE_BYTE = 4;

/** How long running calls may take to finish at the end. */
const CLOSE_TIMEOUT_MS = 1_500;

/** What both transports serve. */
export type ServerRuntime = {
  readonly workspace: Workspace;
  readonly log: (line: string) => void;
  readonly jsonRpcErrors: boolean;
  readonly maxMessageBytes: number;
  readonly metrics: Metrics;
  createServer(options: ClientOptions): Server;
  /** Waits for running calls, up to a limit, and closes the workspace. */
  close(): Promise<void>;
};

export type ClientOptions = {
  /** No other client uses the server, so the client's folders may become roots. */
  readonly isOnlyClient: boolean;
};

/** Serves those of the tools that the settings choose. */
export async function openServerRuntime(
  settings: Settings,
  allTools: readonly CallableTool[],
): Promise<ServerRuntime> {
  const editorAddress = takeEditorAddress();
  // An editor may name folders that do not exist yet.
  const options = editorAddress ? uncheckedOptions(settings) : workspaceOptionsOf(settings);
  const { errors, logFile, noJournal } = serverSettings(settings);
  const tools = chosenTools(allTools, settings);
  const metrics = createMetrics();
  const log = fileLog(logFile);
  reportIgnored([...settings.ignored, ...ignoredTools(allTools, settings)], log);
  const editor = editorAddress && (await openEditorLink(editorAddress, log));
  const files = editor && editorFiles(editor, editor.options);
  const workspace = openWorkspace({ ...options, ...(files && { files }) });
  const journal = noJournal ? undefined : openJournal(workspace, { options, version, onFailure: log });
  const observe = observedByAll([journal?.observe, editor?.observe]);
  const jsonRpcErrors = errors === 'jsonrpc';
  const hasOwnRoots = settings.options.roots !== undefined;
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
      return createServer({ ...parts, meter: metrics, observe });
    },
    async close() {
      // A cancelled edit removes its temporary file.
      const closed = metrics.idle().then(() => workspace.close());
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS))]);
      journal?.close();
      log('ended');
    },
  };
}

function reportIgnored(ignored: readonly Ignored[], log: (line: string) => void): void {
  for (const text of ignored.map(ignoredText)) {
    printError(`corvid: ${text}`);
    log(text);
  }
}

async function openEditorLink(address: EditorAddress, log: (line: string) => void) {
  const { EditorLink } = await import('../acp/link/editor-link.ts');
  return new EditorLink(address, log);
}

/** Calls `end` when the process gets a signal to stop. */
export function onSignal(end: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
}
