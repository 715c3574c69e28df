import { setTimeout as sleep } from 'node:timers/promises';

// How agents report a call of an MCP tool: four real ones, one that reports nothing, and one that reports late.

export type Style = 'claude' | 'codex' | 'gemini' | 'opencode' | 'silent' | 'late';
export type Step = {
  readonly tool: string;
  readonly input: Record<string, unknown>;
  /** Request permission first. */
  readonly ask?: boolean;
};

export type Result = { readonly isError?: boolean; readonly text: string };
export type Update = Record<string, unknown> & { readonly sessionUpdate: string };

/** What the agent does around a call. */
export type Reporter = {
  send(update: Update): Promise<void>;
  ask(toolCall: Record<string, unknown>): Promise<boolean>;
  call(meta: Record<string, unknown>): Promise<Result>;
};

const SERVER = 'corvid';

export type ReportedCall = Reporter & {
  readonly id: string;
  readonly sessionId: string;
  readonly step: Step;
};

/** Makes a call and reports it in the style of an agent. */
export async function perform(style: Style, call: ReportedCall): Promise<Result> {
  return styles[style](call);
}

const styles: Record<Style, (call: ReportedCall) => Promise<Result>> = {
  async claude({ id, step, send, ask, call }) {
    const name = `mcp__${SERVER}__${step.tool}`;
    await send({
      sessionUpdate: 'tool_call',
      toolCallId: id,
      name,
      title: name,
      kind: 'other',
      status: 'pending',
      rawInput: {},
    });
    await send({ sessionUpdate: 'tool_call_update', toolCallId: id, rawInput: { path: step.input.path } });
    await send({ sessionUpdate: 'tool_call_update', toolCallId: id, title: name, rawInput: step.input });
    if (step.ask && !(await ask({ toolCallId: id, title: name, rawInput: step.input }))) return refused;
    const result = await call({ 'claudecode/toolUseId': id });
    const content = [{ type: 'content', content: { type: 'text', text: result.text } }];
    await send({
      sessionUpdate: 'tool_call_update',
      toolCallId: id,
      status: statusOf(result),
      rawOutput: result.text,
      content,
    });
    return result;
  },

  async codex({ id, sessionId, step, send, call }) {
    const rawInput = { server: SERVER, tool: step.tool, arguments: step.input };
    const title = `mcp.${SERVER}.${step.tool}`;
    await send({
      sessionUpdate: 'tool_call',
      toolCallId: id,
      title,
      kind: 'execute',
      status: 'in_progress',
      rawInput,
    });
    const result = await call({ callId: id, sessionId, threadId: sessionId });
    await send({
      sessionUpdate: 'tool_call_update',
      toolCallId: id,
      status: statusOf(result),
      rawOutput: { result: result.text },
    });
    return result;
  },

  async gemini({ id, step, send, ask, call }) {
    const text = JSON.stringify(step.input);
    const content = [
      {
        type: 'content',
        content: { type: 'text', text: text.length > 500 ? `${text.slice(0, 500)}...` : text },
      },
    ];
    const title =
      typeof step.input.command === 'string' ? step.input.command : `${step.tool} (${SERVER} MCP Server)`;
    if (!(await ask({ toolCallId: id, status: 'pending', title, kind: 'other', content }))) return refused;
    const result = await call({});
    const output = [{ type: 'content', content: { type: 'text', text: result.text } }];
    await send({
      sessionUpdate: 'tool_call_update',
      toolCallId: id,
      status: statusOf(result),
      content: output,
    });
    return result;
  },

  async opencode({ id, step, send, call }) {
    const title = `${SERVER}_${step.tool}`;
    const started = send({
      sessionUpdate: 'tool_call',
      toolCallId: id,
      title,
      kind: 'other',
      status: 'pending',
      locations: [],
      rawInput: {},
    });
    const result = await call({});
    await started;
    await send({
      sessionUpdate: 'tool_call_update',
      toolCallId: id,
      status: 'in_progress',
      kind: 'other',
      title,
      rawInput: step.input,
    });
    const content = [{ type: 'content', content: { type: 'text', text: result.text } }];
    await send({
      sessionUpdate: 'tool_call_update',
      toolCallId: id,
      status: statusOf(result),
      kind: 'other',
      title,
      content,
      rawOutput: { output: result.text },
    });
    return result;
  },

  silent: ({ call }) => call({}),

  async late({ id, step, send, call }) {
    const result = await call({});
    await sleep(500);
    const title = `${SERVER}_${step.tool}`;
    await send({
      sessionUpdate: 'tool_call',
      toolCallId: id,
      title,
      kind: 'other',
      status: 'pending',
      rawInput: step.input,
    });
    await send({ sessionUpdate: 'tool_call_update', toolCallId: id, status: 'in_progress' });
    const content = [{ type: 'content', content: { type: 'text', text: result.text } }];
    await send({ sessionUpdate: 'tool_call_update', toolCallId: id, status: statusOf(result), content });
    return result;
  },
};

const refused: Result = { isError: true, text: 'The user refused.' };

function statusOf({ isError }: Result): string {
  return isError ? 'failed' : 'completed';
}
