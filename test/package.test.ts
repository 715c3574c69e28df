import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type CallToolResult, Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The package as a user gets it: packed, installed into an empty folder, and used from there.

const repository = fileURLToPath(new URL('..', import.meta.url));
const { version } = createRequire(import.meta.url)('../package.json') as { version: string };
const execute = promisify(execFile);

type Packed = {
  readonly filename: string;
  readonly size: number;
  readonly files: { readonly path: string }[];
};

let home: string;
let project: string;
let packed: Packed;

beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'corvid-package-')));
  project = join(home, 'project');
  await mkdir(project);
  // The build is there already, and a second one would disturb the tests beside this one.
  const packing = ['pack', '--ignore-scripts', '--json', '--pack-destination', home];
  packed = firstOf(JSON.parse((await run('npm', packing, repository)).stdout));
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', join(home, packed.filename)]);
  // Authors of tools bring their own.
  await mkdir(join(home, 'node_modules'));
  await symlink(join(repository, 'node_modules', 'zod'), join(home, 'node_modules', 'zod'));
});

afterAll(() => rm(home, { recursive: true, force: true }));

function run(command: string, args: readonly string[], cwd = project) {
  return execute(command, args, { cwd, env: environment(), timeout: 100_000, maxBuffer: 10_000_000 });
}

function environment(): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_STATE_HOME: join(home, 'state'),
    XDG_CACHE_HOME: join(home, 'cache'),
    // What it has fetched once stays for the next run.
    npm_config_cache: join(repository, 'node_modules', '.cache', 'corvid-test', 'npm'),
    npm_config_update_notifier: 'false',
  };
}

/** Some versions of npm give a list, others an object by name. */
function firstOf(answer: unknown): Packed {
  return Object.values(answer as Record<string, Packed>)[0]!;
}

test('the package is small and holds the build, nothing of what it was made from', () => {
  const paths = packed.files.map(({ path }) => path);
  for (const needed of [
    'corvid.cjs',
    'main.cjs',
    'server.cjs',
    'index.js',
    'types/index.d.ts',
    'parser-host.cjs',
    'recorder-host.cjs',
    'grammars/go.wasm',
  ])
    expect(paths).toContain(`dist/${needed}`);
  const allowed = /^(dist\/|docs\/|package\.json$|README\.md$|LICENSE$|CHANGELOG\.md$)/;
  expect(paths.filter((path) => !allowed.test(path))).toEqual([]);
  const sources =
    /^(?!docs\/examples\/).*(?<!\.d)\.[cm]?tsx?$|\.test\.|(^|\/)(src|test|bench|node_modules)\//;
  expect(paths.filter((path) => sources.test(path))).toEqual([]);
  const maps = paths.filter((path) => path.endsWith('.map'));
  expect(maps).toContain('dist/index.js.map');
  expect(maps.filter((path) => !/^dist\/(index|library\/[\w-]+)\.js\.map$/.test(path))).toEqual([]);
  expect(packed.size).toBeLessThan(5_300_000);
});

test('installing it installs nothing else but the parsers, the terminal module and ripgrep', async () => {
  const installed = (await readdir(join(project, 'node_modules'))).filter((name) => !name.startsWith('.'));
  expect(installed.sort()).toEqual([
    '@astral-sh',
    '@lydell',
    '@oxc-parser',
    '@oxc-project',
    '@vscode',
    'corvid',
    'oxc-parser',
  ]);
});

test('npx runs the command', async () => {
  expect((await run('npx', ['corvid', '--version'])).stdout).toBe(`${version}\n`);
  const { stdout } = await run('npx', ['corvid', 'demo']);
  expect(stdout).toContain('✓ cart.mjs is byte for byte as before');
});

const program = `
import { readFileSync, writeFileSync } from 'node:fs';
import { callTool, listTools, openWorkspace } from 'corvid';
const path = process.cwd() + '/' + process.argv[2];
const workspace = openWorkspace({ roots: [process.cwd()] });
const tool = listTools().find(({ name }) => name === 'file_editor').name;
const edited = await callTool(workspace, tool, { command: 'str_replace', path, old_str: process.argv[3], new_str: process.argv[4] });
const between = readFileSync(path).toString('base64');
const undone = await callTool(workspace, tool, { command: 'undo_edit', path });
await workspace.close();
console.log(JSON.stringify({ edited, between, undone }));
`;

