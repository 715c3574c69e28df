import { AsyncLocalStorage } from 'node:async_hooks';
import { connect } from 'node:net';
import type { EditorOptions } from '../open-workspace.ts';
import type { EditorConnection } from '../ports/editor.ts';
import type { CallObserver, ToolOutcome } from '../tools/call/call-tool.ts';
import { withText } from '../tools/call/outcome-text.ts';
import { asObject, type JsonObject } from './json-rpc.ts';
import { openPeer } from './socket-peer.ts';
import { cardOutcome } from './updates.ts';

/** How an MCP server that was started for an editor's session finds the way back to it. */
export type Invitation = { readonly socketPath: string; readonly ticket: string };

export type EditorLink = {
  readonly connection: EditorConnection;
  readonly options: EditorOptions;
  readonly observe: CallObserver;
};

/** How long the proxy may hold up a call; a call matters more than its card. */
const BEGIN_MS = 1_000;
const END_MS = 3_000;

type RunningCall = { readonly id: number; readonly remarks: Set<string>; readonly abort: AbortController };

/** Connects a server to the editor in whose session it was started. Nothing waits for it until a tool is called. */
export function joinEditor({ socketPath, ticket }: Invitation, log: (line: string) => void): EditorLink {
  const running = new Map<number, RunningCall>();
  const current = new AsyncLocalStorage<RunningCall>();
  let nextId = 1;
  const cancel = ({ calls }: JsonObject) => {
    for (const id of calls as number[]) running.get(id)?.abort.abort();
  };
  const peer = openPeer(
    connect(socketPath),
    (method) => (method === 'cancel' ? cancel : undefined),
    () => log('editor: gone'),
  );
  const welcome = peer.request('hello', { ticket }).then(
    (answer) => asObject(answer),
    (error: Error) => void log(`editor: ${error.message}`),
  );
  const ask = async (method: string, params: JsonObject) => {
    const call = current.getStore()?.id;
    return asObject(await peer.request(method, { ...params, ...(call !== undefined && { call }) }));
  };
  const connection: EditorConnection = {
    readTextFile: async (path) => String((await ask('read', { path }))?.content),
    writeTextFile: async (path, content) => void (await ask('write', { path, content })),
  };
  const options: EditorOptions = {
    isAvailable: async () => (await welcome)?.files === true,
    onRemark: (remark) => void current.getStore()?.remarks.add(remark),
  };

  const observe: CallObserver = async ({ tool, input, meta, signal }, run) => {
    const call = { id: nextId++, remarks: new Set<string>(), abort: new AbortController() };
    running.set(call.id, call);
    try {
      await atMost(BEGIN_MS, peer.request('begin', { call: call.id, tool: tool.name, input, meta }));
      const stop = AbortSignal.any([signal, call.abort.signal]);
      const outcome = withRemarks(await current.run(call, () => run(stop)), call.remarks);
      // Before the agent has the result, so that its report of the end can carry the diff.
      await atMost(END_MS, peer.request('end', { call: call.id, ...cardOutcome(withText(outcome)) }));
      return outcome;
    } finally {
      running.delete(call.id);
    }
  };
  return { connection, options, observe };
}

async function atMost(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([work.catch(() => {}), limit]);
  clearTimeout(timer);
}

/** What a model must know about where its edit went. */
function withRemarks(outcome: ToolOutcome, remarks: ReadonlySet<string>): ToolOutcome {
  if (!outcome.ok || remarks.size === 0) return outcome;
  const note = [...remarks].join(' ');
  return { ...outcome, remarks: [...outcome.remarks, note], data: { ...outcome.data, note } };
}
