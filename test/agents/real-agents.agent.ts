import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as acp from '@agentclientprotocol/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EditorClient, type EditorSetting, openEditor } from '../acp/editor-client.ts';
import { temporaryFolder } from '../corvid-client.ts';
import { agents, installed } from './agents.ts';
import { openScriptedModel, type ScriptedModel } from './scripted-model.ts';

// `npm run test:agents`: each agent from the registry, started by `corvid acp`.

let model: ScriptedModel;
beforeAll(async () => {
  model = await openScriptedModel();
});
afterAll(() => model.close());

describe.each(agents)('$name $version', (agent) => {
  let modules: string;
  beforeAll(async () => {
    modules = await installed(agent);
  }, 600_000);

  async function open(setting: EditorSetting = {}, home?: string) {
    home ??= await temporaryFolder();
    const folder = join(home, 'project');
    await mkdir(folder, { recursive: true });
    const env = await agent.prepare(home, model.url);
    return openEditor({
      agent: agent.command(modules),
      folder,
      home,
      env,
      habits: { savesNothing: true },
      ...setting,
    });
  }

  test('edits unsaved text in the editor, with exactly one card and its diff for each call', async () => {
    const client = await open();
    const path = client.path('a.txt');
    await writeFile(path, 'saved\n');
    client.editor.buffers.set(path, 'one\ntyped two\nthree\n');
    const session = await client.open();
    const first = { path, old_string: 'typed two', new_string: 'edited two' };
    const second = { command: 'str_replace', path, old_str: 'three', new_str: 'four' };
    try {
      model.script = [{ tool: 'edit_text_file', input: first }];
      await client.prompt(session, 'Please edit the file.');
      expect(client.editor.buffers.get(path)).toBe('one\nedited two\nthree\n');
      model.script = [{ tool: 'file_editor', input: second }];
      await client.prompt(session, 'Please edit it again.');
      expect(client.editor.buffers.get(path)).toBe('one\nedited two\nfour\n');
      expect(await readFile(path, 'utf8')).toBe('saved\n');
      const [before, between, after] = ['typed two\nthree', 'edited two\nthree', 'edited two\nfour'].map(
        (end) => `one\n${end}\n`,
      );
      const diff = (oldText: unknown, newText: unknown) => [{ type: 'diff', path, oldText, newText }];
      expect(client.cards(session)).toMatchObject([
        {
          kind: 'edit',
          status: 'completed',
          locations: [{ path, line: 2 }],
          rawInput: first,
          content: diff(before, between),
          rawOutput: { success: true, line_range: { start: 2, end: 2 } },
        },
        {
          kind: 'edit',
          status: 'completed',
          locations: [{ path, line: 3 }],
          rawInput: second,
          content: diff(between, after),
        },
      ]);
      const requested = client.permissions.map(({ toolCall }) => (toolCall as { content: unknown }).content);
      expect(requested).toEqual([diff(before, between), diff(between, after)].slice(0, requested.length));
      expect(client.invalid).toEqual([]);
      expect(client.mistakes).toEqual([]);
      report(
        `${agent.name}: ${client.messages.length} messages to the editor, all valid; ${requested.length} permission requests, each with its diff`,
      );
    } catch (error) {
      if (process.env.DEBUG)
        for (const line of [...model.log, client.stderr(), ...client.messages]) report(brief(line));
      throw error;
    }
  });

  test('shows the diff again when the session is loaded', async () => {
    const home = await temporaryFolder();
    const client = await open({}, home);
    const path = client.path('a.txt');
    await writeFile(path, 'old\n');
    const session = await client.open();
    model.script = [{ tool: 'edit_file', input: { path, old_string: 'old', new_string: 'new' } }];
    await client.prompt(session, 'Please edit the file.');
    await client.close();
    const again = await open({}, home);
    const failure = await load(again, session);
    if (failure !== undefined) {
      const direct = await load(await open({ direct: true }, home), session);
      expect(direct).toBe(failure);
      return report(`${agent.name}: cannot load a session, with or without Corvid: ${failure}`);
    }
    const content = [{ type: 'diff', path, oldText: 'old\n', newText: 'new\n' }];
    expect(again.cards(session)).toMatchObject([{ kind: 'edit', status: 'completed', content }]);
    report(`${agent.name}: a loaded session shows the diff`);
  });
});

/** The error of loading a session; undefined if it works. */
function load(client: EditorClient, sessionId: string): Promise<string | undefined> {
  const params = { sessionId, cwd: client.folder, mcpServers: [] };
  return client.agent.request(acp.methods.agent.session.load, params).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

function brief(line: unknown): string {
  return (typeof line === 'string' ? line : JSON.stringify(line)).slice(0, 1500);
}

function report(line: string): void {
  process.stderr.write(`${line}\n`);
}
