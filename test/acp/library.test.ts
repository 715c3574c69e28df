import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as acp from '@agentclientprotocol/sdk';
import { describe, expect, test } from 'vitest';
import { readDiff } from '../../src/core/edit/read-diff.ts';
import {
  type CallOutcome,
  callTool,
  editorFiles,
  listTools,
  openWorkspace,
  type ReportedCall,
  toolCallBegun,
  toolCallEnded,
} from '../../src/index.ts';
import { temporaryFolder } from '../corvid-client.ts';
import { openSchema } from './acp-schema.ts';
import { scriptedEditor } from './scripted-editor.ts';

const tool = (name: string) => listTools().find((tool) => tool.name === name)!;
const bytes = (text: string) => new TextEncoder().encode(text);

/** Returns the errors of an update in the published schema of a version; null if it is valid. */
const errorsOf = ([1, 2] as const).map((version) => {
  const { validator } = openSchema(version);
  const check = validator('SessionUpdate');
  const strict = validator(version === 1 ? 'Diff' : 'DiffChange');
  return (update: unknown) => {
    const { content = [] } = update as { content?: { type: string; changes?: unknown[] }[] };
    const diffs = content.filter(({ type }) => type === 'diff').flatMap((diff) => diff.changes ?? [diff]);
    return check(update) && diffs.every((diff) => strict(diff)) ? null : (check.errors ?? strict.errors);
  };
});

/** The agent of docs/editors.md. */
function editingAgent(folder: string) {
  return acp
    .agent({ name: 'example' })
    .onRequest(acp.methods.agent.initialize, () => ({ protocolVersion: 1 }))
    .onRequest(acp.methods.agent.session.new, () => ({ sessionId: 's' }))
    .onRequest(acp.methods.agent.session.prompt, async ({ params: { sessionId }, client }) => {
      const files = editorFiles({
        readTextFile: async (path) =>
          (await client.request(acp.methods.client.fs.readTextFile, { sessionId, path })).content,
        writeTextFile: async (path, content) => {
          await client.request(acp.methods.client.fs.writeTextFile, { sessionId, path, content });
        },
      });
      const workspace = openWorkspace({ roots: [folder], stateDirectory: join(folder, '.state'), files });
      const call: ReportedCall = {
        toolCallId: '1',
        tool: tool('edit_file'),
        input: { path: join(folder, 'a.txt'), old_string: 'typed', new_string: 'edited' },
      };
      const report = (update: acp.SessionUpdate) =>
        client.notify(acp.methods.client.session.update, { sessionId, update });
      await report(toolCallBegun(call) as acp.SessionUpdate);
      const outcome = await callTool(workspace, call.tool.name, call.input);
      await report(toolCallEnded(call, outcome) as acp.SessionUpdate);
      await workspace.close();
      return { stopReason: 'end_turn' };
    });
}

test('an agent built on the library edits in the editor and reports it', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'a.txt');
  await writeFile(path, 'saved\n');
  const editor = scriptedEditor({ savesNothing: true });
  editor.buffers.set(path, 'typed\n');
  const updates: acp.SessionUpdate[] = [];
  const client = acp
    .client({ name: 'example' })
    .onRequest(acp.methods.client.fs.readTextFile, async ({ params }) => ({
      content: await editor.readTextFile(params.path),
    }))
    .onRequest(acp.methods.client.fs.writeTextFile, async ({ params }) => {
      await editor.writeTextFile(params.path, params.content);
      return {};
    })
    .onNotification(acp.methods.client.session.update, ({ params }) => void updates.push(params.update));
  await client.connectWith(editingAgent(folder), async (agent) => {
    await agent.request(acp.methods.agent.initialize, { protocolVersion: 1, clientCapabilities: {} });
    await agent.request(acp.methods.agent.session.new, { cwd: folder, mcpServers: [] });
    await agent.request(acp.methods.agent.session.prompt, { sessionId: 's', prompt: [] });
  });
  expect(editor.buffers.get(path)).toBe('edited\n');
  expect(await readFile(path, 'utf8')).toBe('saved\n');
  expect(updates).toMatchObject([
    {
      sessionUpdate: 'tool_call',
      kind: 'edit',
      status: 'pending',
      title: 'Edit a.txt',
      locations: [{ path }],
    },
    {
      sessionUpdate: 'tool_call_update',
      status: 'completed',
      content: [{ type: 'diff', path, oldText: 'typed\n', newText: 'edited\n' }],
    },
  ]);
});

