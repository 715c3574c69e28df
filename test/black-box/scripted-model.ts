import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

// A model on loopback that makes scripted tool calls, one after the other. It implements the APIs of four clients.

export type Step = {
  readonly tool: string;
  /** The input, given the result of the previous call. */
  readonly input: (seen: string) => Record<string, unknown>;
};

export type ScriptedModel = {
  readonly url: string;
  /** The result of each call as the model received it, in order. */
  readonly seen: readonly string[];
  /** The requests that it received, for debugging. */
  readonly log: readonly string[];
  close(): void;
};

type Body = Record<string, unknown>;
type Call = { readonly id: string; readonly tool: string; readonly input: Record<string, unknown> };

/** An API between client and model: the results so far in a request, and the next turn as a response. */
type Api = {
  readonly path: RegExp;
  results(body: Body): string[];
  offersTools(body: Body): boolean;
  turn(call: Call | undefined): string;
};

const DONE = 'Done.';
const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

export async function openScriptedModel(script: readonly Step[]): Promise<ScriptedModel> {
  const seen: string[] = [];
  const log: string[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      log.push(String(error));
      response.writeHead(500).end();
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = asBody(await text(request));
    const api = apis.find(({ path }) => path.test(request.url ?? ''));
    log.push(`${request.method} ${request.url}`);
    if (!api || request.method !== 'POST') return sendJson(response, { data: [], models: [] });
    const call = api.offersTools(body) ? nextCall(api.results(body)) : undefined;
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(api.turn(call));
  }

  function nextCall(results: readonly string[]): Call | undefined {
    for (const result of results.slice(seen.length)) seen.push(result);
    const step = script[results.length];
    const id = `call_${results.length + 1}`;
    return step && { id, tool: step.tool, input: step.input(results.at(-1) ?? '') };
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    log,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function asBody(source: string): Body {
  try {
    return JSON.parse(source) as Body;
  } catch {
    return {};
  }
}

function sendJson(response: ServerResponse, value: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function events(...values: readonly object[]): string {
  return values
    .map((value) => `${'type' in value ? `event: ${value.type}\n` : ''}data: ${JSON.stringify(value)}\n\n`)
    .join('');
}

function list(value: unknown): Body[] {
  return Array.isArray(value) ? (value as Body[]) : [];
}

function flat(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(flat).join('\n');
  return typeof (value as Body | null)?.text === 'string'
    ? String((value as Body).text)
    : JSON.stringify(value);
}

const chatCompletions: Api = {
  path: /\/chat\/completions$/,
  results: ({ messages }) =>
    list(messages)
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => flat(content)),
  offersTools: ({ tools }) => list(tools).length > 0,
  turn(call) {
    const chunk = (delta: object, finish_reason: string | null) => ({
      ...{ id: 'chat', object: 'chat.completion.chunk', created: 1, model: 'scripted', usage },
      choices: [{ index: 0, delta, finish_reason }],
    });
    if (!call)
      return `${events(chunk({ role: 'assistant', content: DONE }, null), chunk({}, 'stop'))}data: [DONE]\n\n`;
    const fn = { name: `corvid_${call.tool}`, arguments: JSON.stringify(call.input) };
    const tool_calls = [{ index: 0, id: call.id, type: 'function', function: fn }];
    return `${events(chunk({ role: 'assistant', tool_calls }, null), chunk({}, 'tool_calls'))}data: [DONE]\n\n`;
  },
};

const messages: Api = {
  path: /\/v1\/messages(\?|$)/,
  results: ({ messages }) =>
    list(messages)
      .flatMap(({ content }) => list(content))
      .filter(({ type }) => type === 'tool_result')
      .map(({ content }) => flat(content)),
  offersTools: ({ tools }) => list(tools).some(({ name }) => String(name).startsWith('mcp__corvid__')),
  turn(call) {
    const block = call
      ? { type: 'tool_use', id: call.id, name: `mcp__corvid__${call.tool}`, input: {} }
      : { type: 'text', text: '' };
    const delta = call
      ? { type: 'input_json_delta', partial_json: JSON.stringify(call.input) }
      : { type: 'text_delta', text: DONE };
    const counts = { input_tokens: 1, output_tokens: 1 };
    const message = {
      ...{ id: 'message', type: 'message', role: 'assistant', model: 'scripted', content: [] },
      ...{ stop_reason: null, stop_sequence: null, usage: counts },
    };
    return events(
      { type: 'message_start', message },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: call ? 'tool_use' : 'end_turn', stop_sequence: null },
        usage: counts,
      },
      { type: 'message_stop' },
    );
  },
};

const responses: Api = {
  path: /\/v1\/responses$/,
  results: ({ input }) =>
    list(input)
      .filter(({ type }) => type === 'function_call_output')
      .map(({ output }) => flat(output)),
  offersTools: ({ tools }) => list(tools).length > 0,
  turn(call) {
    const item = call
      ? {
          ...{ type: 'function_call', id: `item_${call.id}`, call_id: call.id, namespace: 'mcp__corvid' },
          ...{ name: call.tool, arguments: JSON.stringify(call.input) },
        }
      : { type: 'message', role: 'assistant', id: 'last', content: [{ type: 'output_text', text: DONE }] };
    const counts = {
      ...{ input_tokens: 1, input_tokens_details: null, output_tokens: 1 },
      ...{ output_tokens_details: null, total_tokens: 2 },
    };
    return events(
      { type: 'response.created', response: { id: 'response' } },
      { type: 'response.output_item.done', item },
      { type: 'response.completed', response: { id: 'response', usage: counts } },
    );
  },
};

const generateContent: Api = {
  path: /:streamGenerateContent/,
  results: ({ contents }) =>
    list(contents)
      .flatMap(({ parts }) => list(parts))
      .flatMap(({ functionResponse }) => (functionResponse ? [flat(functionResponse)] : [])),
  offersTools: ({ tools }) => list(tools).length > 0,
  turn(call) {
    const part = call
      ? { functionCall: { id: call.id, name: `mcp_corvid_${call.tool}`, args: call.input } }
      : { text: DONE };
    const counts = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
    const candidate = { index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' };
    return events({ candidates: [candidate], usageMetadata: counts });
  },
};

const apis = [chatCompletions, messages, responses, generateContent];
