import { spawn } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { toContent } from '../../src/mcp/content.ts';
import { instructionsFor } from '../../src/mcp/instructions.ts';
import { toWireTool } from '../../src/mcp/wire-tool.ts';
import { listTools } from '../../src/tools/call/library.ts';
import { tools as allTools } from '../../src/tools/index.ts';
import { selectTools } from '../../src/tools/select/select-tools.ts';
import { toolsetNames, toolsInSet } from '../../src/tools/select/toolsets.ts';
import { connect, corvidCommand, temporaryFolder } from '../corvid-client.ts';

describe.each(['legacy', 'modern'] as const)('a client of the %s era', (era) => {
  test('edits, is refused and undoes', async () => {
    const { client, path, edit } = await connect({ era });
    expect(client.getServerVersion()?.name).toBe('corvid');
    expect(client.getProtocolEra()).toBe(era);
    expect(client.getInstructions()).toBe(instructionsFor(selectTools(allTools)));
    await edit('create', 'a.txt', { file_text: 'one\none\n' });
    expect((await edit('str_replace', 'a.txt', { old_str: 'one', new_str: 'two' })).text).toMatch(
      /^Error -32011 MULTIPLE_MATCHES: /,
    );
    expect((await edit('str_replace', 'a.txt', { old_str: 'one\none', new_str: 'two' })).failed).toBe(false);
    expect(await readFile(path('a.txt'), 'utf8')).toBe('two\n');
    await edit('undo_edit', 'a.txt');
    expect(await readFile(path('a.txt'), 'utf8')).toBe('one\none\n');
  });

  test('sees tools with honest hints, in a constant order', async () => {
    const { client } = await connect({ era });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(listTools().map(({ name }) => name));
    expect(tools.map(({ annotations }) => annotations)).toEqual(
      listTools().map(({ effect }) => ({
        readOnlyHint: effect === 'read' || effect === 'search',
        destructiveHint: effect === 'run',
        idempotentHint: effect === 'read' || effect === 'search',
        openWorldHint: effect === 'run',
      })),
    );
    for (const tool of tools) {
      expect(tool._meta).toMatchObject({ 'anthropic/alwaysLoad': true });
      expect(tool.title).toBeTruthy();
      for (const parameter of Object.values(tool.inputSchema.properties ?? {}))
        expect(parameter).toHaveProperty('description');
    }
  });
});

