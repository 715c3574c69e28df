import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

// Real agents in fixed versions, installed into a cache folder outside the tree and configured for a scripted model.

export type RealAgent = {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  /** The command that starts it, given its node_modules folder. */
  readonly command: (modules: string) => readonly string[];
  /** Writes its settings into a fresh home; returns its environment. */
  readonly prepare: (home: string, modelUrl: string) => Promise<Record<string, string>>;
};

export const agents: readonly RealAgent[] = [
  {
    name: 'claude-agent-acp',
    package: '@agentclientprotocol/claude-agent-acp',
    version: '0.99.1',
    command: (modules) => [
      process.execPath,
      join(modules, '@agentclientprotocol/claude-agent-acp/dist/index.js'),
    ],
    prepare: async (home, url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'x',
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    }),
  },
  {
    name: 'codex-acp',
    package: '@agentclientprotocol/codex-acp',
    version: '2.6.0',
    command: (modules) => [process.execPath, join(modules, '@agentclientprotocol/codex-acp/dist/index.js')],
    async prepare(home, url) {
      const settings = [
        'model = "scripted"',
        'model_provider = "scripted"',
        'approval_policy = "never"',
        '[model_providers.scripted]',
        'name = "scripted"',
        `base_url = "${url}/v1"`,
        'wire_api = "responses"',
        'requires_openai_auth = false',
      ];
      await writeSettings(join(home, '.codex', 'config.toml'), settings.join('\n'));
      return { CODEX_HOME: join(home, '.codex') };
    },
  },
  {
    name: 'gemini',
    package: '@google/gemini-cli',
    version: '0.61.0',
    command: (modules) => [
      process.execPath,
      join(modules, '.bin/gemini'),
      '--acp',
      '--model',
      'gemini-2.5-flash',
    ],
    async prepare(home, url) {
      const settings = {
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { disableAutoUpdate: true },
      };
      await writeSettings(join(home, '.gemini', 'settings.json'), JSON.stringify(settings));
      return { GEMINI_API_KEY: 'x', GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_NO_RELAUNCH: 'true' };
    },
  },
  {
    name: 'opencode',
    package: 'opencode-ai',
    version: '1.18.33',
    command: (modules) => [join(modules, `opencode-${process.platform}-${process.arch}/bin/opencode`), 'acp'],
    async prepare(home, url) {
      const provider = {
        npm: '@ai-sdk/openai-compatible',
        name: 'Scripted',
        options: { baseURL: `${url}/v1`, apiKey: 'x' },
        models: { scripted: { name: 'scripted', tool_call: true } },
      };
      const settings = {
        model: 'scripted/scripted',
        small_model: 'scripted/scripted',
        autoupdate: false,
        share: 'disabled',
        provider: { scripted: provider },
      };
      await writeSettings(join(home, '.config', 'opencode', 'opencode.json'), JSON.stringify(settings));
      return {
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      };
    },
  },
];

async function writeSettings(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** Returns the agent's node_modules folder; the packages are installed on first use. */
export async function installed({ name, package: id, version }: RealAgent): Promise<string> {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'corvid-agents');
  const folder = join(cache, `${name}-${version}`);
  const modules = join(folder, 'node_modules');
  if (existsSync(modules)) return modules;
  const staging = `${folder}.${process.pid}`;
  mkdirSync(staging, { recursive: true });
  writeFileSync(join(staging, 'package.json'), '{ "private": true }');
  const args = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    `${id}@${version}`,
  ];
  await promisify(execFile)('npm', args, { cwd: staging, timeout: 600_000, maxBuffer: 10_000_000 });
  rmSync(folder, { recursive: true, force: true });
  renameSync(staging, folder);
  return modules;
}
