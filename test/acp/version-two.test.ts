import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rawEditor } from './raw-editor.ts';

// The draft of version 2: no files of the editor, one kind of update, patches as diffs, a turn that ends when idle.

/** Negotiates version 2, starts the session's server, and makes one call, which it reports unless it is silent. */
const agent = (isSilent: boolean) => `
  import { spawn } from 'node:child_process';
  import { createInterface } from 'node:readline';
  const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  const update = (update) => send({ method: 'session/update', params: { sessionId: 's', update } });
  const waiting = new Map();
  let server;
  const ask = (method, params) => new Promise((resolve) => {
    waiting.set(waiting.size + 1, resolve);
    server.stdin.write(JSON.stringify({ jsonrpc: '2.0', id: waiting.size, method, params }) + '\\n');
  });
  const onRequest = {
    initialize: () => ({ protocolVersion: 2, info: { name: 'unknown', version: '1' }, capabilities: { session: { mcp: { stdio: {} } } } }),
    async 'session/new'({ mcpServers: [entry], cwd }) {
      const env = { ...process.env, ...Object.fromEntries(entry.env.map(({ name, value }) => [name, value])) };
      server = spawn(entry.command, entry.args, { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
      createInterface({ input: server.stdout }).on('line', (line) => {
        const { id, result } = JSON.parse(line);
        waiting.get(id)?.(result);
      });
      await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } });
      return { sessionId: 's', _meta: { type: entry.type } };
    },
    'session/prompt'({ prompt: [{ text }] }) {
      void turn(JSON.parse(text));
      return {};
    },
  };
  async function turn(input) {
    const call = { toolCallId: 't', name: 'mcp__corvid__edit_text_file', title: 'mcp__corvid__edit_text_file', rawInput: input };
    update({ sessionUpdate: 'state_update', state: 'running' });
    if (!${isSilent}) {
      update({ sessionUpdate: 'tool_call_update', status: 'pending', ...call });
      send({ id: 99, method: 'session/request_permission', params: { sessionId: 's', title: 'Edit?', subject: { type: 'tool_call', toolCall: call }, options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }] } });
    }
    const meta = ${isSilent} ? {} : { 'claudecode/toolUseId': 't' };
    const result = await ask('tools/call', { name: 'edit_text_file', arguments: input, _meta: meta });
    if (!${isSilent}) update({ sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed', content: [{ type: 'content', content: result.content[0] }] });
    update({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' });
  }
  createInterface({ input: process.stdin }).on('line', async (line) => {
    const { id, method, params } = JSON.parse(line);
    if (method) send({ id, result: await onRequest[method](params) });
  }).on('close', () => process.exit(0));
`;

type Update = Record<string, unknown> & { readonly sessionUpdate: string };

async function edit(isSilent: boolean) {
  const editor = await rawEditor(agent(isSilent));
  const path = join(editor.folder, 'a.txt');
  await writeFile(path, 'one\nold\n');
  const request = (id: number, method: string, params: object) => {
    editor.send(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return editor.until((message) => (message.id === id ? message.result : undefined));
  };
  await request(0, 'initialize', {
    protocolVersion: 2,
    capabilities: {},
    info: { name: 'editor', version: '1' },
  });
  const opened = await request(1, 'session/new', { cwd: editor.folder, mcpServers: [] });
  const input = { path, old_string: 'old', new_string: 'new' };
  await request(2, 'session/prompt', {
    sessionId: 's',
    prompt: [{ type: 'text', text: JSON.stringify(input) }],
  });
  const updateOf = (message: Record<string, unknown>) =>
    (message.params as { update?: Update } | undefined)?.update;
  await editor.until((message) => (updateOf(message)?.state === 'idle' ? true : undefined));
  const messages = editor
    .output()
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const updates = messages.flatMap((message) => updateOf(message) ?? []);
  editor.child.stdin!.end();
  await editor.exited;
  const diff = {
    type: 'diff',
    changes: [{ operation: 'modify', path, fileType: 'text' }],
    patch: {
      format: 'git_patch',
      text: `diff --git ${path} ${path}\n--- ${path}\n+++ ${path}\n@@ -1,2 +1,2 @@\n one\n-old\n+new\n`,
    },
  };
  return { opened, path, input, messages, updates, diff };
}

describe('version 2', () => {
  test('edits on disk; update and permission request contain the patch', async () => {
    const { opened, path, input, messages, updates, diff } = await edit(false);
    expect(opened).toMatchObject({ _meta: { type: 'stdio' } });
    expect(await readFile(path, 'utf8')).toBe('one\nnew\n');
    const calls = updates.filter(({ sessionUpdate }) => sessionUpdate === 'tool_call_update');
    expect(new Set(calls.map(({ toolCallId }) => toolCallId))).toEqual(new Set(['t']));
    expect(calls[0]).toMatchObject({
      kind: 'edit',
      status: 'pending',
      rawInput: input,
      locations: [{ path }],
    });
    expect(calls.at(-1)).toMatchObject({
      status: 'completed',
      content: [diff],
      locations: [{ path, line: 2 }],
      rawOutput: { success: true },
    });
    const request = messages.find(({ method }) => method === 'session/request_permission');
    expect(request.params.subject).toMatchObject({
      type: 'tool_call',
      toolCall: { kind: 'edit', content: [diff] },
    });
    expect(messages.filter(({ method }) => method?.startsWith('fs/'))).toEqual([]);
  });

  test('an unreported call has its card before the agent is idle', async () => {
    const { path, input, updates, diff } = await edit(true);
    expect(updates.map(({ sessionUpdate }) => sessionUpdate)).toEqual([
      'state_update',
      'tool_call_update',
      'tool_call_update',
      'state_update',
    ]);
    const [begun, ended] = updates.slice(1);
    expect(begun).toMatchObject({
      kind: 'edit',
      status: 'pending',
      rawInput: input,
      locations: [{ path, line: 2 }],
    });
    expect(ended).toMatchObject({ toolCallId: begun!.toolCallId, status: 'completed', content: [diff] });
  });
});
