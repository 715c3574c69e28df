import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import * as acp from '@agentclientprotocol/sdk';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { build } from 'esbuild';
import { afterTest } from '../after-test.ts';
import { codeCache, corvidCommand, temporaryFolder } from '../corvid-client.ts';
import type { Step } from './reporting-styles.ts';
import { type EditorHabits, type ScriptedEditor, scriptedEditor } from './scripted-editor.ts';

// An editor built on the official SDK, in front of the real `corvid acp` and an agent: every message that it gets is
// checked against the published schema and kept.

const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);

export type Card = Record<string, unknown> & {
  readonly toolCallId: string;
  readonly statuses: string[];
  readonly kind?: string;
  readonly status?: string;
  readonly title?: string;
  readonly locations?: { path: string; line?: number }[];
  readonly content?: Record<string, unknown>[];
  readonly rawInput?: Record<string, unknown>;
  readonly rawOutput?: Record<string, unknown>;
};

export type EditorSetting = {
  readonly style?: string;
  readonly agent?: readonly string[];
  readonly folder?: string;
  readonly args?: readonly string[];
  readonly habits?: EditorHabits;
  readonly fs?: { readTextFile: boolean; writeTextFile: boolean };
  readonly env?: Record<string, string>;
  readonly permission?: 'yes' | 'no';
  /** The agent without the proxy, to compare. */
  readonly direct?: boolean;
  /** Everything the agent needs to find is in its own environment. */
  readonly home?: string;
};

type Kept = Record<string, unknown> & {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: unknown;
};

export type EditorClient = {
  readonly folder: string;
  readonly path: (name: string) => string;
  readonly editor: ScriptedEditor;
  readonly agent: acp.ClientContext;
  readonly child: ChildProcess;
  readonly exited: Promise<{ code: number | null; signal: string | null }>;
  /** All messages to the client, in order. */
  readonly messages: Kept[];
  readonly invalid: string[];
  readonly mistakes: string[];
  readonly permissions: Record<string, unknown>[];
  readonly stderr: () => string;
  readonly cards: (sessionId?: string) => Card[];
  readonly open: (cwd?: string) => Promise<string>;
  readonly run: (sessionId: string, steps: readonly Step[], more?: object) => Promise<acp.PromptResponse>;
  readonly prompt: (sessionId: string, text: string) => Promise<acp.PromptResponse>;
  readonly close: () => Promise<void>;
};

let bundled: Promise<string> | undefined;

/** The scripted agent as a program: one file, which starts faster than the SDKs from their many. */
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
  const agentCommand = setting.agent ?? [process.execPath, await scriptedAgent(), setting.style ?? 'claude'];
  const own = ['acp', '--state-dir', join(folder, '.state'), ...(setting.args ?? []), '--', ...agentCommand];
  const { PATH = '', HOME = '' } = process.env;
  const [command, ...args] = setting.direct ? agentCommand : [process.execPath, corvidCommand, ...own];
  const child = spawn(command!, args, {
    cwd: folder,
    env: { PATH, HOME: setting.home ?? HOME, TMPDIR: folder, ...codeCache, ...setting.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  );
  const editor = scriptedEditor(setting.habits);
  const record = createRecord();
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
      const wanted = setting.permission === 'no' ? 'reject' : 'allow';
      const option = params.options.find(({ kind }) => kind.startsWith(wanted)) ?? params.options[0]!;
      return { outcome: { outcome: 'selected', optionId: option.optionId } };
    })
    .onNotification(acp.methods.client.session.update, () => {})
    .onRequest('*', () => ({}));
  const tapped = child.stdout.pipe(record.tap);
  const stream = acp.ndJsonStream(
    tapOut(Writable.toWeb(child.stdin), record.sent),
    Readable.toWeb(tapped) as ReadableStream<Uint8Array>,
    { maxMessageBytes: 100_000_000 },
  );
  const connection = client.connect(stream);
  const { agent } = connection;
  const close = async () => {
    child.stdin.end();
    const timer = setTimeout(() => child.kill('SIGKILL'), 12_000);
    await exited;
    clearTimeout(timer);
  };
  afterTest(close);
  const fs = setting.fs ?? { readTextFile: true, writeTextFile: true };
  await agent.request(acp.methods.agent.initialize, {
    protocolVersion: 1,
    clientCapabilities: { fs, terminal: true },
    clientInfo: { name: 'scripted-editor', version: '1' },
  });
  const prompt = (sessionId: string, text: string) =>
    agent.request(acp.methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text }] });
  return {
    folder,
    path: (name) => join(folder, name),
    editor,
    agent,
    child,
    exited,
    messages: record.messages,
    invalid: record.invalid,
    mistakes: record.mistakes,
    permissions: record.permissions,
    stderr: () => stderr,
    cards: (sessionId) =>
      [...record.cards]
        .filter(([key]) => !sessionId || key.startsWith(`${sessionId} `))
        .map(([, card]) => card),
    open: async (cwd = folder) =>
      (await agent.request(acp.methods.agent.session.new, { cwd, mcpServers: [] })).sessionId,
    run: (sessionId, steps, more = {}) => prompt(sessionId, JSON.stringify({ steps, ...more })),
    prompt,
    close,
  };
}

