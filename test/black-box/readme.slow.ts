import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { commandOf, installed } from './registry.ts';

// The README's commands that add Corvid to a client's configuration, run with the real clients.

const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
const home = await realpath(await mkdtemp(join(tmpdir(), 'corvid-readme-')));
afterAll(() => rm(home, { recursive: true, force: true }));

const entry = { command: 'node', args: ['/path/to/corvid/dist/corvid.cjs'] };

test.each([
  ['claude', '.claude.json'],
  ['codex', '.codex/config.toml'],
  ['gemini', 'project/.gemini/settings.json'],
] as const)('`%s mcp add` of the README adds Corvid', async (client, file) => {
  const [, args] = new RegExp(`\`${client} (mcp add [^\`]+)\``).exec(readme)!;
  const project = join(home, 'project');
  await mkdir(project, { recursive: true });
  const node = join(await installed('node'), 'bin');
  const env = { PATH: `${node}${delimiter}${process.env.PATH}`, HOME: home };
  const script = await commandOf(client);
  const [command, first] = client === 'gemini' ? [join(node, 'node'), [script]] : [script, []];
  await promisify(execFile)(command, [...first, ...args!.split(' ')], { cwd: project, env, timeout: 60_000 });
  const written = await readFile(join(home, file), 'utf8');
  if (file.endsWith('.toml')) {
    expect(written).toContain(`[mcp_servers.corvid]\ncommand = "node"\nargs = ["${entry.args[0]}"]`);
    return;
  }
  const settings = JSON.parse(written);
  const servers = settings.mcpServers ?? settings.projects[project].mcpServers;
  expect(servers.corvid).toMatchObject(entry);
});
