import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type ParseArgsConfig, parseArgs, parseEnv } from 'node:util';
import { defaultStateDirectory } from '../adapters/history/state-directory.ts';
import { refusal } from '../core/terminal/secrets.ts';
import type { WorkspaceOptions } from '../open-workspace.ts';

// The only reader of the command line and of the environment.

export type Flag = {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  readonly short?: string;
  /** What stands for the value in the help. */
  readonly value?: string;
  readonly help: string;
};

export type Flags = Readonly<Record<string, Flag>>;
export type FlagValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
export type Parsed = { readonly values: FlagValues; readonly positionals: readonly string[] };

/** A mistake in how the command was called. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** By its name: commands that are loaded on first use bring a class of their own. */
export function isUsageError(error: unknown): boolean {
  return error instanceof Error && error.name === 'UsageError';
}

export const commonFlags: Flags = {
  help: { type: 'boolean', short: 'h', help: 'show this help' },
};

export const workspaceFlags: Flags = {
  root: {
    type: 'string',
    multiple: true,
    value: 'DIR',
    help: 'folder that the tools may touch (repeatable; default: the working directory)',
  },
  'allow-anywhere': { type: 'boolean', help: 'let the tools touch every path' },
  'read-only': { type: 'boolean', help: 'offer only tools that do not write' },
  'state-dir': { type: 'string', value: 'DIR', help: 'where the undo history is kept' },
  matching: {
    type: 'string',
    value: 'POLICY',
    help: '`safe` (default), `exact`, or `permissive`, which can edit the wrong place',
  },
  syntax: {
    type: 'string',
    value: 'POLICY',
    help: 'edits that break the syntax: `auto` (default), `warn`, `reject`, or `off` for no check',
  },
  encoding: { type: 'string', value: 'NAME', help: 'encoding of files whose bytes do not tell' },
  'max-file-size': { type: 'string', value: 'BYTES', help: 'largest file to edit (default 10000000)' },
  'max-view': { type: 'string', value: 'CHARS', help: 'where a view is cut (default 16000)' },
  'history-entries': { type: 'string', value: 'N', help: 'edits of a file that can be undone (default 10)' },
  'history-size': {
    type: 'string',
    value: 'BYTES',
    help: 'size of the history of all files (default 268435456)',
  },
};

export const terminalFlags: Flags = {
  terminal: {
    type: 'string',
    value: 'BACKEND',
    help: '`pty` (default) or `tmux`, which a person can attach to: who owns the shells',
  },
  secret: {
    type: 'string',
    multiple: true,
    value: 'NAME',
    help: 'variable to give to the shell and mask in all output (repeatable)',
  },
  'secrets-file': { type: 'string', value: 'FILE', help: 'file of such variables, NAME=VALUE lines' },
  'pass-env': {
    type: 'string',
    multiple: true,
    value: 'NAME',
    help: 'variable to give to the shell although it looks like a credential (repeatable)',
  },
  'max-output': { type: 'string', value: 'CHARS', help: 'where output of a command is cut (default 30000)' },
  'soft-timeout': {
    type: 'string',
    value: 'SECONDS',
    help: 'how long a command may be silent before it is reported as running (default 30)',
  },
};

export const jsonFlag: Flags = { json: { type: 'boolean', help: 'print JSON' } };

export function parseFlags(args: readonly string[], flags: Flags): Parsed {
  const options: ParseArgsConfig['options'] = {};
  for (const [name, { type, multiple, short }] of Object.entries(flags)) {
    options[name] = { type, ...(multiple && { multiple }), ...(short && { short }) };
  }
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message.split(/\.? To specify/)[0]!.replaceAll('\n', ' '));
  }
}

/** The one file that a command may be given. */
export function atMostOne(positionals: readonly string[], command: string): string | undefined {
  if (positionals.length > 1)
    throw new UsageError(`${command} takes one file; '${positionals[1]}' is too much`);
  return positionals[0];
}

export function stringFlag(values: FlagValues, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

export function listFlag(values: FlagValues, name: string): string[] | undefined {
  const value = values[name];
  return Array.isArray(value) ? value.map(String) : undefined;
}

export function numberFlag(values: FlagValues, name: string): number | undefined {
  const value = stringFlag(values, name);
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value) && Number(value) > 0) return Number(value);
  throw new UsageError(`--${name} takes a whole number above 0, not '${value}'`);
}

export function workspaceOptions(values: FlagValues): WorkspaceOptions {
  const roots = listFlag(values, 'root') ?? defaultRoots();
  const options: { [Key in keyof WorkspaceOptions]: WorkspaceOptions[Key] | undefined } = {
    roots,
    allowAnywhere: values['allow-anywhere'] === true,
    readOnly: values['read-only'] === true,
    stateDirectory: stringFlag(values, 'state-dir') ?? defaultStateDirectory(process.env),
    encoding: stringFlag(values, 'encoding'),
    matching: choiceFlag(values, 'matching', ['safe', 'exact', 'permissive']),
    syntax: choiceFlag(values, 'syntax', ['auto', 'warn', 'reject', 'off']),
    maxFileBytes: numberFlag(values, 'max-file-size'),
    maxViewCharacters: numberFlag(values, 'max-view'),
    historyEntries: numberFlag(values, 'history-entries'),
    historyBytes: numberFlag(values, 'history-size'),
    ...terminalOptions(values),
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function terminalOptions(values: FlagValues) {
  const secrets = { ...fileSecrets(stringFlag(values, 'secrets-file')), ...namedSecrets(values) };
  const reason = refusal(secrets);
  if (reason !== undefined) throw new UsageError(reason);
  return {
    terminal: choiceFlag(values, 'terminal', ['pty', 'tmux']),
    secrets,
    passEnvironment: listFlag(values, 'pass-env'),
    maxOutputCharacters: numberFlag(values, 'max-output'),
    softTimeoutSeconds: numberFlag(values, 'soft-timeout'),
  };
}

function namedSecrets(values: FlagValues): Record<string, string> {
  const names = listFlag(values, 'secret') ?? [];
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? missingSecret(name)]));
}

