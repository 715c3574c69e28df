import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { commandOf, type Pinned } from './registry.ts';

// How each client is started unattended, with a scripted model and Corvid as its only server.

/** Corvid as a command to start, or as a running HTTP server. */
export type Connection =
  | { readonly kind: 'stdio'; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: 'http'; readonly url: string; readonly token: string };

export type ClientRun = {
  readonly home: string;
  readonly project: string;
  readonly model: string;
  readonly corvid: Connection;
};

export type Start = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Record<string, string>;
};

export type ClientSetup = {
  readonly client: Pinned;
  readonly title: string;
  /** Its own set of tools, as `corvid install` writes it. */
  readonly toolset: string;
  start(run: ClientRun): Promise<Start>;
};

const PROMPT = 'Follow the script.';

async function write(path: string, content: object | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

async function opencode({ home, project, model, corvid }: ClientRun): Promise<Start> {
  const server =
    corvid.kind === 'stdio'
      ? { type: 'local', command: [corvid.command, ...corvid.args], enabled: true }
      : { type: 'remote', url: corvid.url, headers: bearer(corvid.token), oauth: false, enabled: true };
  await write(join(project, 'opencode.json'), {
    provider: {
      scripted: {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL: `${model}/v1`, apiKey: 'x' },
        models: { scripted: { name: 'scripted' } },
      },
    },
    model: 'scripted/scripted',
    small_model: 'scripted/scripted',
    mcp: { corvid: server },
  });
  return {
    command: await commandOf('opencode'),
    args: ['run', '--format', 'json', PROMPT],
    env: {
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_DATA_HOME: join(home, 'data'),
      XDG_STATE_HOME: join(home, 'state'),
      XDG_CACHE_HOME: join(home, 'cache'),
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
    },
  };
}

async function claude({ home, model, corvid }: ClientRun): Promise<Start> {
  const config = join(home, 'mcp.json');
  const server =
    corvid.kind === 'stdio'
      ? { type: 'stdio', command: corvid.command, args: corvid.args }
      : { type: 'http', url: corvid.url, headers: bearer(corvid.token) };
  await write(config, { mcpServers: { corvid: server } });
  const args = ['-p', PROMPT, '--mcp-config', config, '--strict-mcp-config'];
  return {
    command: await commandOf('claude'),
    args: [...args, '--allowedTools', 'mcp__corvid__*', '--output-format', 'json'],
    env: {
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'x',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      ENABLE_TOOL_SEARCH: 'false',
    },
  };
}

async function codex({ home, model, corvid }: ClientRun): Promise<Start> {
  const server =
    corvid.kind === 'stdio'
      ? `command = ${JSON.stringify(corvid.command)}\nargs = ${JSON.stringify(corvid.args)}\n`
      : `url = ${JSON.stringify(corvid.url)}\nbearer_token_env_var = "CORVID_TEST_TOKEN"\n`;
  await write(
    join(home, 'codex', 'config.toml'),
    `model = "scripted"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
[model_providers.scripted]
name = "scripted"
base_url = "${model}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
[mcp_servers.corvid]
${server}required = true
`,
  );
  return {
    command: process.execPath,
    args: [await commandOf('codex'), 'exec', '--skip-git-repo-check', '--json', PROMPT],
    env: {
      CODEX_HOME: join(home, 'codex'),
      SCRIPTED_KEY: 'x',
      CORVID_TEST_TOKEN: corvid.kind === 'http' ? corvid.token : '',
    },
  };
}

async function gemini({ home, project, model, corvid }: ClientRun): Promise<Start> {
  const server =
    corvid.kind === 'stdio'
      ? { command: corvid.command, args: corvid.args, trust: true }
      : { httpUrl: corvid.url, headers: bearer(corvid.token), trust: true };
  await write(join(home, '.gemini', 'settings.json'), {
    security: { auth: { selectedType: 'gemini-api-key' } },
    privacy: { usageStatisticsEnabled: false },
    mcpServers: { corvid: server },
  });
  await write(join(home, '.gemini', 'trustedFolders.json'), { [project]: 'TRUST_FOLDER' });
  const args = ['-m', 'gemini-2.5-flash', '--approval-mode', 'yolo', '-p', PROMPT, '--output-format', 'json'];
  return {
    command: process.execPath,
    args: [await commandOf('gemini'), ...args],
    env: {
      GEMINI_API_KEY: 'x',
      GOOGLE_GEMINI_BASE_URL: model,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      GEMINI_CLI_NO_RELAUNCH: '1',
    },
  };
}

export const setups: readonly ClientSetup[] = [
  { client: 'opencode', title: 'OpenCode', toolset: 'opencode', start: opencode },
  { client: 'claude', title: 'Claude Code', toolset: 'claude', start: claude },
  { client: 'codex', title: 'Codex', toolset: 'codex', start: codex },
  { client: 'gemini', title: 'Gemini CLI', toolset: 'gemini', start: gemini },
];
