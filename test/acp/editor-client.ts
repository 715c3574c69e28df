import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import * as acp from '@agentclientprotocol/sdk';
import { build } from 'esbuild';
import { afterTest } from '../after-test.ts';
import { codeCache, corvidCommand, temporaryFolder } from '../corvid-client.ts';
import { MessageRecord } from './message-record.ts';
import type { Step } from './reporting-styles.ts';
import { type EditorHabits, type ScriptedEditor, scriptedEditor } from './scripted-editor.ts';

// An editor built on the official SDK, connected to the real `corvid acp` and an agent. Every message that it receives
// is recorded and checked against the published schema.

const here = dirname(fileURLToPath(import.meta.url));

export type EditorSetting = {
  readonly style?: string;
  readonly agent?: readonly string[];
  readonly folder?: string;
  readonly args?: readonly string[];
  readonly habits?: EditorHabits;
  readonly fs?: { readTextFile: boolean; writeTextFile: boolean };
  readonly env?: Record<string, string>;
  readonly permission?: 'yes' | 'no';
  /** The agent without the proxy, for comparison. */
  readonly direct?: boolean;
  /** HOME of the agent. */
  readonly home?: string;
};

export type EditorClient = Pick<MessageRecord, 'messages' | 'invalid' | 'mistakes' | 'permissions'> & {
  readonly folder: string;
  readonly path: (name: string) => string;
  readonly editor: ScriptedEditor;
  readonly agent: acp.ClientContext;
  readonly stderr: () => string;
  readonly cards: MessageRecord['cards'];
  readonly open: (cwd?: string) => Promise<string>;
  readonly run: (sessionId: string, steps: readonly Step[], more?: object) => Promise<acp.PromptResponse>;
  readonly prompt: (sessionId: string, text: string) => Promise<acp.PromptResponse>;
  readonly close: () => Promise<void>;
};

let bundled: Promise<string> | undefined;

/** Bundles the scripted agent into one file, which starts faster. */
function scriptedAgent(): Promise<string> {
  bundled ??= (async () => {
    const folder = join(here, '..', '..', 'node_modules', '.cache', 'corvid-test');
    mkdirSync(folder, { recursive: true });
    const outfile = join(folder, `scripted-agent-${process.pid}.mjs`);
    await build({
      entryPoints: [join(here, 'scripted-agent.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
      logLevel: 'error',
    });
    process.once('exit', () => rmSync(outfile, { force: true }));
    return outfile;
  })();
  return bundled;
}

export async function openEditor(setting: EditorSetting = {}): Promise<EditorClient> {
  const folder = setting.folder ?? (await temporaryFolder());
  const child = await start(setting, folder);
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const close = createClose(child);
  afterTest(close);
  const editor = scriptedEditor(setting.habits);
  const record = new MessageRecord();
  const { agent } = connectClient(child, { editor, record, permission: setting.permission });
  await agent.request(acp.methods.agent.initialize, {
    protocolVersion: 1,
    clientCapabilities: { fs: setting.fs ?? { readTextFile: true, writeTextFile: true }, terminal: true },
    clientInfo: { name: 'scripted-editor', version: '1' },
  });
  const prompt = (sessionId: string, text: string) =>
    agent.request(acp.methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text }] });
  const { messages, invalid, mistakes, permissions } = record;
  return {
    ...{ folder, editor, agent, messages, invalid, mistakes, permissions, prompt, close },
    path: (name) => join(folder, name),
    stderr: () => stderr,
    cards: (sessionId) => record.cards(sessionId),
    open: async (cwd = folder) =>
      (await agent.request(acp.methods.agent.session.new, { cwd, mcpServers: [] })).sessionId,
    run: (sessionId, steps, more = {}) => prompt(sessionId, JSON.stringify({ steps, ...more })),
  };
}

async function start(setting: EditorSetting, folder: string): Promise<ChildProcessWithoutNullStreams> {
  const agent = setting.agent ?? [process.execPath, await scriptedAgent(), setting.style ?? 'claude'];
  const own = ['acp', '--state-dir', join(folder, '.state'), ...(setting.args ?? []), '--', ...agent];
  const { PATH = '', HOME = '' } = process.env;
  const [command, ...args] = setting.direct ? agent : [process.execPath, corvidCommand, ...own];
  const env = { PATH, HOME: setting.home ?? HOME, TMPDIR: folder, ...codeCache, ...setting.env };
  return spawn(command!, args, { cwd: folder, env, stdio: 'pipe' });
}

/** Ends the client's side of the pipe and waits for the exit. */
function createClose(child: ChildProcessWithoutNullStreams): () => Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  return async () => {
    child.stdin.end();
    const timer = setTimeout(() => child.kill('SIGKILL'), 12_000);
    await exited;
    clearTimeout(timer);
  };
}

type ClientParts = {
  readonly editor: ScriptedEditor;
  readonly record: MessageRecord;
  readonly permission: 'yes' | 'no' | undefined;
};

function connectClient(
  child: ChildProcessWithoutNullStreams,
  { editor, record, permission }: ClientParts,
): acp.ClientConnection {
  const client = acp
    .client({ name: 'scripted-editor' })
    .onRequest(acp.methods.client.fs.readTextFile, async ({ params }) => ({
      content: await editor.readTextFile(params.path),
    }))
    .onRequest(acp.methods.client.fs.writeTextFile, async ({ params }) => {
      await editor.writeTextFile(params.path, params.content);
      return {};
    })
    .onRequest(acp.methods.client.session.requestPermission, async ({ params }) => {
      record.permissions.push(params as unknown as Record<string, unknown>);
      const wanted = permission === 'no' ? 'reject' : 'allow';
      const option = params.options.find(({ kind }) => kind.startsWith(wanted)) ?? params.options[0]!;
      return { outcome: { outcome: 'selected', optionId: option.optionId } };
    })
    .onNotification(acp.methods.client.session.update, () => {})
    .onRequest('*', () => ({}));
  return client.connect(
    acp.ndJsonStream(
      record.tapOutput(child.stdin),
      Readable.toWeb(record.tapInput(child.stdout)) as ReadableStream<Uint8Array>,
      { maxMessageBytes: 100_000_000 },
    ),
  );
}