describe('what a client gets', () => {
  test('costs a model few tokens', async () => {
    const { client } = await connect();
    const { tools } = await client.listTools();
    expect(encode(JSON.stringify(tools)).length).toBeLessThan(3000);
    expect(instructionsFor(selectTools(allTools)).length).toBeLessThan(2000);
  });

  test.each(toolsetNames)('costs few tokens with the toolset %s', (toolset) => {
    const inSet = allTools.filter(({ name }) => toolsInSet(toolset, allTools).includes(name));
    const isSmall = !['full', 'editor'].includes(toolset);
    expect(encode(JSON.stringify(inSet.map(toWireTool))).length).toBeLessThan(isSmall ? 1_300 : 3_000);
  });

  test('of a failed call is text for the model and the code for programs, nothing else', async () => {
    const { edit, path } = await connect();
    const { result } = await edit('view', 'gone');
    expect(result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: `Error -32001 FILE_NOT_FOUND: File not found: ${path('gone')}` }],
      _meta: {
        'corvid/error': {
          code: -32001,
          name: 'FILE_NOT_FOUND',
          message: `File not found: ${path('gone')}`,
          data: { path: path('gone') },
        },
      },
    });
    expect(result.structuredContent).toBeUndefined();
  });

  test('of a failed call says nothing twice to a client that shows all of it', () => {
    const error = {
      code: -32010,
      name: 'STRING_NOT_FOUND',
      message: 'gone',
      data: { path: '/a', hint: 'read' },
    } as const;
    const { content, _meta } = toContent({ ok: false, error }, 'gemini-cli-mcp-client');
    expect(content).toEqual([{ type: 'text', text: 'Error -32010 STRING_NOT_FOUND: gone\nread' }]);
    expect(_meta).toEqual({
      'corvid/error': { code: -32010, name: 'STRING_NOT_FOUND', data: { path: '/a' } },
    });
  });

  test('of an unknown tool is a protocol error', async () => {
    const { call } = await connect();
    await expect(call('remove_everything', {})).rejects.toThrow(
      'Unknown tool: remove_everything. Known tools: file_editor, ',
    );
  });

  test('with --errors=jsonrpc is a JSON-RPC error with the code', async () => {
    const folder = await temporaryFolder();
    const { edit } = await connect({ folder, args: ['--root', folder, '--errors', 'jsonrpc'] });
    await expect(edit('view', 'gone')).rejects.toMatchObject({
      code: -32001,
      message: expect.stringContaining('File not found: '),
    });
    expect((await edit('create', 'a', { file_text: '' })).failed).toBe(false);
  });

  test('with --read-only is only what does not write', async () => {
    const folder = await temporaryFolder();
    const { client } = await connect({ folder, args: ['--root', folder, '--read-only'] });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['file_read', 'search']);
  });

  test('with --tools is what was named', async () => {
    const folder = await temporaryFolder();
    const { client } = await connect({ folder, args: ['--root', folder, '--tools', 'file_read'] });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['file_read']);
    const left = client.callTool({ name: 'terminal', arguments: { command: 'true' } });
    await expect(left).rejects.toThrow(/terminal/);
  });

  test('with --toolset is a set of tools, and the instructions speak of no others', async () => {
    const folder = await temporaryFolder();
    const offered = async (...args: string[]) => {
      const { client, close } = await connect({ folder, args: ['--root', folder, ...args] });
      const names = (await client.listTools()).tools.map(({ name }) => name);
      const text = client.getInstructions();
      await close();
      return { names, text };
    };
    const all = listTools().map(({ name }) => name);
    const known = (names: string[]) => all.filter((name) => names.includes(name));
    expect((await offered('--toolset', 'full')).names).toEqual(all);
    const claude = await offered('--toolset', 'claude');
    expect(claude.names).toEqual(known(['file_editor', 'search', 'undo', 'terminal']));
    expect(claude.text).toContain('- file_editor: view also shows directories and images;');
    expect(claude.text).not.toMatch(/edit_file|file_read|edit_text_file/);
    const lines = await offered('--toolset', 'lines', '--tools', 'edit_text_file');
    expect(lines.names).toEqual(
      known(['edit_lines', 'edit_text_file', 'file_write', 'file_read', 'search', 'undo', 'terminal']),
    );
    expect(lines.text).not.toContain('file_editor');
  });

  test('is logged to a file on request', async () => {
    const folder = await temporaryFolder();
    const log = join(folder, 'corvid.log');
    const { edit, close } = await connect({ folder, args: ['--root', folder, '--log-file', log] });
    await edit('view', 'gone');
    await close();
    const text = await readFile(log, 'utf8');
    expect(text).toContain('serves file_editor, ');
    expect(text).toContain('file_editor Error -32001 FILE_NOT_FOUND');
    if (process.platform !== 'win32') expect((await stat(log)).mode & 0o777).toBe(0o600);
  });
});

