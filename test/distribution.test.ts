import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { parseFlags } from '../src/cli/arguments/parse-flags.ts';
import { commands } from '../src/cli/commands/index.ts';
import { toolsetNames } from '../src/tools/select/toolsets.ts';

// What describes the package to registries, desktop clients and clusters agrees with the package.

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');
const own = JSON.parse(read('package.json'));
const published = JSON.parse(read('packaging/published.json'));
const { version } = own as { version: string };
const options = { cwd: fileURLToPath(new URL('..', import.meta.url)), stdio: 'pipe' } as const;
type Names = { readonly npm: string; readonly mcpName: string };
type Named = { readonly name: string; readonly choices?: readonly string[] };
type Server = { title: string; description: string; packages: { packageArguments: Named[] }[] };
const script = (name: string) => import(new URL(`../scripts/${name}`, import.meta.url).href);
const { connecting } = (await script('connect-docs.mjs')) as { connecting(npm: string): string };
const { serverJson, whyUnpublished } = (await script('server-json.mjs')) as {
  serverJson(names: Names, version: string): Server;
  whyUnpublished(names: Names, own: { name: string; private?: boolean }): string | undefined;
};
const filesBelow = (folder: string) =>
  readdirSync(join(options.cwd, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(join(options.cwd, file)).isFile());
const mcpFlags = commands.find((command) => command.name === 'mcp')!.flags;

describe('while no package of ours is published', () => {
  test('nothing points at one', () => {
    expect(published).toEqual({ npm: null, mcpName: null, repository: null });
    expect(own).not.toHaveProperty('repository');
    expect(own).not.toHaveProperty('mcpName');
    const places = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'package.json', 'Dockerfile'];
    const files = [...places, ...['docs', 'src', 'packaging', '.github'].flatMap(filesBelow)];
    const pointing =
      /npx (-y |--yes )?corvid\b|npm (install|i)( --?\w+)* corvid\b|corvid-mcp\b|"args": ?\["-y", ?"corvid"|required = true`,|"required": ?true, ?"command/;
    expect(files.length).toBeGreaterThan(300);
    expect(files.filter((file) => pointing.test(read(file)))).toEqual([]);
  });

  test('nothing can be published by accident', () => {
    expect(own.private).toBe(true);
    const check = () => execFileSync(process.execPath, ['scripts/check-release.mjs', `v${version}`], options);
    expect(check).toThrow('packaging/published.json names no npm package and no MCP name of ours');
    const describe = () => execFileSync(process.execPath, ['scripts/server-json.mjs'], options);
    expect(describe).toThrow('nothing may be published');
  });
});

describe('once a package is published', () => {
  const names = { npm: '@ours/corvid', mcpName: 'org.example/corvid' };
  const server = serverJson(names, version);

  test('the registry of MCP servers gets its name, version and options', () => {
    expect(server).toMatchObject({ name: names.mcpName, version });
    expect(server.packages).toMatchObject([{ registryType: 'npm', identifier: names.npm, version }]);
    expect(server.description.length).toBeLessThanOrEqual(100);
    expect(server.title.length).toBeLessThanOrEqual(100);
    const { packageArguments } = server.packages[0]!;
    for (const { name } of packageArguments) expect(mcpFlags).toHaveProperty([name.replace(/^--/, '')]);
    expect(packageArguments.find(({ name }) => name === '--toolset')!.choices).toEqual(toolsetNames);
  });

  test('the name must be that of the package, and the package not private', () => {
    expect(whyUnpublished(names, { name: 'corvid' })).toContain('package.json says corvid');
    expect(whyUnpublished(names, { name: names.npm, private: true })).toContain('is private');
    expect(whyUnpublished(names, { name: names.npm })).toBeUndefined();
  });

  test('the README is derived from it, with install buttons', () => {
    const part = connecting(names.npm);
    const npx = { command: 'npx', args: ['-y', names.npm] };
    expect(part).toContain(`\`claude mcp add corvid -- npx -y ${names.npm}\``);
    expect(part).not.toContain('/path/to/corvid');
    const cursor = new URL(/https:\/\/cursor\.com\/en\/install-mcp[^)\s]*/.exec(part)![0]);
    expect(JSON.parse(Buffer.from(cursor.searchParams.get('config')!, 'base64').toString())).toEqual(npx);
    const vscode = new URL(/https:\/\/insiders\.vscode\.dev\/redirect\/mcp\/install[^)\s]*/.exec(part)![0]);
    expect(JSON.parse(vscode.searchParams.get('config')!)).toEqual(npx);
  });
});

test('the options in the image, the manifest and the bundle are understood', () => {
  const docker = read('Dockerfile');
  const command = JSON.parse(/^CMD (\[.*\])$/m.exec(docker)![1]!) as string[];
  expect(parseFlags(command, mcpFlags).values).toMatchObject({ http: '0.0.0.0:8931', root: ['/workspace'] });
  expect(docker).toMatch(/^USER 10001:10001$/m);
  const [workload] = parseAllDocuments(read('packaging/kubernetes.yaml')).map((document) => document.toJS());
  const [container] = workload.spec.template.spec.containers;
  expect(parseFlags(container.args, mcpFlags).values).toMatchObject({ http: '0.0.0.0:8931' });
  expect(container.image).toBe(`corvid:${version}`);
  const { server } = JSON.parse(read('packaging/mcpb-manifest.json'));
  const [entry, subcommand, ...args] = server.mcp_config.args;
  expect([entry, subcommand]).toEqual([`\${__dirname}/${server.entry_point}`, 'mcp']);
  expect(parseFlags(args, mcpFlags).values).toHaveProperty('root');
});
