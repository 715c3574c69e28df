import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const DONE = { role: 'assistant', content: 'Done.' };

/**
 * A model on loopback that speaks as OpenAI's chat completions do. When the user says `play NAME` it calls the
 * tools that were put under that name, all in one turn, and then it is done.
 */
export async function openScriptedModel() {
  const scripts = new Map();
  const server = createServer(async (request, response) => {
    try {
      const body = request.method === 'POST' ? await json(request) : {};
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(turn(scripts, body));
    } catch {
      response.destroy();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** `calls`: `{ tool, input }` each. */
    put: (name, calls) => scripts.set(name, calls),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A question without tools is about something else, such as a title. */
function turn(scripts, { messages = [], tools = [] }) {
  const name = /play ([\w-]+)/.exec(
    JSON.stringify(messages.findLast(({ role }) => role === 'user') ?? ''),
  )?.[1];
  const isFirst = messages.at(-1)?.role === 'user';
  const calls = isFirst && tools.length > 0 ? scripts.get(name) : undefined;
  if (!calls) return events(chunk(DONE, null), chunk({}, 'stop'));
  const tool_calls = calls.map(({ tool, input }, index) => ({
    ...{ index, id: `call_${name}_${index}`, type: 'function' },
    function: { name: tool, arguments: JSON.stringify(input) },
  }));
  return events(chunk({ role: 'assistant', tool_calls }, null), chunk({}, 'tool_calls'));
}

function chunk(delta, finish_reason) {
  const head = { id: 'chat', object: 'chat.completion.chunk', created: 1, model: 'scripted', usage: USAGE };
  return { ...head, choices: [{ index: 0, delta, finish_reason }] };
}

function events(...values) {
  return `${values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join('')}data: [DONE]\n\n`;
}