describe('the allowed folders', () => {
  test('are the working directory by default', async () => {
    const { call, folder, path } = await connect({ args: [] });
    await writeFile(path('a'), 'x');
    expect((await call('file_read', { path: path('a') })).text).toBe('   1: x');
    expect((await call('file_read', { path: '/etc/hostname' })).text).toContain(`Allowed: ${folder}.`);
  });

  test('grow by the folders that the client names, unless --root was given', async () => {
    const other = await temporaryFolder();
    await writeFile(join(other, 'b'), 'y');
    const open = await connect({ args: [], roots: [other] });
    await expect
      .poll(async () => (await open.call('file_read', { path: join(other, 'b') })).text)
      .toBe('   1: y');
    const folder = await temporaryFolder();
    const closed = await connect({ folder, args: ['--root', folder], roots: [other] });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await closed.call('file_read', { path: join(other, 'b') })).text).toContain('OUTSIDE_ROOTS');
  });

  test('do not grow by what is no folder of this machine', async () => {
    const [own, foreign] = [await temporaryFolder(), await temporaryFolder()];
    await mkdir(join(own, 'ä b'));
    const named = [`elsewhere${foreign}`, `${foreign}%`, `${dirname(foreign)}%2F${basename(foreign)}`];
    const { call, path } = await connect({ args: [], roots: [...named, `${own}/%C3%A4%20b`] });
    const textIn = async (folder: string) => (await call('file_read', { path: join(folder, 'none') })).text;
    await expect.poll(() => textIn(join(own, 'ä b'))).toContain('FILE_NOT_FOUND');
    expect(await textIn(foreign)).toContain(`Allowed: ${path('')}, ${join(own, 'ä b')}.`);
  });

  test('are all with --allow-anywhere', async () => {
    const { call } = await connect({ args: ['--allow-anywhere'] });
    expect((await call('file_read', { path: '/etc/hostname' })).failed).toBe(false);
  });
});

describe('large messages', () => {
  test('a file text of 9 MB arrives whole', async () => {
    const { edit, path } = await connect();
    const text = `start\n${'0123456789abcdef"\\\n'.repeat(500_000)}`;
    expect((await edit('create', 'big', { file_text: text })).failed).toBe(false);
    expect((await readFile(path('big'), 'utf8')) === text).toBe(true);
    const ambiguous = await edit('str_replace', 'big', { old_str: text.slice(6, 4_000_000), new_str: '' });
    expect(ambiguous.text).toMatch(/^Error -32011 MULTIPLE_MATCHES: /);
    expect((await edit('str_replace', 'big', { old_str: text.slice(5), new_str: '' })).failed).toBe(false);
    expect(await readFile(path('big'), 'utf8')).toBe('start');
  });

  test('a file text over the limit is refused, and the server lives on', async () => {
    const { edit } = await connect();
    const { text } = await edit('create', 'big', { file_text: 'x'.repeat(11_000_000) });
    expect(text).toContain('FILE_TOO_LARGE');
    expect((await edit('create', 'small', { file_text: 'x' })).failed).toBe(false);
  });
});

type Wire = {
  send(line: string): void;
  lines: string[];
  next(): Promise<string>;
  exited: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
  end(): void;
};

/** The server over a bare pipe, for what no well-behaved client would send. */
async function wire(args: readonly string[] = []): Promise<Wire> {
  const folder = await temporaryFolder();
  const server = spawn(
    process.execPath,
    [corvidCommand, 'mcp', '--state-dir', join(folder, '.state'), ...args],
    { cwd: folder },
  );
  const lines: string[] = [];
  const waiting: ((line: string) => void)[] = [];
  let rest = '';
  server.stdout.on('data', (chunk) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop()!;
    for (const line of parts) waiting.length > 0 ? waiting.shift()!(line) : lines.push(line);
  });
  return {
    send: (line) => server.stdin.write(`${line}\n`),
    lines,
    next: () =>
      lines.length > 0 ? Promise.resolve(lines.shift()!) : new Promise((resolve) => waiting.push(resolve)),
    exited: new Promise((resolve) => server.on('exit', resolve)),
    kill: (signal) => server.kill(signal),
    end: () => server.stdin.end(),
  };
}

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});
const initialized = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });

function call(id: number, name: string, args: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } });
}

