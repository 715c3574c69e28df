import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { cacheDirectory, configDirectory, defaultStateDirectory } from '../adapters/private/own-folders.ts';

// The only file that reads the environment and how this program was started.

export function variable(name: string): string | undefined {
  return process.env[name];
}

export function stateDirectory(): string {
  return defaultStateDirectory(process.env);
}

/** Where compiled code is kept. */
export function cacheFolder(): string {
  return cacheDirectory(process.env);
}

/** The user's configuration of Corvid. */
export function configFile(): string {
  return join(configDirectory(process.env), 'config.json');
}

/** The client's project and the working directory; never `/`, where desktop clients start servers. */
export function defaultRoots(): string[] {
  const roots = [process.env.CLAUDE_PROJECT_DIR, process.cwd()].filter(
    (root) => root !== undefined && root !== '/',
  );
  return [...new Set(roots as string[])];
}

/** Where programs keep their configuration. */
export type ConfigFolders = {
  readonly home: string;
  /** For programs that follow the XDG specification. */
  readonly config: string;
  /** For desktop programs. */
  readonly appConfig: string;
  readonly zedConfig: string;
  readonly codexHome: string | undefined;
  readonly claudeConfig: string | undefined;
};

export function configFolders(platform = process.platform): ConfigFolders {
  const { XDG_CONFIG_HOME, APPDATA, CODEX_HOME, CLAUDE_CONFIG_DIR } = process.env;
  const home = homedir();
  const config = XDG_CONFIG_HOME || join(home, '.config');
  const roaming = APPDATA || join(home, 'AppData', 'Roaming');
  const windowed: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(home, 'Library', 'Application Support'),
    win32: roaming,
  };
  return {
    home,
    config,
    appConfig: windowed[platform] ?? config,
    zedConfig: platform === 'win32' ? join(roaming, 'Zed') : join(config, 'zed'),
    codexHome: CODEX_HOME || undefined,
    claudeConfig: CLAUDE_CONFIG_DIR || undefined,
  };
}

/** The token for HTTP clients. Removes the variable, so that no command run by a tool can read it. */
export function takeToken(): string | undefined {
  const token = process.env.CORVID_TOKEN;
  delete process.env.CORVID_TOKEN;
  return token;
}

/** How to start this program, with links resolved. */
export function ownCommand(): { command: string; args: string[] } {
  return { command: process.execPath, args: [...process.execArgv, realpathSync(process.argv[1]!)] };
}

const EDITOR_SOCKET = 'CORVID_EDITOR_SOCKET';
/** The session's token. Some agents drop variables with TOKEN or SECRET in their names. */
const EDITOR_SESSION = 'CORVID_EDITOR_SESSION';

type EditorAddress = { readonly socketPath: string; readonly token: string };

/** The variables that give a server the address of its editor. */
export function editorVariables({ socketPath, token }: EditorAddress): Record<string, string> {
  return { [EDITOR_SOCKET]: socketPath, [EDITOR_SESSION]: token };
}

/**
 * Undefined for a server that was not started by `corvid acp`. Removes the variables, so that no command run by a tool
 * can read them.
 */
export function takeEditorAddress(): EditorAddress | undefined {
  const { [EDITOR_SOCKET]: socketPath, [EDITOR_SESSION]: token } = process.env;
  delete process.env[EDITOR_SOCKET];
  delete process.env[EDITOR_SESSION];
  return socketPath && token ? { socketPath, token } : undefined;
}

export type Screen = {
  readonly colour: boolean;
  /** stdin is a terminal, so the user can be asked. */
  readonly interactive: boolean;
  /** Width of the terminal on stdout; undefined if it is not a terminal. */
  readonly columns: number | undefined;
  /** A terminal shows stdout, directly or through a program that passes colours on. */
  readonly showsOutput: boolean;
  /** The same for stderr. */
  readonly showsErrors: boolean;
  /** Width of the terminal on stderr; undefined if it is not a terminal. */
  readonly errorColumns: number | undefined;
  /** Width of the terminal on stderr, if a status line can be shown and removed there. */
  readonly statusColumns: number | undefined;
};

const DEFAULT_COLUMNS = 80;

export function screen({ stdin, stdout, stderr, env } = process): Screen {
  const isDumb = env.TERM === 'dumb';
  const isColourTerminal = stdout.isTTY === true && !isDumb && !env.NO_COLOR;
  const colour = env.FORCE_COLOR ? env.FORCE_COLOR !== '0' : isColourTerminal;
  const isLive = stderr.isTTY === true && !isDumb && !env.CI;
  return {
    colour,
    interactive: stdin.isTTY === true,
    columns: stdout.isTTY ? stdout.columns || DEFAULT_COLUMNS : undefined,
    showsOutput: stdout.isTTY === true || colour,
    showsErrors: stderr.isTTY === true,
    errorColumns: stderr.isTTY ? stderr.columns || DEFAULT_COLUMNS : undefined,
    statusColumns: isLive ? stderr.columns || DEFAULT_COLUMNS : undefined,
  };
}
