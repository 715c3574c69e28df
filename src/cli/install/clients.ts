import { join } from 'node:path';
import type { ConfigFolders } from '../environment.ts';

/** The command that starts the server. */
export type Launch = { readonly command: string; readonly args: readonly string[] };

export type ClientConfig = {
  readonly name: string;
  readonly title: string;
  readonly format: 'json' | 'toml';
  /** The user's configuration: the first file that exists, else the first. */
  user(folders: ConfigFolders): readonly string[];
  /** The project's, relative to its folder. */
  readonly project?: string;
  /** The section with the servers, by name. */
  readonly section: string;
  /** The settings that start the server. */
  entry(launch: Launch): Record<string, unknown>;
  /** Additional settings of a new entry. */
  readonly whenNew?: Record<string, unknown>;
  /** The tools that its models are used to; `full` where the user chooses among the models of several makers. */
  readonly toolset: 'claude' | 'codex' | 'gemini' | 'opencode' | 'full';
  /** It does not start servers in a project, so a root must be given. */
  readonly needsRoot?: boolean;
};

const plain = ({ command, args }: Launch) => ({ command, args: [...args] });
const typed = (launch: Launch) => ({ type: 'stdio', ...plain(launch) });

/** Every client that `corvid install` supports, and the form of its configuration. */
export const clients: readonly ClientConfig[] = [
  {
    name: 'claude-code',
    title: 'Claude Code',
    toolset: 'claude',
    format: 'json',
    user: ({ home, claudeConfig }) => [join(claudeConfig ?? home, '.claude.json')],
    project: '.mcp.json',
    section: 'mcpServers',
    entry: typed,
  },
  {
    name: 'claude-desktop',
    title: 'Claude Desktop',
    toolset: 'claude',
    format: 'json',
    user: ({ appConfig }) => [join(appConfig, 'Claude', 'claude_desktop_config.json')],
    section: 'mcpServers',
    entry: plain,
    needsRoot: true,
  },
  {
    name: 'codex',
    title: 'Codex',
    toolset: 'codex',
    format: 'toml',
    user: ({ home, codexHome }) => [join(codexHome ?? join(home, '.codex'), 'config.toml')],
    section: 'mcp_servers',
    entry: plain,
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    toolset: 'gemini',
    format: 'json',
    user: ({ home }) => [join(home, '.gemini', 'settings.json')],
    project: '.gemini/settings.json',
    section: 'mcpServers',
    entry: plain,
  },
  {
    name: 'opencode',
    title: 'OpenCode',
    toolset: 'opencode',
    format: 'json',
    user: ({ config }) => ['opencode.json', 'opencode.jsonc'].map((file) => join(config, 'opencode', file)),
    project: 'opencode.json',
    section: 'mcp',
    entry: ({ command, args }) => ({ type: 'local', command: [command, ...args] }),
    whenNew: { enabled: true },
  },
  {
    name: 'cursor',
    title: 'Cursor',
    toolset: 'full',
    format: 'json',
    user: ({ home }) => [join(home, '.cursor', 'mcp.json')],
    project: '.cursor/mcp.json',
    section: 'mcpServers',
    entry: plain,
  },
  {
    name: 'vscode',
    title: 'VS Code',
    toolset: 'full',
    format: 'json',
    user: ({ appConfig }) => [join(appConfig, 'Code', 'User', 'mcp.json')],
    project: '.vscode/mcp.json',
    section: 'servers',
    entry: typed,
  },
  {
    name: 'zed',
    title: 'Zed',
    toolset: 'full',
    format: 'json',
    user: ({ zedConfig }) => [join(zedConfig, 'settings.json')],
    project: '.zed/settings.json',
    section: 'context_servers',
    entry: (launch) => ({ source: 'custom', ...plain(launch) }),
    whenNew: { env: {} },
  },
  {
    name: 'windsurf',
    title: 'Windsurf',
    toolset: 'full',
    format: 'json',
    user: ({ home }) => [join(home, '.codeium', 'windsurf', 'mcp_config.json')],
    section: 'mcpServers',
    entry: plain,
  },
];