/** Sees the requests that the client makes, so that the answers can be checked. */
function tapOut(
  output: WritableStream<Uint8Array>,
  onLine: (message: Kept) => void,
): WritableStream<Uint8Array> {
  const writer = output.getWriter();
  return new WritableStream({
    write(chunk) {
      for (const line of new TextDecoder().decode(chunk).split('\n')) {
        if (line.length < 1_000_000 && line.trim()) onLine(JSON.parse(line));
      }
      return writer.write(chunk);
    },
    close: () => writer.close(),
    abort: (reason) => writer.abort(reason),
  });
}

const RANK: Record<string, number> = { pending: 0, in_progress: 1, completed: 2, failed: 2 };

/** Keeps what the client gets, as an editor would show it. */
function createRecord() {
  const messages: Kept[] = [];
  const invalid: string[] = [];
  const mistakes: string[] = [];
  const cards = new Map<string, Card>();
  const asked = new Map<string | number, string>();
  const tap = new PassThrough();
  let rest = '';
  tap.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    for (const line of lines) if (line.length < 1_000_000 && line.trim()) receive(JSON.parse(line));
  });

  function receive(message: Kept): void {
    messages.push(message);
    const problem = validate(message, asked);
    if (problem) invalid.push(problem);
    const { sessionId, update, toolCall } = (message.params ?? {}) as Record<string, Record<string, unknown>>;
    if (message.method === 'session/request_permission') apply(String(sessionId), toolCall!, true);
    const kind = update?.sessionUpdate;
    if (kind === 'tool_call' || kind === 'tool_call_update')
      apply(String(sessionId), update!, kind === 'tool_call');
  }

  function apply(sessionId: string, update: Record<string, unknown>, mayCreate: boolean): void {
    const key = `${sessionId} ${update.toolCallId}`;
    const known = cards.get(key);
    if (!known && !mayCreate) mistakes.push(`an update for the unknown card ${key}`);
    if (known && update.sessionUpdate === 'tool_call') mistakes.push(`the card ${key} comes twice`);
    const status = update.status as string | undefined;
    const statuses = [...(known?.statuses ?? []), ...(status ? [status] : [])];
    const last = known?.statuses.at(-1);
    if (last && status && RANK[status]! < RANK[last]!)
      mistakes.push(`${key} steps back from ${last} to ${status}`);
    cards.set(key, { ...known, ...update, statuses } as Card);
  }

  return {
    messages,
    invalid,
    mistakes,
    cards,
    tap,
    permissions: [] as Record<string, unknown>[],
    sent: ({ id, method }: Kept) => void (id !== undefined && method && asked.set(id, method)),
  };
}

const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: false });
const schemaPath = '@agentclientprotocol/sdk/schema/v1/schema.json';
type Definition = { readonly 'x-method'?: string; readonly 'x-side'?: string };
const { $defs } = require(
  join(dirname(require.resolve('@agentclientprotocol/sdk')), '..', '..', '..', 'schema', 'v1', 'schema.json'),
) as {
  $defs: Record<string, Definition>;
};
ajv.addSchema({ $id: schemaPath, $defs });
const validators = new Map<string, ValidateFunction>();

function validatorOf(
  method: string,
  kind: 'Request' | 'Response' | 'Notification',
): ValidateFunction | undefined {
  const name = Object.keys($defs).find((name) => $defs[name]!['x-method'] === method && name.endsWith(kind));
  if (!name) return undefined;
  const known = validators.get(name) ?? ajv.compile({ $ref: `${schemaPath}#/$defs/${name}` });
  validators.set(name, known);
  return known;
}

/** What is wrong with a message to the client; undefined if nothing is. */
function validate(message: Kept, asked: ReadonlyMap<string | number, string>): string | undefined {
  if (message.jsonrpc !== '2.0') return `no JSON-RPC: ${JSON.stringify(message).slice(0, 300)}`;
  const { id, method, params, result } = message;
  if (method === undefined && result === undefined) return undefined;
  const check =
    method === undefined
      ? validatorOf(asked.get(id!) ?? '', 'Response')
      : validatorOf(method, id === undefined ? 'Notification' : 'Request');
  if (!check || check(method === undefined ? result : params)) return undefined;
  return `${method ?? asked.get(id!)}: ${JSON.stringify(check.errors?.slice(0, 2))} in ${JSON.stringify(message).slice(0, 400)}`;
}
