import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { temporaryFolder, toAnswer } from '../corvid-client.ts';
import { commandOf, installed } from './registry.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const execute = promisify(execFile);
const node = process.execPath;

test('the first command of the README runs the demo in a fresh clone', async () => {
  const home = await temporaryFolder();
  await execute('git', ['clone', '-q', '--depth', '1', `file://${repository}`, join(home, 'clone')]);
  const readme = await readFile(join(home, 'clone', 'README.md'), 'utf8');
  const [, line] = /^```sh\n(.*)\n```$/m.exec(readme)!;
  const env = { PATH: process.env.PATH, HOME: home };
  const { stdout } = await execute('bash', ['-c', line!], { cwd: join(home, 'clone'), env, maxBuffer: 16e6 });
  expect(stdout).toContain('✓ cart.mjs is byte for byte as before');
});

test('the .mcpb is valid, and its server runs', async () => {
  const folder = await temporaryFolder();
  const mcpb = await commandOf('mcpb');
  const script = join(repository, 'scripts', 'pack-mcpb.mjs');
  const { stdout } = await execute(node, [script, mcpb, folder], { timeout: 100_000, maxBuffer: 16e6 });
  const file = stdout.trim().split('\n').at(-1)!;
  const unpacked = join(folder, 'unpacked');
  await execute(node, [mcpb, 'unpack', file, unpacked], { maxBuffer: 16e6 });
  const { server } = JSON.parse(await readFile(join(unpacked, 'manifest.json'), 'utf8'));
  const args = (server.mcp_config.args as string[]).map((arg) =>
    arg.replace(`\${__dirname}`, unpacked).replace(`\${user_config.folders}`, folder),
  );
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ command: node, args, cwd: '/', env: { HOME: folder } }));
  const input = { command: 'create', path: join(folder, 'a.py'), file_text: 'x = 1\n' };
  const created = toAnswer(await client.callTool({ name: 'file_editor', arguments: input }));
  await client.close();
  expect(created).toMatchObject({ failed: false });
  expect(await readFile(input.path, 'utf8')).toBe('x = 1\n');
});

type Instruction = { readonly name: string; readonly value: string };

async function instructions(): Promise<Instruction[][]> {
  const text = (await readFile(join(repository, 'Dockerfile'), 'utf8')).replaceAll(/\\\n\s*/g, '');
  const lines = text.split('\n').filter((line) => /^[A-Z]+ /.test(line));
  const parsed = lines.map((line) => ({
    name: line.split(' ')[0]!,
    value: line.slice(line.indexOf(' ') + 1),
  }));
  const second = parsed.findLastIndex(({ name }) => name === 'FROM');
  return [parsed.slice(0, second), parsed.slice(second)];
}

describe('the Dockerfile', () => {
  test('passes the linter', async () => {
    const { stdout } = await execute(node, [
      await commandOf('dockerfilelint'),
      join(repository, 'Dockerfile'),
    ]);
    expect(stdout).toContain('Issues: None found');
  });

  test('builds a healthy server when its steps are run one by one', { timeout: 300_000 }, async () => {
    const folder = await temporaryFolder();
    const build = join(folder, 'build');
    const inFolder = (text: string) => text.replaceAll('/build', build);
    await copyAsDocker(build);
    await mkdir(join(build, 'packed'));
    const [buildStage = [], runStage = []] = await instructions();
    for (const { value } of buildStage.filter(({ name }) => name === 'RUN'))
      await execute('sh', ['-c', inFolder(value)], { cwd: build, timeout: 200_000, maxBuffer: 64e6 });
    // The second stage needs root for its users and packages, but its command does not.
    const words = (name: string) =>
      JSON.parse(runStage.find((one) => one.name === name)!.value) as readonly string[];
    await writeFile(join(folder, 'token'), 'a-token-of-the-test-0123456789\n');
    const args = [...words('ENTRYPOINT').slice(1), ...words('CMD')].map((arg) =>
      arg
        .replace('0.0.0.0:8931', '127.0.0.1:0')
        .replace('/run/secrets/corvid-token', join(folder, 'token'))
        .replace(/^\/(workspace|state)$/, folder),
    );
    const command = join(build, 'installed', 'bin', words('ENTRYPOINT')[0]!);
    const child = spawn(command, args, { cwd: folder });
    const url = await new Promise<string>((resolve) =>
      child.stderr.on('data', (chunk) => resolve(/(http:\S+)\/mcp/.exec(String(chunk))?.[1] ?? '')),
    );
    const health = await fetch(`${url}/healthz`);
    child.kill();
    await new Promise((resolve) => child.once('exit', resolve));
    expect([health.status, await health.text()]).toEqual([200, 'ok\n']);
  });
});

/** Copies the project without the paths of .dockerignore. */
async function copyAsDocker(destination: string): Promise<void> {
  const ignored = (await readFile(join(repository, '.dockerignore'), 'utf8')).split('\n');
  await mkdir(destination);
  for (const name of await readdir(repository)) {
    if (ignored.includes(name) || /\.(tgz|mcpb)$/.test(name)) continue;
    await cp(join(repository, name), join(destination, name), { recursive: true });
  }
}

type Model = new (document: object) => { validate(): void };

test('the Kubernetes manifest is valid', async () => {
  const models = await installed('kubernetesModels');
  const text = await readFile(join(repository, 'packaging', 'kubernetes.yaml'), 'utf8');
  const documents = parseAllDocuments(text).map((document) => document.toJS());
  expect(documents.map(({ kind }) => kind)).toEqual(['StatefulSet', 'Service', 'NetworkPolicy']);
  for (const document of documents) {
    const file = join(models, document.apiVersion, `${document.kind}.js`);
    const Model = (await import(file))[document.kind] as Model;
    new Model(document).validate();
    const { spec } = document;
    const wrong = new Model({ ...document, spec: { ...spec, podSelector: 1, replicas: 'many', ports: 1 } });
    expect(() => wrong.validate()).toThrow();
  }
});