const run = { name: 'terminal', title: 'Run a command', effect: 'run' } as const;
const change = (path: string, before: string | undefined, after: string | undefined) => ({
  path,
  before: before === undefined ? undefined : bytes(before),
  after: after === undefined ? undefined : bytes(after),
});

const outcomes: [string, ReportedCall['tool'], CallOutcome][] = [
  [
    'an edit',
    tool('edit_file'),
    {
      ok: true,
      text: 'Edited',
      data: { line_range: { start: 1, end: 1 } },
      changes: [change('/p/a', 'a\n', 'b\n')],
    },
  ],
  [
    'a new file',
    tool('edit_file'),
    {
      ok: true,
      text: 'Created',
      data: { line_range: { start: 1, end: 1 } },
      changes: [change('/p/ä "x"', undefined, 'b\n')],
    },
  ],
  [
    'a removed file',
    tool('file_editor'),
    {
      ok: true,
      text: 'Undone',
      data: { line_range: { start: 1, end: 1 } },
      changes: [change('/p/a', 'a\n', undefined)],
    },
  ],
  [
    'several files',
    tool('edit_file'),
    {
      ok: true,
      text: 'Edited',
      data: { line_range: { start: 1, end: 1 } },
      changes: [change('/p/a', 'a', 'b'), change('/p/b', 'x\na', 'x\nb')],
    },
  ],
  ['nothing to do', tool('edit_file'), { ok: true, text: 'Nothing to do', data: { diff: '' }, changes: [] }],
  ['a read', tool('file_read'), { ok: true, text: '1: a', data: { line_count: 1 }, changes: [] }],
  ['a command', run, { ok: true, text: 'hello\n', data: { exit_code: 0 }, changes: [] }],
  [
    'a failure',
    tool('edit_file'),
    {
      ok: false,
      text: 'Error -32010',
      error: { code: -32010, name: 'STRING_NOT_FOUND', message: 'm', data: {} },
    },
  ],
];

describe.each([1, 2])('in version %i of the protocol', (protocolVersion) => {
  test.each(outcomes)('%s is reported in valid messages', (_, tool, outcome) => {
    const call = { toolCallId: 't', tool, input: { path: '/p/a', command: 'echo hello' }, protocolVersion };
    expect(errorsOf[protocolVersion - 1]!(toolCallBegun(call))).toBeNull();
    expect(errorsOf[protocolVersion - 1]!(toolCallEnded(call, outcome))).toBeNull();
  });
});

test('a command is of kind execute, and its output is the content', () => {
  const call = { toolCallId: 't', tool: run, input: { command: 'echo hello' } };
  expect(toolCallBegun(call)).toMatchObject({
    kind: 'execute',
    title: 'echo hello',
    rawInput: { command: 'echo hello' },
  });
  const ended = toolCallEnded(call, { ok: true, text: 'hello\n', data: { exit_code: 0 }, changes: [] });
  expect(ended).toEqual({
    sessionUpdate: 'tool_call_update',
    toolCallId: 't',
    status: 'completed',
    content: [{ type: 'content', content: { type: 'text', text: 'hello\n' } }],
    rawOutput: { success: true, exit_code: 0 },
  });
});

test('several files are several diffs and locations, each with its line', () => {
  const ended = toolCallEnded({ toolCallId: 't', tool: tool('edit_file'), input: {} }, outcomes[3]![2]);
  expect(ended.locations).toEqual([
    { path: '/p/a', line: 1 },
    { path: '/p/b', line: 2 },
  ]);
  expect(ended.content).toHaveLength(2);
});

