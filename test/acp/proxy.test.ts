import { readFile, symlink, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import * as acp from '@agentclientprotocol/sdk';
import { afterEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../corvid-client.ts';
import { type EditorClient, type EditorSetting, openEditor } from './editor-client.ts';
import type { Style } from './reporting-styles.ts';

// End to end: an editor and an agent built on the official SDK, the real proxy, the real MCP server, real pipes.

const opened: EditorClient[] = [];
let checked = 0;

async function open(setting: EditorSetting = {}): Promise<EditorClient> {
  const client = await openEditor(setting);
  opened.push(client);
  return client;
}

afterEach(() => {
  for (const { invalid, mistakes, messages } of opened.splice(0)) {
    expect(invalid).toEqual([]);
    expect(mistakes).toEqual([]);
    checked += messages.length;
  }
});

const styles: Style[] = ['claude', 'codex', 'gemini', 'opencode', 'silent', 'late'];

describe.each(styles)('an agent that reports like %s', (style) => {
  test('edits unsaved text in the editor, with one card and its diff; also in parallel and when one fails', async () => {
    const client = await open({ style, habits: { savesNothing: true } });
    const path = client.path('a.txt');
    await writeFile(path, 'saved\n');
    client.editor.buffers.set(path, 'one\ntyped two\nthree\n');
    const input = { path, old_string: 'typed two', new_string: 'edited two' };
    await client.run(await client.open(), [{ tool: 'edit_text_file', input }], {
      waitMs: style === 'late' ? 200 : 0,
    });
    expect(client.editor.buffers.get(path)).toBe('one\nedited two\nthree\n');
    expect(await readFile(path, 'utf8')).toBe('saved\n');
    expect(client.cards()).toHaveLength(1);
    const [card] = client.cards();
    expect(card).toMatchObject({
      kind: 'edit',
      status: 'completed',
      locations: [{ path, line: 2 }],
      rawInput: input,
      content: [
        { type: 'diff', path, oldText: 'one\ntyped two\nthree\n', newText: 'one\nedited two\nthree\n' },
      ],
      rawOutput: {
        success: true,
        diff: '--- a.txt\n+++ a.txt\n@@ -1,3 +1,3 @@\n one\n-typed two\n+edited two\n three\n',
        line_range: { start: 2, end: 2 },
      },
    });
    expect(card!.title).toBe('Edit a.txt');
    await inParallel(client);
  });

  async function inParallel(client: EditorClient): Promise<void> {
    const paths = ['b.txt', 'c.txt'].map(client.path);
    for (const path of paths) await writeFile(path, `text of ${path}\n`);
    const steps = [
      ...paths.map((path) => ({
        tool: 'edit_file',
        input: { path, old_string: 'text', new_string: 'words' },
      })),
      { tool: 'edit_text_file', input: { path: paths[0], old_string: 'absent', new_string: 'x' } },
    ];
    const session = await client.open();
    await client.run(session, steps, { parallel: true });
    const cards = client.cards(session);
    expect(cards.map(({ kind }) => kind)).toEqual(['edit', 'edit', 'edit']);
    const statusOf = (old: string, path?: string) =>
      cards
        .filter(({ rawInput }) => rawInput?.old_string === old && (!path || rawInput.path === path))
        .map(({ status }) => status);
    expect(statusOf('text', paths[0])).toEqual(['completed']);
    expect(statusOf('text', paths[1])).toEqual(['completed']);
    expect(statusOf('absent')).toEqual(['failed']);
    const failed = cards.find(({ status }) => status === 'failed')!;
    expect(failed.rawOutput).toMatchObject({
      success: false,
      error: { code: -32010, name: 'STRING_NOT_FOUND' },
    });
    expect(JSON.stringify(failed.content)).toContain(
      'Error -32010 STRING_NOT_FOUND: String not found in file: absent',
    );
    for (const path of paths) {
      const card = cards.find(({ rawInput, status }) => rawInput?.path === path && status === 'completed')!;
      expect(card.content).toEqual([
        { type: 'diff', path, oldText: `text of ${path}\n`, newText: `words of ${path}\n` },
      ]);
    }
  }
});

test('every editing tool has its card: create, insert, undo; views and reads are of kind read', async () => {
  const client = await open({ style: 'claude' });
  const path = client.path('new.txt');
  const edit = (command: string, more = {}) => ({ tool: 'file_editor', input: { command, path, ...more } });
  const session = await client.open();
  await client.run(session, [
    edit('create', { file_text: 'one\n' }),
    edit('insert', { insert_line: 1, new_str: 'two\n' }),
    edit('view'),
    { tool: 'file_read', input: { path } },
    edit('undo_edit'),
    edit('undo_edit'),
  ]);
  const cards = client.cards();
  expect(cards.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
    'edit completed',
    'edit completed',
    'read completed',
    'read completed',
    'edit completed',
    'edit completed',
  ]);
  const [created, inserted, viewed, , undone, removed] = cards;
  expect(created!.content).toEqual([{ type: 'diff', path, oldText: null, newText: 'one\n' }]);
  expect(inserted!.locations).toEqual([{ path, line: 2 }]);
  expect(inserted!.rawOutput).toMatchObject({ success: true, line_range: { start: 2, end: 2 } });
  expect(JSON.stringify(viewed!.content)).toContain('cat -n');
  expect(undone!.content).toEqual([{ type: 'diff', path, oldText: 'one\ntwo\n', newText: 'one\n' }]);
  expect(removed!.content).toEqual([{ type: 'diff', path, oldText: 'one\n', newText: '' }]);
});

describe('permission', () => {
  test.each<Style>(['claude', 'gemini'])('the request of %s shows the diff of the edit', async (style) => {
    const client = await open({ style, permission: 'no', habits: { savesNothing: true } });
    const path = client.path('a.txt');
    await writeFile(path, 'saved\n');
    client.editor.buffers.set(path, 'typed\n');
    const input = { path, old_string: 'typed', new_string: 'edited' };
    await client.run(await client.open(), [{ tool: 'edit_file', input, ask: true }]);
    expect(client.permissions).toHaveLength(1);
    expect(client.permissions[0]!.toolCall).toMatchObject({
      kind: 'edit',
      rawInput: input,
      locations: [{ path, line: 1 }],
      content: [{ type: 'diff', path, oldText: 'typed\n', newText: 'edited\n' }],
    });
    expect(client.editor.buffers.get(path)).toBe('typed\n');
    expect(client.editor.log.filter((entry) => entry.startsWith('write'))).toEqual([]);
  });

  test('a title of Gemini that is the command argument is recognised', async () => {
    const client = await open({ style: 'gemini' });
    const path = client.path('a.txt');
    await writeFile(path, 'old\n');
    const input = { command: 'str_replace', path, old_str: 'old', new_str: 'new' };
    await client.run(await client.open(), [{ tool: 'file_editor', input }]);
    const [asked] = client.permissions;
    const diff = [{ type: 'diff', path, oldText: 'old\n', newText: 'new\n' }];
    expect(asked!.toolCall).toMatchObject({ kind: 'edit', content: diff });
    expect(client.cards()).toMatchObject([{ kind: 'edit', status: 'completed', content: diff }]);
  });

  test('arguments that Gemini cuts are matched to the call', async () => {
    const client = await open({ style: 'gemini' });
    const path = client.path('a.txt');
    await writeFile(path, 'old\n');
    const input = { path, old_string: 'old', new_string: 'new '.repeat(300) };
    await client.run(await client.open(), [{ tool: 'edit_file', input }]);
    expect(client.cards()).toMatchObject([{ kind: 'edit', status: 'completed', rawInput: input }]);
    expect(client.cards()[0]!.content).toMatchObject([{ type: 'diff', oldText: 'old\n' }]);
  });
});

describe('sessions', () => {
  test.each<Style>(['claude', 'opencode', 'silent'])(
    'two at the same time keep their own cards (%s)',
    async (style) => {
      const folders = [await temporaryFolder(), await temporaryFolder()];
      for (const folder of folders) {
        await writeFile(`${folder}/a.txt`, 'one\n');
        await writeFile(`${folder}/b.txt`, 'one\n');
      }
      // OpenCode's one server for all sessions has the roots of its start, so it needs both folders.
      const roots = folders.flatMap((folder) => ['--root', folder]);
      const both = await open({ style, args: style === 'opencode' ? roots : [] });
      const ids = [await both.open(folders[0]), await both.open(folders[1])];
      await Promise.all(
        ids.map((id, i) => {
          const edit = (name: string) => ({
            tool: 'edit_file',
            input: { path: `${folders[i]}/${name}`, old_string: 'one', new_string: `two of ${i}` },
          });
          return both.run(id, [edit('a.txt'), edit('b.txt')], { parallel: true });
        }),
      );
      for (const [i, id] of ids.entries()) {
        const cards = both.cards(id);
        expect(cards).toHaveLength(2);
        for (const card of cards) {
          expect(card).toMatchObject({ kind: 'edit', status: 'completed' });
          expect(String(card.rawInput!.path)).toContain(folders[i]!);
        }
        expect(await readFile(`${folders[i]}/a.txt`, 'utf8')).toBe(`two of ${i}\n`);
      }
    },
  );

  test('a loaded one has our server too, and replayed edits show their diffs', async () => {
    const folder = await temporaryFolder();
    const path = `${folder}/a.txt`;
    const diff = '--- a.txt\n+++ a.txt\n@@ -1,2 +1,2 @@\n first\n-old\n+new\n';
    const text = (text: string) => [{ type: 'content', content: { type: 'text', text } }];
    const rawInput = { path, old_string: 'old', new_string: 'new' };
    const replay = [
      {
        sessionUpdate: 'tool_call',
        toolCallId: 'r1',
        title: 'mcp__corvid__edit_file',
        status: 'completed',
        rawInput,
        content: text(`Edited ${path}, line 2.\n${diff}`),
      },
      {
        sessionUpdate: 'tool_call',
        toolCallId: 'r2',
        title: 'mcp.corvid.edit_text_file',
        status: 'in_progress',
        rawInput: { server: 'corvid', tool: 'edit_text_file', arguments: rawInput },
      },
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'r2',
        status: 'completed',
        rawOutput: {
          result: {
            content: [
              {
                type: 'text',
                text: JSON.stringify({ success: true, diff, line_range: { start: 2, end: 2 } }),
              },
            ],
          },
        },
      },
      {
        sessionUpdate: 'tool_call',
        toolCallId: 'r3',
        title: 'other_tool',
        status: 'completed',
        content: text(diff),
      },
      {
        sessionUpdate: 'tool_call',
        toolCallId: 'r4',
        title: 'mcp__corvid__edit',
        status: 'completed',
        rawInput: { path: folder, pattern: 'old', rewrite: 'new' },
        content: text(diff),
      },
    ];
    const client = await open({ style: 'claude', folder, env: { REPLAY: JSON.stringify(replay) } });
    await client.agent.request(acp.methods.agent.session.load, {
      sessionId: 'old',
      cwd: folder,
      mcpServers: [],
    });
    const content = [{ type: 'diff', path, oldText: 'first\nold\n', newText: 'first\nnew\n' }];
    const [first, second, third, fourth] = client.cards('old');
    expect(first).toMatchObject({
      kind: 'edit',
      content,
      locations: [{ path, line: 1 }],
      rawOutput: { success: true },
    });
    expect(second).toMatchObject({
      kind: 'edit',
      content,
      rawOutput: { success: true, diff, line_range: { start: 2, end: 2 } },
    });
    expect(third).toMatchObject({ title: 'other_tool', content: text(diff) });
    expect(fourth).toMatchObject({ kind: 'edit', content: text(diff) });
    await writeFile(path, 'old\n');
    await client.run('old', [{ tool: 'edit_file', input: rawInput }]);
    expect(await readFile(path, 'utf8')).toBe('new\n');
  });

  test('one that already has a server of our name keeps it', async () => {
    const client = await open({ style: 'claude' });
    const mine = { name: 'corvid', command: process.execPath, args: ['-e', 'process.exit(3)'], env: [] };
    const other = { ...mine, name: 'other' };
    const added = await client.agent.request(acp.methods.agent.session.new, {
      cwd: client.folder,
      mcpServers: [other],
    });
    expect(added).toMatchObject({ _meta: { mcpServers: ['other', 'corvid'] } });
    const kept = client.agent.request(acp.methods.agent.session.new, {
      cwd: client.folder,
      mcpServers: [mine],
    });
    await expect(kept).rejects.toThrow();
  });

  test('a folder that is a link is spelled as in the editor', async () => {
    const real = await temporaryFolder();
    const holder = await temporaryFolder();
    const linked = `${holder}/linked`;
    await symlink(real, linked);
    await writeFile(`${real}/a.txt`, 'old\n');
    const client = await open({ style: 'claude' });
    const input = { path: `${linked}/a.txt`, old_string: 'old', new_string: 'new' };
    await client.run(await client.open(linked), [{ tool: 'edit_file', input }]);
    expect(client.editor.log).toContain(`write ${linked}/a.txt`);
    expect(client.cards()[0]).toMatchObject({ locations: [{ path: `${linked}/a.txt`, line: 1 }] });
  });
});