describe('the wire', () => {
  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('speaks %s', async (version) => {
    const server = await wire();
    server.send(initialize.replace('2024-11-05', version));
    expect(JSON.parse(await server.next())).toMatchObject({ id: 1, result: { protocolVersion: version } });
    server.end();
  });

  test('garbage, empty lines and too long lines are answered, and the next message works', async () => {
    const server = await wire(['--max-file-size', '1000']);
    server.send(initialize);
    await server.next();
    server.send('this is not JSON');
    expect(JSON.parse(await server.next())).toMatchObject({ id: null, error: { code: -32700 } });
    server.send('');
    server.send('[1, 2]');
    expect(JSON.parse(await server.next())).toMatchObject({ id: null, error: { code: -32600 } });
    server.send(call(2, 'file_read', { path: 'x'.repeat(20_000) }));
    expect(JSON.parse(await server.next())).toMatchObject({
      error: {
        code: -32600,
        message: expect.stringMatching(/^Message of \d+ bytes is too long: the limit is 4000\.$/),
      },
    });
    server.send(initialized);
    server.send(call(3, 'file_read', { path: '/gone' }));
    expect(JSON.parse(await server.next())).toMatchObject({ id: 3, result: { isError: true } });
    server.end();
  });

  test.each([
    ['{"jsonrpc":"2.0","id":7,"method":"tools/call","params":[1]}', 7, 'a message has `method` (a string)'],
    ['{"jsonrpc":"2.0","id":"a","method":"ping","params":null}', 'a', 'a message has `method` (a string)'],
    ['{"jsonrpc":"2.0","id":8,"method":5}', 8, 'a message has `method` (a string)'],
    ['{"jsonrpc":"2.0","id":9,"method":"ping","params":{"_meta":5}}', 9, 'a message has `method` (a string)'],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', null, 'a message has `method` (a string)'],
    ['{"jsonrpc":"1.0","id":10,"method":"ping"}', 10, 'not a JSON-RPC 2.0 message'],
    [
      '[{"jsonrpc":"2.0","id":11,"method":"ping"}]',
      null,
      'batches are not supported. Send each message on its own line',
    ],
  ])('an invalid request is rejected, not dropped: %s', async (line, id, reason) => {
    const server = await wire();
    server.send(line);
    expect(JSON.parse(await server.next())).toMatchObject({
      id,
      error: { code: -32600, message: expect.stringContaining(`Invalid request: ${reason}`) },
    });
    server.end();
  });

  test('halves of characters and values of any depth and size come back short and whole', async () => {
    const server = await wire();
    const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    server.send(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"file_read","arguments":{"path":${deep(100_000)}}}}`,
    );
    expect(JSON.parse(await server.next()).result.content[0].text).toContain(
      'Invalid `path` parameter: (nested too deep to show).',
    );
    server.send(call(2, 'file_read', { path: '/', end_line: 'x'.repeat(300_000) }));
    expect((await server.next()).length).toBeLessThan(2_000);
    server.send(call(3, 'file_read', { path: 'a\ud83d', end_line: '\ude00' }));
    const answer = await server.next();
    expect(answer).toContain('Invalid `end_line` parameter: \ufffd.');
    expect(answer).not.toMatch(/\\ud/);
    server.send(call(4, `${'x'.repeat(199)}\ud800${'x'.repeat(800)}`, {}));
    expect(JSON.parse(await server.next()).error.message).toBe(
      `Unknown tool: ${'x'.repeat(199)}… (1000 characters). Known tools: ${listTools()
        .map(({ name }) => name)
        .join(', ')}`,
    );
    server.end();
  });

  test('a message of too many values is refused with its id', async () => {
    const server = await wire();
    const names = Object.fromEntries(Array.from({ length: 20_001 }, (_, i) => [`k${i}`, 1]));
    server.send(call(5, 'file_read', names));
    expect(JSON.parse(await server.next())).toEqual({
      jsonrpc: '2.0',
      id: 5,
      error: {
        code: -32600,
        message:
          'Invalid request: 20007 values, 20007 of them with a name, are too many: the limits are 250000 and 20000.',
      },
    });
    server.end();
  });

  test('a call before the end of input is still answered', async () => {
    const server = await wire();
    for (const line of [initialize, initialized, call(2, 'file_read', { path: '/gone' })]) server.send(line);
    server.end();
    expect(await server.exited).toBe(0);
    expect(server.lines.map((line) => JSON.parse(line).id)).toEqual([1, 2]);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s ends the server at once', async (signal) => {
    const server = await wire();
    server.send(initialize);
    await server.next();
    const start = performance.now();
    server.kill(signal);
    await server.exited;
    expect(performance.now() - start).toBeLessThan(3000);
  });

  test('a client that went away ends the server', async () => {
    const server = await wire();
    server.send(initialize);
    await server.next();
    server.end();
    expect(await server.exited).toBe(0);
  });
});