test('in version 2 a diff is a patch with whole paths', () => {
  const patchOf = (outcome: CallOutcome) => {
    const ended = toolCallEnded(
      { toolCallId: 't', tool: tool('edit_file'), input: {}, protocolVersion: 2 },
      outcome,
    );
    const [diff] = ended.content as unknown as {
      changes: unknown[];
      patch: { format: string; text: string };
    }[];
    return { changes: diff!.changes, text: diff!.patch.text };
  };
  expect(patchOf(outcomes[0]![2])).toEqual({
    changes: [{ operation: 'modify', path: '/p/a', fileType: 'text' }],
    text: 'diff --git /p/a /p/a\n--- /p/a\n+++ /p/a\n@@ -1,1 +1,1 @@\n-a\n+b\n',
  });
  const name = '"/p/\\303\\244 \\"x\\""';
  expect(patchOf(outcomes[1]![2])).toEqual({
    changes: [{ operation: 'add', path: '/p/ä "x"', fileType: 'text' }],
    text: `diff --git ${name} ${name}\nnew file mode 100644\n--- /dev/null\n+++ ${name}\n@@ -0,0 +1,1 @@\n+b\n`,
  });
  expect(patchOf(outcomes[2]![2]).text).toBe(
    'diff --git /p/a /p/a\ndeleted file mode 100644\n--- /p/a\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n',
  );
});

test('two places of a file are two hunks; a large file is shown by its hunks', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'a.txt');
  const workspace = openWorkspace({ roots: [folder], stateDirectory: join(folder, '.state') });
  const edits = ['first', 'last'].map((word) => ({ old_string: `${word} word`, new_string: `${word} text` }));
  const edit = async (filler: string) => {
    await writeFile(path, `first word\n${filler}last word\n`);
    const call = { toolCallId: 't', tool: tool('edit_file'), input: { path, edits } };
    const outcome = await callTool(workspace, 'edit_file', call.input);
    return [1, 2].map((protocolVersion) => toolCallEnded({ ...call, protocolVersion }, outcome).content!);
  };
  const [whole, patch] = await edit('line\n'.repeat(100));
  expect(whole).toHaveLength(1);
  expect(JSON.stringify(patch).match(/@@ /g)).toHaveLength(2);
  const [large] = await edit('line\n'.repeat(300_000));
  expect(large).toEqual([
    {
      type: 'diff',
      path,
      oldText: 'first word\nline\nline\nline\n',
      newText: 'first text\nline\nline\nline\n',
    },
    {
      type: 'diff',
      path,
      oldText: 'line\nline\nline\nlast word\n',
      newText: 'line\nline\nline\nlast text\n',
    },
  ]);
  await workspace.close();
});

test('a file that is not UTF-8 is shown by the lines of its diff', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'd'));
  const path = join(folder, 'd', 'a.txt');
  await writeFile(path, Buffer.from('caf\xe9\none\n', 'latin1'));
  const workspace = openWorkspace({ roots: [folder], stateDirectory: join(folder, '.state') });
  const input = { path, old_string: 'one', new_string: 'two' };
  const outcome = await callTool(workspace, 'edit_file', input);
  const ended = toolCallEnded({ toolCallId: 't', tool: tool('edit_file'), input }, outcome);
  expect(ended.content).toEqual([{ type: 'diff', path, oldText: 'café\none\n', newText: 'café\ntwo\n' }]);
  await workspace.close();
});

test('the hunks of a diff are found in a text', () => {
  const text = [
    'Edited two files.',
    '--- a.txt',
    '+++ a.txt',
    '@@ -3,2 +3,2 @@',
    ' same',
    '--- looks like a header',
    '+++ and this',
    '@@ -9 +9 @@',
    '-x',
    '\\ No newline at end of file',
    '+y',
    '\\ No newline at end of file',
    '--- /dev/null',
    '+++ b.txt',
    '@@ -0,0 +1,1 @@',
    '+new',
    'and more text',
  ].join('\n');
  expect(readDiff(text)).toEqual([
    { path: 'a.txt', line: 3, oldText: 'same\n-- looks like a header\n', newText: 'same\n++ and this\n' },
    { path: 'a.txt', line: 9, oldText: 'x', newText: 'y' },
    { path: 'b.txt', line: 1, oldText: undefined, newText: 'new\n' },
  ]);
});