describe('an editor that does not offer its files', () => {
  test.each([
    ['at all', { readTextFile: false, writeTextFile: false }],
    ['for writing', { readTextFile: true, writeTextFile: false }],
  ])('%s is not used: the disk is edited, and the card is the same', async (_, fs) => {
    const client = await open({ style: 'codex', fs });
    const path = client.path('a.txt');
    await writeFile(path, 'old\n');
    const input = { path, old_string: 'old', new_string: 'new' };
    await client.run(await client.open(), [{ tool: 'edit_text_file', input }]);
    expect(await readFile(path, 'utf8')).toBe('new\n');
    expect(client.editor.log).toEqual([]);
    const content = [{ type: 'diff', path, oldText: 'old\n', newText: 'new\n' }];
    expect(client.cards()).toMatchObject([
      { kind: 'edit', status: 'completed', content, locations: [{ path, line: 1 }] },
    ]);
    expect(JSON.stringify(client.messages)).not.toContain('editor did not');
  });
});

test('a denied file is not requested from the editor, neither for the edit nor for its preview', async () => {
  const client = await open({ style: 'claude', args: ['--deny', 'private'] });
  const paths = [client.path('.env'), client.path('private/a.txt'), client.path('.vscode/tasks.json')];
  for (const path of paths) client.editor.buffers.set(path, 'hunter2 = 1\n');
  const session = await client.open();
  for (const path of paths) {
    const input = { path, old_string: '= 1', new_string: '= 2' };
    await client.run(session, [{ tool: 'edit_file', input }]);
    await client.run(session, [{ tool: 'edit_text_file', input: { ...input, old_string: 'nowhere' } }]);
  }
  expect(client.editor.log).toEqual([]);
  expect(JSON.stringify(client.messages)).not.toContain('hunter2');
  expect(client.cards().map(({ status }) => status)).toEqual(Array(6).fill('failed'));
});

