import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { corvidCommand } from '../corvid-client.ts';
import { rawEditor } from './raw-editor.ts';

describe('the socket of the editor', () => {
  const opensSession = `
    import { createInterface } from 'node:readline';
    createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method, params } = JSON.parse(line);
      if (method === 'session/new') console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { sessionId: 's', _meta: params } }));
    }).on('close', () => process.exit(0));
  `;
  type Params = {
    mcpServers: { name: string; command: string; args: string[]; env: { name: string; value: string }[] }[];
    _meta?: object;
  };

  async function open(args: string[] = []) {
    const editor = await rawEditor(opensSession, args);
    const params = {
      cwd: editor.folder,
      mcpServers: [],
      additionalDirectories: ['/more'],
      _meta: { keep: 1 },
    };
    editor.send(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'session/new', params })}\n`);
    const given = await editor.until(({ result }) => (result as { _meta?: Params } | undefined)?._meta);
    const entry = given.mcpServers[0]!;
    const variable = (name: string) => entry.env.find((one) => one.name === name)!.value;
    return {
      editor,
      given,
      entry,
      socket: variable('CORVID_EDITOR_SOCKET'),
      token: variable('CORVID_EDITOR_SESSION'),
    };
  }

  test('is in a folder that only the user can enter, and is removed afterwards', async () => {
    const { editor, socket, token } = await open();
    expect((await stat(dirname(socket))).mode & 0o777).toBe(0o700);
    expect(await readdir(dirname(socket))).toEqual(['editor']);
    expect(token).toMatch(/^[\w-]{22}$/);
    editor.child.stdin!.end();
    await editor.exited;
    expect(existsSync(dirname(socket))).toBe(false);
  });

  test('accepts only a connection with the token', async () => {
    const { socket, token } = await open();
    const answer = (hello: string) =>
      new Promise<string>((resolve) => {
        const connection = connect(socket);
        let text = '';
        connection.on('data', (chunk) => {
          text += chunk;
          connection.end();
        });
        connection.on('error', () => {});
        connection.on('close', () => resolve(text));
        connection.write(`${hello}\n`);
      });
    expect(await answer('{"id":1,"method":"hello","params":{"token":"wrong"}}')).toBe('');
    expect(await answer('{"id":1,"method":"read","params":{"path":"/etc/passwd"}}')).toBe(
      '{"id":1,"error":{"message":"Unknown method: read"}}\n',
    );
    expect(await answer('not json')).toBe('');
    expect(await answer(`{"id":1,"method":"hello","params":{"token":"${token}"}}`)).toBe(
      '{"id":1,"result":{"files":false}}\n',
    );
  });

  test('is passed to a server with the folders of the session and the given flags', async () => {
    const { editor, given, entry } = await open([
      '--read-only',
      '--matching',
      'exact',
      '--toolset',
      'editor',
      '--no-builtin-edits',
      '--name',
      'hands',
    ]);
    expect(entry.name).toBe('hands');
    expect(entry.command).toBe(process.execPath);
    expect(entry.args).toEqual([
      corvidCommand,
      'mcp',
      '--root',
      editor.folder,
      '--root',
      '/more',
      '--state-dir',
      join(editor.folder, '.state'),
      '--read-only',
      '--matching',
      'exact',
      '--toolset',
      'editor',
    ]);
    expect(given._meta).toEqual({
      keep: 1,
      claudeCode: { options: { disallowedTools: ['Edit', 'Write', 'NotebookEdit'] } },
    });
  });
});
