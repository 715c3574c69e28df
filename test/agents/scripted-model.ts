import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

// A model on loopback that makes scripted tool calls and accepts any result. It implements the APIs of four agents.

export type ModelCall = { readonly tool: string; readonly input: Record<string, unknown> };

export type ScriptedModel = {
  readonly url: string;
  /** The calls that it makes, in order. */
  script: ModelCall[];
  /** The requests that it received, for debugging. */
  readonly log: string[];
  close(): Promise<void>;
};

type Body = Record<string, unknown> & { readonly model?: string; readonly stream?: boolean };
/** Undefined: the turn is over. */
type Next = { readonly tool: ToolName; readonly input: Record<string, unknown> } | undefined;

export async function openScriptedModel(): Promise<ScriptedModel> {
  const log: string[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => {
      log.push(`error: ${error.stack}`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const model: ScriptedModel = {
    url: `http://127.0.0.1:${port}`,
    script: [],
    log,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', model.url).pathname;
    const source = await text(request);
    const body = (source.startsWith('{') ? JSON.parse(source) : {}) as Body;
    const names = toolNames(body);
    log.push(
      `${request.method} ${path} tools: ${names.map(({ name }) => name).join(', ')} … ${source.slice(-300)}`,
    );
    const next = isSuggestionRequest(source) ? undefined : nextCall(names);
    const respond = apis.find(({ matches }) => matches(path))?.respond;
    if (!respond)
      return json(
        response,
        path.includes('count') ? { input_tokens: 10, totalTokens: 10 } : { data: [], models: [] },
      );
    respond(response, next, body, path);
  }

  /** A request without our tool is about something else, such as a title. */
  function nextCall(names: readonly ToolName[]): Next {
    const tool = names.find(({ name }) => model.script[0] && name.endsWith(model.script[0].tool));
    return tool && { tool, input: model.script.shift()!.input };
  }
  return model;
}

/** Claude also requests, with all its tools, suggestions of what the user might type next. */
function isSuggestionRequest(source: string): boolean {
  return source.includes('[SUGGESTION MODE:');
}

/** Codex groups the tools of a server in a namespace. */
type ToolName = { readonly name: string; readonly namespace?: string };

function toolNames(body: Body): ToolName[] {
  const named = (tool: Record<string, unknown>): ToolName[] => {
    const inner = (tool.functionDeclarations ?? tool.tools) as Record<string, unknown>[] | undefined;
    const own = ((tool.function ?? tool) as { name?: string }).name;
    if (inner)
      return inner.flatMap((one) => named(one).map(({ name }) => ({ name, ...(own && { namespace: own }) })));
    return own ? [{ name: own }] : [];
  };
  return ((body.tools ?? []) as Record<string, unknown>[]).flatMap(named);
}

type Api = {
  matches(path: string): boolean;
  respond(response: ServerResponse, next: Next, body: Body, path: string): void;
};

let count = 0;
const DONE = 'Done.';

const anthropic: Api = {
  matches: (path) => path.endsWith('/v1/messages'),
  respond(response, next, { model, stream }) {
    const id = `toolu_${++count}`;
    const block = next
      ? { type: 'tool_use', id, name: next.tool.name, input: {} }
      : { type: 'text', text: '' };
    const stop_reason = next ? 'tool_use' : 'end_turn';
    const usage = { input_tokens: 10, output_tokens: 5 };
    const message = {
      id: `msg_${count}`,
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage,
    };
    if (!stream) {
      const content = [next ? { ...block, input: next.input } : { type: 'text', text: DONE }];
      return json(response, { ...message, content, stop_reason });
    }
    const delta = next
      ? { type: 'input_json_delta', partial_json: JSON.stringify(next.input) }
      : { type: 'text_delta', text: DONE };
    events(response, [
      { type: 'message_start', message },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
      { type: 'message_stop' },
    ]);
  },
};

const responses: Api = {
  matches: (path) => path.endsWith('/responses'),
  respond(response, next) {
    const id = `resp_${++count}`;
    const item = next
      ? {
          type: 'function_call',
          id: `fc_${count}`,
          call_id: `call_${count}`,
          ...next.tool,
          arguments: JSON.stringify(next.input),
        }
      : {
          type: 'message',
          id: `m_${count}`,
          role: 'assistant',
          content: [{ type: 'output_text', text: DONE }],
        };
    const usage = {
      input_tokens: 10,
      input_tokens_details: null,
      output_tokens: 5,
      output_tokens_details: null,
      total_tokens: 15,
    };
    events(response, [
      { type: 'response.created', response: { id } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { id, output: [item], usage } },
    ]);
  },
};

const chat: Api = {
  matches: (path) => path.endsWith('/chat/completions'),
  respond(response, next, { model }) {
    const base = { id: `chat_${++count}`, object: 'chat.completion.chunk', created: 1, model };
    const call = next && {
      index: 0,
      id: `call_${count}`,
      type: 'function',
      function: { name: next.tool.name, arguments: JSON.stringify(next.input) },
    };
    const delta = call ? { role: 'assistant', tool_calls: [call] } : { role: 'assistant', content: DONE };
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const chunk = (delta: object, finish_reason: string | null) => ({
      ...base,
      choices: [{ index: 0, delta, finish_reason }],
    });
    events(response, [chunk(delta, null), { ...chunk({}, next ? 'tool_calls' : 'stop'), usage }, '[DONE]']);
  },
};

const gemini: Api = {
  matches: (path) => /:(stream)?generateContent$/i.test(path),
  respond(response, next, _, path) {
    const part = next ? { functionCall: { name: next.tool.name, args: next.input } } : { text: DONE };
    const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };
    const answer = {
      candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
      usageMetadata,
    };
    if (path.includes('stream')) events(response, [answer]);
    else json(response, answer);
  },
};

const apis = [anthropic, responses, chat, gemini];

function json(response: ServerResponse, value: object): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(value));
}

function events(response: ServerResponse, list: readonly (object | string)[]): void {
  response.setHeader('content-type', 'text/event-stream');
  for (const event of list) {
    const type = (event as { type?: string }).type;
    const data = typeof event === 'string' ? event : JSON.stringify(event);
    response.write(`${type ? `event: ${type}\n` : ''}data: ${data}\n\n`);
  }
  response.end();
}
