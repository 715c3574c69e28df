import { AsyncLocalStorage } from 'node:async_hooks';
import { connect } from 'node:net';
import type { EditorOptions } from '../../open-workspace.ts';
import type { EditorConnection } from '../../ports/editor.ts';
import type { CallObserver, ToolOutcome } from '../../tools/call/outcome.ts';
import { withText } from '../../tools/call/outcome-text.ts';
import { cardOutcome } from '../cards/card-outcome.ts';
import { asObject, type JsonObject } from '../json-rpc.ts';
import { SocketPeer } from './socket-peer.ts';

/** Where an MCP server that was started for an editor's session connects to. */
export type EditorAddress = { readonly socketPath: string; readonly token: string };

/** How long the proxy may delay a call: the call matters more than its card. */
const BEGIN_MS = 1_000;
const END_MS = 3_000;

type RunningCall = { readonly id: number; readonly remarks: Set<string>; readonly abort: AbortController };

/** An MCP server's connection to the editor in whose session it was started. It does not delay the server's start. */
export class EditorLink implements EditorConnection {
  readonly options: EditorOptions = {
    isAvailable: async () => (await this.#capabilities)?.files === true,
    onRemark: (remark) => void this.#currentCall.getStore()?.remarks.add(remark),
  };
  readonly #peer: SocketPeer;
  readonly #capabilities: Promise<JsonObject | undefined>;
  readonly #calls = new Map<number, RunningCall>();
  readonly #currentCall = new AsyncLocalStorage<RunningCall>();
  #lastId = 0;

  constructor({ socketPath, token }: EditorAddress, log: (line: string) => void) {
    this.#peer = new SocketPeer(connect(socketPath), {
      findHandler: (method) => (method === 'cancel' ? (params) => this.#cancel(params) : undefined),
      onClose: () => log('editor: disconnected'),
    });
    this.#capabilities = this.#peer.request('hello', { token }).then(
      (response) => asObject(response),
      (error: Error) => void log(`editor: ${error.message}`),
    );
  }

  async readTextFile(path: string): Promise<string> {
    return String((await this.#request('read', { path }))?.content);
  }

  async writeTextFile(path: string, content: string): Promise<void> {
    await this.#request('write', { path, content });
  }

  /** Reports the start and the end of a call to the proxy, and stops the call when the proxy cancels it. */
  readonly observe: CallObserver = async ({ tool, input, meta, signal }, run) => {
    const call = { id: ++this.#lastId, remarks: new Set<string>(), abort: new AbortController() };
    this.#calls.set(call.id, call);
    try {
      await within(BEGIN_MS, this.#peer.request('begin', { call: call.id, tool: tool.name, input, meta }));
      const stop = AbortSignal.any([signal, call.abort.signal]);
      const outcome = withRemarks(await this.#currentCall.run(call, () => run(stop)), call.remarks);
      // Before the agent gets the result, so that its report of the end can include the diff.
      await within(END_MS, this.#peer.request('end', { call: call.id, ...cardOutcome(withText(outcome)) }));
      return outcome;
    } finally {
      this.#calls.delete(call.id);
    }
  };

  #cancel({ calls }: JsonObject): void {
    for (const id of calls as number[]) this.#calls.get(id)?.abort.abort();
  }

  async #request(method: string, params: JsonObject): Promise<JsonObject | undefined> {
    const call = this.#currentCall.getStore()?.id;
    return asObject(await this.#peer.request(method, { ...params, ...(call !== undefined && { call }) }));
  }
}

/** Waits until the work is done or the time is over; a failure is ignored. */
async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([work.catch(() => {}), timeout]);
  clearTimeout(timer);
}

/** Adds the editor's remarks for the model. */
function withRemarks(outcome: ToolOutcome, remarks: ReadonlySet<string>): ToolOutcome {
  if (!outcome.ok || remarks.size === 0) return outcome;
  const note = [...remarks].join(' ');
  return { ...outcome, remarks: [...outcome.remarks, note], data: { ...outcome.data, note } };
}
