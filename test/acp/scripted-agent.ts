import { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import * as acp from '@agentclientprotocol/sdk';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { perform, type Result, type Step, type Style, type Update } from './reporting-styles.ts';

// An agent built on the official SDKs. Its model is the prompt: JSON with the tools to call. It starts the session's MCP
// servers as a real one does.

type Script = { readonly steps?: readonly Step[]; readonly parallel?: boolean; readonly waitMs?: number };
type Session = { readonly client: Client | undefined; readonly abort: AbortController };

const style = process.argv[2] as Style;
const agentNames = {
  claude: 'claude-agent-acp',
  codex: 'codex-acp',
  gemini: 'gemini-cli',
  opencode: 'OpenCode',
};
const sessions = new Map<string, Session>();
let shared: Client | undefined;
let nextSession = 1;
let nextCall = 1;

async function start(params: { mcpServers?: acp.McpServer[]; cwd: string }): Promise<Session> {
  const server = (params.mcpServers ?? []).find((server) => server.name === 'corvid' && 'command' in server);
  if (!server || !('command' in server)) return { client: undefined, abort: new AbortController() };
  const client = new Client(
    { name: 'scripted-agent', version: '1' },
    { versionNegotiation: { mode: 'legacy' } },
  );
  const env = Object.fromEntries(server.env.map(({ name, value }) => [name, value]));
  const { PATH = '', HOME = '', XDG_CACHE_HOME = '' } = process.env;
  const transport = new StdioClientTransport({
    command: server.command,
    args: server.args,
    cwd: params.cwd,
    env: { PATH, HOME, XDG_CACHE_HOME, ...env },
  });
  await client.connect(transport);
  await client.listTools();
  // OpenCode has one server for each directory, so the last one serves all sessions.
  if (style === 'opencode') shared = client;
  return { client, abort: new AbortController() };
}

const app = acp
  .agent({ name: 'scripted' })
  .onRequest(acp.methods.agent.initialize, () => ({
    protocolVersion: 1,
    agentInfo: { name: (agentNames as Record<string, string>)[style] ?? 'unknown', version: '1' },
    agentCapabilities: { loadSession: true },
  }))
  .onRequest(acp.methods.agent.session.new, async ({ params }) => {
    const sessionId = `session-${nextSession++}`;
    sessions.set(sessionId, await start(params));
    return { sessionId, _meta: { mcpServers: params.mcpServers.map(({ name }) => name) } };
  })
  .onRequest(acp.methods.agent.session.load, async ({ params, client }) => {
    sessions.set(params.sessionId, await start(params));
    const replayed = JSON.parse(process.env.REPLAY ?? '[]') as Update[];
    for (const update of replayed)
      await client.notify(acp.methods.client.session.update, {
        sessionId: params.sessionId,
        update: update as acp.SessionUpdate,
      });
  })
  .onRequest(acp.methods.agent.session.prompt, async ({ params, client }) => {
    const { sessionId } = params;
    const block = params.prompt[0];
    const text = block?.type === 'text' ? block.text : '{}';
    const script = (text.startsWith('{') ? JSON.parse(text) : {}) as Script;
    const session = sessions.get(sessionId)!;
    const send = (update: Update) =>
      client.notify(acp.methods.client.session.update, { sessionId, update: update as acp.SessionUpdate });
    if (text === 'size')
      await send({
        sessionUpdate: 'agent_message_chunk',
        content: { type: 'text', text: 'x'.repeat(40_000_000) },
      });
    if (text === 'exit') process.exit(7);
    if (text === 'noise') process.stdout.write('[INFO] a log line on stdout\nplain words\n');
    const one = async (step: Step) => {
      const id = `call-${nextCall++}`;
      const ask = async (toolCall: Record<string, unknown>) => {
        const { outcome } = await client.request(acp.methods.client.session.requestPermission, {
          sessionId,
          toolCall: toolCall as unknown as acp.ToolCallUpdate,
          options: [
            { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
            { optionId: 'no', name: 'Reject', kind: 'reject_once' },
          ],
        });
        return outcome.outcome === 'selected' && outcome.optionId === 'yes';
      };
      const call = (meta: Record<string, unknown>) => callTool(session, step, meta);
      const result = await perform(style, { id, sessionId, step, send, ask, call });
      await send({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: result.text } });
    };
    const steps = script.steps ?? [];
    if (script.parallel) await Promise.all(steps.map(one));
    else for (const step of steps) await one(step);
    await sleep(script.waitMs ?? 0);
    return { stopReason: session.abort.signal.aborted ? 'cancelled' : 'end_turn' };
  })
  .onNotification(acp.methods.agent.session.cancel, ({ params }) =>
    sessions.get(params.sessionId)?.abort.abort(),
  )
  .onRequest('_scripted/echo', { parse: (value: unknown) => value }, ({ params }) => ({ echoed: params }));

/** Like Gemini, it does not cancel the call when the user cancels the turn. */
async function callTool({ client }: Session, step: Step, meta: Record<string, unknown>): Promise<Result> {
  const used = style === 'opencode' ? shared : client;
  if (!used) return { isError: true, text: 'There is no such tool.' };
  const params = { name: step.tool, arguments: step.input, _meta: meta };
  const answer = await used
    .callTool(params)
    .catch((error: Error) => ({ isError: true, content: [{ type: 'text', text: error.message }] }));
  const content = answer.content as { type: string; text?: string }[];
  return { isError: answer.isError === true, text: content.flatMap(({ text }) => text ?? []).join('\n') };
}

app.connect(
  acp.ndJsonStream(
    Writable.toWeb(process.stdout),
    Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
    { maxMessageBytes: 100_000_000 },
  ),
);
// Gemini does not exit when its stdin ends.
if (process.env.STAYS) setInterval(() => {}, 1000);
else process.stdin.on('end', () => process.exit(0));