function missingSecret(name: string): never {
  throw new UsageError(`--secret ${name}: there is no such variable in the environment`);
}

function fileSecrets(path: string | undefined): Record<string, string> {
  if (path === undefined) return {};
  try {
    return parseEnv(readFileSync(path, 'utf8')) as Record<string, string>;
  } catch (error) {
    throw new UsageError(`--secrets-file cannot be read: ${(error as Error).message}`);
  }
}

/** One of a few words; the first is what the help calls the default. */
export function choiceFlag<const Choice extends string>(
  values: FlagValues,
  name: string,
  choices: readonly Choice[],
): Choice {
  const value = stringFlag(values, name) ?? choices[0]!;
  const choice = choices.find((choice) => choice === value);
  if (choice !== undefined) return choice;
  const known = choices.map((choice) => `'${choice}'`);
  throw new UsageError(`--${name} takes ${known.slice(0, -1).join(', ')} or ${known.at(-1)}, not '${value}'`);
}

/** The working directory and the client's project; never the root of the disk, where desktop clients start servers. */
function defaultRoots(): string[] {
  const roots = [process.env.CLAUDE_PROJECT_DIR, process.cwd()].filter(
    (root) => root !== undefined && root !== '/',
  );
  return [...new Set(roots as string[])];
}

/** Where programs keep their settings. */
export type Places = {
  readonly home: string;
  /** Of programs that follow the XDG rules. */
  readonly config: string;
  /** Of programs with windows. */
  readonly appConfig: string;
  readonly zedConfig: string;
  readonly codexHome: string | undefined;
  readonly claudeConfig: string | undefined;
};

export function places(platform = process.platform): Places {
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

/** The shell that commands would run in. */
export function loginShell(): string {
  return process.env.SHELL || '/bin/sh';
}

/** The token for HTTP clients. It leaves the environment, so that no command run by a tool can read it there. */
export function takeToken(): string | undefined {
  const token = process.env.CORVID_TOKEN;
  delete process.env.CORVID_TOKEN;
  return token;
}

/** The flags as they would be given to another command of ours. */
export function flagArguments(values: FlagValues, flags: Flags): string[] {
  return Object.keys(flags).flatMap((name) => {
    const given = [values[name] ?? []].flat();
    return given.flatMap((value) => (value === true ? [`--${name}`] : [`--${name}`, String(value)]));
  });
}

/** How to start this very program. */
export function ownCommand(): { command: string; args: string[] } {
  return { command: process.execPath, args: [...process.execArgv, process.argv[1]!] };
}

const EDITOR_SOCKET = 'CORVID_EDITOR_SOCKET';
const EDITOR_TICKET = 'CORVID_EDITOR_TICKET';

type EditorInvitation = { readonly socketPath: string; readonly ticket: string };

/** What tells a server of ours to which editor it belongs. */
export function editorVariables({ socketPath, ticket }: EditorInvitation): Record<string, string> {
  return { [EDITOR_SOCKET]: socketPath, [EDITOR_TICKET]: ticket };
}

/**
 * Undefined for a server that was not started by `corvid acp`. It leaves the environment, so that no command run by a
 * tool can read it there.
 */
export function editorInvitation(): EditorInvitation | undefined {
  const { [EDITOR_SOCKET]: socketPath, [EDITOR_TICKET]: ticket } = process.env;
  delete process.env[EDITOR_SOCKET];
  delete process.env[EDITOR_TICKET];
  return socketPath && ticket ? { socketPath, ticket } : undefined;
}

export type Screen = {
  readonly colour: boolean;
  /** Someone can be asked. */
  readonly interactive: boolean;
  /** Of the terminal that stdout goes to; undefined if it goes elsewhere. */
  readonly columns: number | undefined;
  /** A terminal shows what stdout gets: at once, or by a program that passes colours on. */
  readonly showsOutput: boolean;
  /** The same of stderr. */
  readonly showsErrors: boolean;
  /** Of the terminal that stderr goes to, if a line there can be taken back and someone may look at it. */
  readonly statusColumns: number | undefined;
};

const USUAL_COLUMNS = 80;

export function screen({ stdin, stdout, stderr, env } = process): Screen {
  const isDumb = env.TERM === 'dumb';
  const isColourTerminal = stdout.isTTY === true && !isDumb && !env.NO_COLOR;
  const colour = env.FORCE_COLOR ? env.FORCE_COLOR !== '0' : isColourTerminal;
  const isLive = stderr.isTTY === true && !isDumb && !env.CI;
  return {
    colour,
    interactive: stdin.isTTY === true,
    columns: stdout.isTTY ? stdout.columns || USUAL_COLUMNS : undefined,
    showsOutput: stdout.isTTY === true || colour,
    showsErrors: stderr.isTTY === true,
    statusColumns: isLive ? stderr.columns || USUAL_COLUMNS : undefined,
  };
}
