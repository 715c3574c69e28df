import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, test } from 'vitest';
import { loadTools } from '../../src/cli/plugins/load-plugins.ts';
import { tools } from '../../src/tools/index.ts';
import { afterTest } from '../after-test.ts';
import { connect, temporaryFolder, toAnswer } from '../corvid-client.ts';
import { connectHttp, serveHttp } from '../http-corvid.ts';
import { lines, shell } from './shell.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The plugin that the docs show. */
async function documentedPlugin(): Promise<string> {
  const page = await readFile(join(root, 'docs', 'own-tools.md'), 'utf8');
  return /```js\n([\s\S]*?)```/.exec(page)![1]!;
}

/** A folder as that of a user: the packages are installed, and these modules are there. */
async function projectWith(modules: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'node_modules'));
  await symlink(root, join(folder, 'node_modules', 'corvid'));
  await symlink(join(root, 'node_modules', 'zod'), join(folder, 'node_modules', 'zod'));
  for (const [name, text] of Object.entries(modules)) await writeFile(join(folder, name), text);
  return folder;
}

const head = `import { defineTool, ToolError } from 'corvid';\nimport * as z from 'zod';\n`;
const plain = (name: string, more = '') =>
  `{ name: '${name}', description: 'd', input: z.object({}), run: () => 'ok'${more} }`;

describe('a tool of a plugin', () => {
  test('that the docs show has ten lines, and is called over stdio, over HTTP and on the command line', async () => {
    const text = await documentedPlugin();
    expect(lines(text).length).toBeLessThanOrEqual(11);
    const folder = await projectWith({ 'my-tools.mjs': text });
    const plugin = join(folder, 'my-tools.mjs');
    const input = { text: 'to be or not' };
    const corvid = await connect({ folder, args: ['--plugin', './my-tools.mjs', '--toolset', 'exact'] });
    const { tools: listed } = await corvid.client.listTools();
    expect(listed.find(({ name }) => name === 'count_words')).toMatchObject({
      title: 'count_words',
      description: 'Count the words of a text.',
      inputSchema: { properties: { text: { type: 'string', description: 'Text to count in' } } },
      annotations: { readOnlyHint: true },
    });
    expect((await corvid.call('count_words', input)).text).toBe('{"words":4}');
    const wrong = await corvid.call('count_words', { text: ['x'] });
    expect([wrong.failed, wrong.text]).toEqual([true, expect.stringContaining('Invalid `text` parameter')]);
    const http = await connectHttp(await serveHttp(['--plugin', plugin]), 'modern');
    expect((await http.call('count_words', input)).text).toBe('{"words":4}');
    const { corvid: command } = await shell();
    const called = await command(['call', 'count_words', '--plugin', plugin, '--text', 'one two']);
    expect(called).toMatchObject({ code: 0, stdout: '{"words":2}\n', stderr: '' });
    const help = await command(['call', 'count_words', '--help', `--plugin=${plugin}`]);
    expect(help.stdout).toContain('--text TEXT  Text to count in (required)');
    expect((await command(['call', '--help', '--plugin', plugin])).stdout).toContain('count_words');
  });

  test('fails alone: its exception is an error result, and other tools go on', async () => {
    const folder = await projectWith({
      'tools.mjs': `${head}
console.log('printed while it is loaded');
const tool = (name, run) => defineTool({ name, description: 'd', effect: 'read', input: z.object({ path: z.string().optional() }), pathParameters: ['path'], run });
export const tools = [
  tool('throws', () => { throw new Error('no luck'); }),
  tool('throws_text', () => { throw 'bad'; }),
  tool('refuses', () => { throw new ToolError('FILE_EXISTS', 'It is there.', {}, 'Choose another.'); }),
  tool('circles', () => { const a = {}; a.a = a; return a; }),
  tool('function', () => () => 1),
  tool('forgets', () => { void Promise.reject(new Error('left')); console.log('printed'); process.stdout.write('more'); }),
  tool('says_path', ({ path }) => path),
  tool('lists', () => [1, 2]),
];`,
    });
    const { call, path } = await connect({ folder, args: ['--plugin', 'tools.mjs'] });
    const text = async (name: string, input = {}) => (await call(name, input)).text;
    expect(await call('throws', {})).toMatchObject({
      failed: true,
      text: 'Error -31040 TOOL_FAILED: throws failed: no luck',
    });
    expect(await text('throws_text')).toBe('Error -31040 TOOL_FAILED: throws_text failed: bad');
    expect(await text('refuses')).toBe('Error -31001 FILE_EXISTS: It is there.\nChoose another.');
    expect(await text('circles')).toMatch(/^Error -31040 TOOL_FAILED: circles failed: Converting circular/);
    expect(await text('function')).toContain('it returned a function, which JSON cannot hold');
    expect(await text('forgets')).toBe('Done.');
    expect(await text('lists')).toBe('[1,2]');
    await writeFile(path('a.txt'), 'text\n');
    expect(await text('says_path', { path: 'a.txt' })).toBe(path('a.txt'));
    expect(await text('file_read', { path: path('a.txt') })).toContain('text');
  });

  test('that may write is not offered in read-only mode, and only by name with --tools', async () => {
    const folder = await projectWith({
      'tools.mjs': `${head}export default [${plain('mine')}, ${plain('reads', ", effect: 'read'")}];`,
    });
    const { corvid } = await shell();
    const offered = async (...args: string[]) => {
      const { stdout } = await corvid(['config', '--json', '--plugin', join(folder, 'tools.mjs'), ...args]);
      return JSON.parse(stdout).options.tools.value.filter((name: string) =>
        ['mine', 'reads'].includes(name),
      );
    };
    expect(await offered()).toEqual(['mine', 'reads']);
    expect(await offered('--toolset', 'claude')).toEqual(['mine', 'reads']);
    expect(await offered('--read-only')).toEqual(['reads']);
    expect(await offered('--tools', 'search,mine')).toEqual(['mine']);
  });
});

