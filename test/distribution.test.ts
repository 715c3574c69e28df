import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { commands } from '../src/cli/commands/index.ts';
import { parseFlags } from '../src/cli/parse-flags.ts';
import { toolsetNames } from '../src/tools/toolsets.ts';

// What describes the package to registries, desktop clients and clusters agrees with the package.

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');
const { version, mcpName, name } = JSON.parse(read('package.json'));
const mcpFlags = commands.find((command) => command.name === 'mcp')!.flags;

describe('server.json', () => {
  const server = JSON.parse(read('server.json'));

  test('names this package and this version', () => {
    expect(server).toMatchObject({ name: mcpName, version });
    expect(server.packages).toMatchObject([{ registryType: 'npm', identifier: name, version }]);
    expect(mcpName).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(server.description.length).toBeLessThanOrEqual(100);
    expect(server.title.length).toBeLessThanOrEqual(100);
  });

  test('tells only of options that there are', () => {
    for (const { name } of server.packages[0].packageArguments)
      expect(mcpFlags).toHaveProperty([name.replace(/^--/, '')]);
    const toolset = server.packages[0].packageArguments.find(
      (one: { name: string }) => one.name === '--toolset',
    );
    expect(toolset.choices).toEqual(toolsetNames);
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

test('the install buttons of the README carry the right configuration', () => {
  const readme = read('README.md');
  const npx = { command: 'npx', args: ['-y', 'corvid'] };
  const cursor = new URL(/https:\/\/cursor\.com\/en\/install-mcp[^)\s]*/.exec(readme)![0]);
  expect(cursor.searchParams.get('name')).toBe('corvid');
  expect(JSON.parse(Buffer.from(cursor.searchParams.get('config')!, 'base64').toString())).toEqual(npx);
  const vscode = new URL(/https:\/\/insiders\.vscode\.dev\/redirect\/mcp\/install[^)\s]*/.exec(readme)![0]);
  expect(vscode.searchParams.get('name')).toBe('corvid');
  expect(JSON.parse(vscode.searchParams.get('config')!)).toEqual(npx);
});