const latin1Text =
  'Gr\u00fc\u00dfe aus K\u00f6ln, sch\u00f6ne Gr\u00fc\u00dfe an alle, die t\u00e4glich M\u00fcsli m\u00f6gen.\r\n';
const shiftJis = Buffer.from(
  '93fa967b8cea82cc83658358836782c582b781420a82b182cc83748340838b82cd8356837483678'.concat(
    '14a83578393584f82c582b781420a',
  ),
  'hex',
);

const mistake = `
import { openWorkspace } from 'corvid';
openWorkspace({ root: '/tmp' });
`;

test('a wrong option ends a program with a few lines that name the mistake and where it is', async () => {
  await writeFile(join(project, 'mistake.mjs'), mistake);
  const failed = async (...flags: string[]) => {
    const error = await run(process.execPath, [...flags, 'mistake.mjs']).catch((error) => error);
    const lines: string[] = error.stderr.trim().split('\n');
    expect(lines.length).toBeLessThan(24);
    expect(lines.filter((line) => line.length > 1_000)).toEqual([]);
    expect(error.stderr).toContain('TypeError: Unknown option `root`: did you mean `roots`?');
    expect(error.stderr).toContain(`${join(project, 'mistake.mjs')}:3`);
    return error.stderr;
  };
  expect(await failed()).toContain('node_modules/corvid/dist/index.js:');
  expect(await failed('--enable-source-maps')).toMatch(/src\/options\/check-options\.ts:\d+/);
});

const refusal = `
import { openWorkspace, ToolError } from 'corvid';
const workspace = openWorkspace({ roots: [process.cwd()] });
const edit = workspace.edit(process.cwd() + '/missing.txt', { tool: 't' }, () => ({ edits: [] }));
const refused = await edit.catch((error) => error);
console.log(refused instanceof ToolError, refused.name);
`;

test('an error of a part that is loaded on first use is a ToolError of the library', async () => {
  await writeFile(join(project, 'refusal.mjs'), refusal);
  expect((await run(process.execPath, ['refusal.mjs'])).stdout).toBe('true FILE_NOT_FOUND\n');
});

test.each([
  ['a UTF-8 file', 'utf8.txt', Buffer.from('one\ntwö\n'), 'twö', 'three', Buffer.from('one\nthree\n')],
  [
    'a Latin-1 file',
    'latin1.txt',
    Buffer.from(latin1Text, 'latin1'),
    'Müsli',
    'Äpfel',
    Buffer.from(latin1Text.replace('Müsli', 'Äpfel'), 'latin1'),
  ],
  [
    'a Shift_JIS file',
    'sjis.txt',
    shiftJis,
    '日本語',
    '英語',
    Buffer.concat([Buffer.from('8970', 'hex'), shiftJis.subarray(4)]),
  ],
])('a ten-line program edits %s and undoes it', async (_, name, before, old, replacement, after) => {
  await writeFile(join(project, 'program.js'), program);
  await writeFile(join(project, name), before);
  const { stdout } = await run(process.execPath, ['program.js', name, old, replacement]);
  const { edited, between, undone } = JSON.parse(stdout);
  expect(edited).toMatchObject({ ok: true, data: { path: join(project, name), strategy: 'exact' } });
  expect(edited.text).toContain(`The file ${join(project, name)} has been edited.`);
  expect(Buffer.from(between, 'base64')).toEqual(after);
  expect(undone).toMatchObject({ ok: true });
  expect(await readFile(join(project, name))).toEqual(before);
});

test("a new user's first minute: a client starts it with npx, one edit, one undo", async () => {
  const path = join(project, 'client.txt');
  await writeFile(path, Buffer.from(latin1Text, 'latin1'));
  const client = new Client({ name: 'test', version: '1' });
  // As clients are configured: {"command": "npx", "args": ["corvid", "mcp"]}.
  await client.connect(
    new StdioClientTransport({ command: 'npx', args: ['corvid', 'mcp'], cwd: project, env: environment() }),
  );
  try {
    const call = async (input: Record<string, unknown>) =>
      (await client.callTool({ name: 'file_editor', arguments: { path, ...input } })) as CallToolResult;
    expect(client.getServerVersion()).toMatchObject({ name: 'corvid', version });
    const edited = await call({ command: 'str_replace', old_str: 'Köln', new_str: 'Münster' });
    expect(edited.isError).toBeFalsy();
    expect((await readFile(path)).toString('latin1')).toBe(latin1Text.replace('Köln', 'Münster'));
    const undone = await call({ command: 'undo_edit' });
    expect(undone.isError).toBeFalsy();
    expect((await readFile(path)).toString('latin1')).toBe(latin1Text);
  } finally {
    await client.close();
  }
});