describe('a plugin that cannot be used stops the start and says why:', () => {
  test.each([
    ['a file that is not there', undefined, 'there is no such file.'],
    ['a syntax error', 'export default {', 'it cannot be loaded: '],
    ['an exception', "throw new Error('not today');", 'it cannot be loaded: not today.'],
    [
      'a package that is missing',
      "import 'no-such-package';",
      "it cannot be loaded: Cannot find package 'no-such-package'",
    ],
    [
      'no tools',
      'export const x = 1;',
      'it exports no tools: export a tool, or a list of them, as `default` or `tools`.',
    ],
    ['something else', 'export default [42];', 'a tool is an object, as defineTool returns it, not number.'],
    [
      'a field too many',
      `${head}export default ${plain('a', ", discription: ''")};`,
      'a has an unknown field `discription`: did you mean `description`?',
    ],
    ['a bad name', `${head}export default ${plain('a b')};`, 'a b: its `name` must be at most 64 letters'],
    [
      'no schema',
      "export default { name: 'a', description: 'd', input: {}, run() {} };",
      'a: its `input` must be a schema that follows Standard Schema',
    ],
    ['no function', `${head}export default ${plain('a', ', run: 1')};`, 'a: its `run` must be a function.'],
    [
      'an unknown effect',
      `${head}export default ${plain('a', ", effect: 'eat'")};`,
      'a: its `effect` must be one of read, search, edit, run, fetch.',
    ],
    [
      'a path that is no parameter',
      `${head}export default ${plain('a', ", pathParameters: ['x']")};`,
      'a has no parameter `x`, which its `pathParameters` names.',
    ],
    [
      'no object',
      `${head}export default ${plain('a', ', input: z.string()')};`,
      'the `input` of a must be the schema of an object.',
    ],
    [
      'the name of a tool of Corvid',
      `${head}export default ${plain('terminal')};`,
      'the name terminal is taken by Corvid; choose another.',
    ],
    ['one name twice', `${head}export default [${plain('a')}, ${plain('a')}];`, 'the name a is taken by'],
  ])('%s', async (_, text, message) => {
    const folder = await projectWith(text === undefined ? {} : { 'p.mjs': text });
    const failure = await loadTools(tools, [join(folder, 'p.mjs')]).catch((error: Error) => error);
    expect((failure as Error).message).toContain(`The plugin ${join(folder, 'p.mjs')}: ${message}`);
  });

  test('with exit code 1, one line and a hint', async () => {
    const { corvid, path } = await shell();
    const { code, stdout, stderr } = await corvid(['mcp', '--plugin', 'gone.mjs']);
    expect([code, stdout, lines(stderr)]).toEqual([
      1,
      '',
      [
        'corvid: The plugin gone.mjs: there is no such file.',
        'Correct it, or start without it. docs/own-tools.md shows how a plugin is written.',
      ],
    ]);
    await writeFile(path('.corvid.json'), JSON.stringify({ plugins: [path('evil.mjs')] }));
    await writeFile(path('evil.mjs'), "throw new Error('the plugin of a project ran')");
    expect((await corvid(['mcp'])).stderr).toContain('is ignored: the file of a project cannot set it');
  });
});

