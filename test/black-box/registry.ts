import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

// Programs from the registry in fixed versions, installed into a cache outside the tree because of their size.

const run = promisify(execFile);

export const pinned = {
  node: ['node', '24.21.0'],
  stableSuite: ['@modelcontextprotocol/conformance', '0.1.16'],
  nextSuite: ['@modelcontextprotocol/conformance', '0.2.0-alpha.12'],
  inspector: ['@modelcontextprotocol/inspector', '2.12.0'],
  opencode: ['opencode-ai', '1.18.33'],
  claude: ['@anthropic-ai/claude-code', '2.1.325'],
  codex: ['@openai/codex', '0.166.0'],
  gemini: ['@google/gemini-cli', '0.61.0'],
  mcpb: ['@anthropic-ai/mcpb', '2.1.2'],
  dockerfilelint: ['dockerfilelint', '1.8.0'],
  kubernetesModels: ['kubernetes-models', '5.1.0'],
} as const;

export type Pinned = keyof typeof pinned;

/** Returns the folder of a package, which is installed on first use. */
export async function installed(which: Pinned): Promise<string> {
  const [name, version] = pinned[which];
  const slug = `${name.replace(/^@/, '').replace('/', '-')}@${version}`;
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'corvid-clients');
  const folder = join(cache, slug);
  if (!existsSync(folder)) await install(cache, folder, `${name}@${version}`);
  return join(folder, 'node_modules', ...name.split('/'));
}

async function install(cache: string, folder: string, spec: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const staging = await mkdtemp(join(cache, 'installing-'));
  try {
    await writeFile(join(staging, 'package.json'), '{ "private": true }\n');
    const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', spec];
    await run('npm', args, { cwd: staging, timeout: 600_000, maxBuffer: 16e6 });
    await rename(staging, folder);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Returns the script of a package's command. */
export async function commandOf(which: Pinned): Promise<string> {
  const folder = await installed(which);
  const { bin } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>;
  };
  return join(folder, typeof bin === 'string' ? bin : Object.values(bin)[0]!);
}