test('a remark about the editor reaches the model, also in a result that is JSON', async () => {
  const client = await open({ style: 'claude', habits: { format: (text) => `${text.trimEnd()}  \n` } });
  await writeFile(client.path('a.txt'), 'old\n');
  const input = { path: client.path('a.txt'), old_string: 'old', new_string: 'new' };
  await client.run(await client.open(), [{ tool: 'edit_text_file', input }]);
  const updates = client.messages.map(
    ({ params }) => params?.update as { sessionUpdate?: string; content?: { text: string } },
  );
  const text = updates.find((update) => update?.sessionUpdate === 'agent_message_chunk')!.content!.text;
  expect(JSON.parse(text)).toMatchObject({
    success: true,
    note: 'The editor changed more than the edit, as a formatter does. Read the lines again before the next edit.',
  });
  expect(client.cards()[0]!.content).toMatchObject([{ oldText: 'old\n', newText: 'new  \n' }]);
});

test('a cancelled turn stops a call that the agent does not cancel', async () => {
  const client = await open({ style: 'gemini' });
  const path = client.path('a.txt');
  await writeFile(path, 'old\n');
  const session = await client.open();
  const readTextFile = client.editor.readTextFile;
  client.editor.readTextFile = async (file) => {
    await client.agent.notify(acp.methods.agent.session.cancel, { sessionId: session });
    await sleep(100);
    return readTextFile(file);
  };
  await client.run(session, [{ tool: 'edit_file', input: { path, old_string: 'old', new_string: 'new' } }]);
  expect(await readFile(path, 'utf8')).toBe('old\n');
  expect(client.cards()).toMatchObject([{ status: 'failed', rawOutput: { error: { name: 'CANCELLED' } } }]);
});

test('all messages to the editor were valid', () => {
  expect(checked).toBeGreaterThan(300);
});