describe('a program of a user', () => {
  test('serves its own tools beside those of Corvid, over stdio', async () => {
    const folder = await projectWith({
      'server.mjs': `${head}import { serve } from 'corvid';
const add = defineTool({ name: 'add', description: 'Add.', input: z.object({ a: z.number(), b: z.number() }), run: ({ a, b }) => { console.log('adding'); return String(a + b); } });
await serve({ tools: [add, 'file_read'], name: 'adder', version: '7' });
console.error('ended');`,
    });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: ['server.mjs'],
        cwd: folder,
        stderr: 'ignore',
      }),
    );
    afterTest(() => client.close());
    expect(client.getServerVersion()).toMatchObject({ name: 'adder', version: '7' });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['file_read', 'add']);
    expect(toAnswer(await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } })).text).toBe('3');
  });

  test('starts a server over HTTP with a token, and closes it', async () => {
    const library = await import(pathToFileURL(join(root, 'dist', 'index.js')).href);
    const add = {
      name: 'add',
      description: 'Add.',
      input: (await import('zod')).object({}),
      run: () => 'sum',
    };
    const server = await library.startServer({ tools: [add], transport: { port: 0 } });
    const client = new Client({ name: 'test', version: '1' });
    const headers = { authorization: `Bearer ${server.token}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } }),
    );
    expect(toAnswer(await client.callTool({ name: 'add', arguments: {} })).text).toBe('sum');
    expect((await fetch(server.url, { method: 'POST' })).status).toBe(401);
    await client.close();
    await server.close();
    await server.ended;
    await expect(fetch(server.url)).rejects.toThrow();
    const unnamed = library.startServer({ tools: [{ ...add, name: 'terminal' }] });
    await expect(unnamed).rejects.toThrow('the name terminal is taken by Corvid');
    await expect(library.startServer({ tools: ['nope'] })).rejects.toThrow('Unknown tool: nope');
    const short = library.startServer({ transport: { port: 0, token: 'short' } });
    await expect(short).rejects.toThrow('Invalid option `token`');
  });

  test('gets the type of the input from the schema', async () => {
    const folder = await projectWith({
      'typed.ts': `${head}
export const tool = defineTool({
  name: 'typed', description: 'd', input: z.object({ n: z.number(), s: z.string().optional() }),
  run({ n, s }, { workspace, signal }) {
    const number: number = n;
    const text: string | undefined = s;
    // @ts-expect-error: there is no such parameter.
    const { other } = { n, s };
    return [number.toFixed(), text, workspace.roots, signal?.aborted, other];
  },
});`,
    });
    const flags = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext'];
    const types = ['--target', 'es2022', '--lib', 'es2023', '--types', 'node'];
    const roots = ['--typeRoots', join(root, 'node_modules', '@types'), '--skipLibCheck', 'false'];
    const tsc = join(root, 'node_modules', '.bin', 'tsc');
    const run = promisify(execFile)(tsc, [...flags, ...types, ...roots, 'typed.ts'], { cwd: folder });
    expect((await run.catch((error) => error)).stdout).toBe('');
  });
});