const consumer = `
import {
  type CallOptions, type CallOutcome, callTool, type Change, type DirectoryEntry, type ErrorName, errorCodes,
  type FileInfo, type Files, type History, type HistoryEntry, listTools, type NewHistoryEntry, type NextUndo,
  openWorkspace, type StagedFile, type ToolDescription, ToolError, type Workspace, type WorkspaceOptions,
} from 'corvid';

export const options: WorkspaceOptions = { roots: ['/tmp'], readOnly: true, historyEntries: 2 };
export const workspace: Workspace = openWorkspace(options);
export const tools: ToolDescription[] = listTools({ readOnly: true });
export const names: string[] = tools.map(({ name, inputSchema }) => name + JSON.stringify(inputSchema));
const code: -32001 = errorCodes.FILE_NOT_FOUND;
export const failure: ErrorName = new ToolError('FILE_EXISTS', String(code)).name;

export async function edit(path: string, given: CallOptions): Promise<readonly Change[]> {
  const outcome: CallOutcome = await callTool(workspace, 'file_editor', { command: 'view', path }, given);
  if (!outcome.ok) throw new Error(outcome.text + outcome.error.code.toFixed() + outcome.error.data.path);
  return outcome.changes ?? [];
}

export async function changes(path: string): Promise<[string, HistoryEntry[], boolean]> {
  const edited = await workspace.edit(path, { tool: 'mine' }, ({ text }) => [
    { span: { start: 0, end: text.length }, newText: text.toUpperCase() },
  ]);
  const undone = await workspace.undo(path);
  return [edited.diff.text, await workspace.log({ path, limit: 1 }), undone.removed];
}

export function files(real: Files, history: History): Workspace {
  const stage: Files['stage'] = async (path: string, content: Uint8Array): Promise<StagedFile> =>
    real.stage(path, content);
  const info: (path: string) => Promise<FileInfo | undefined> = real.info;
  const list: (path: string) => Promise<DirectoryEntry[]> = real.list;
  return openWorkspace({ files: { ...real, stage, info, list }, history });
}

export type Others = [NextUndo, NewHistoryEntry];

// @ts-expect-error: an option that does not exist is an error.
openWorkspace({ root: '/tmp' });
`;

const nodeTypes = ['--types', 'node', '--typeRoots', join(repository, 'node_modules', '@types')];

/** What the compiler prints about a program, with every declaration checked, not only those that it uses. */
async function complaints(file: string, flags: readonly string[]): Promise<string> {
  const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const modules = ['--module', 'nodenext', '--target', 'es2022', '--skipLibCheck', 'false'];
  const tsc = join(repository, 'node_modules', '.bin', 'tsc');
  const result = await run(tsc, [...strict, ...modules, ...flags, file]).catch((error) => error);
  return result.stdout;
}

test.each([
  ['without further types', ['--types', '']],
  ['in a project for Node alone', ['--lib', 'es2023', ...nodeTypes]],
])('a strict TypeScript program compiles against it, %s', async (_, types) => {
  await writeFile(join(project, 'consumer.ts'), consumer);
  expect(await complaints('consumer.ts', types)).toBe('');
});

const examples = readdirSync(join(repository, 'docs', 'examples'));

test.each(examples)('the example %s of the docs compiles under strict TypeScript', async (name) => {
  await copyFile(join(repository, 'docs', 'examples', name), join(project, name));
  expect(await complaints(name, ['--lib', 'es2023', ...nodeTypes])).toBe('');
});

test('the published type of the options is that of the source', async () => {
  const source = `
import type { WorkspaceOptions as Published } from 'corvid';
import type { WorkspaceOptions as Ours } from '${repository}src/options/workspace-options.ts';
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Plain<T> = { [Key in Exclude<keyof T, 'files' | 'history' | 'locks' | 'syntaxChecker'>]: T[Key] };
export const same: Equal<Plain<Published>, Plain<Ours>> = true;
export const names: Equal<keyof Published, keyof Ours> = true;
export const given = (ours: Ours): Published => ours;
export const taken = (published: Published): Ours => published;
`;
  await writeFile(join(project, 'options.ts'), source);
  const flags = ['--allowImportingTsExtensions', '--lib', 'es2023', ...nodeTypes];
  expect(await complaints('options.ts', flags)).toBe('');
});
