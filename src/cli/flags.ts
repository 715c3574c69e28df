// The flags of all commands, as data: parsing, help and completion are made from them.

import { publishedName } from './install/published.ts';

export type Flag = {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  readonly short?: string;
  /** What stands for the value in the help; FILE and DIR are completed. */
  readonly value?: string;
  /** The only values it takes. */
  readonly choices?: readonly string[];
  /** It takes several of these, with commas between them. */
  readonly listOf?: 'tools';
  /** A boolean that `--no-NAME` and `--NAME=false` turn off. */
  readonly negatable?: boolean;
  readonly help: string;
};

export type Flags = Readonly<Record<string, Flag>>;

/** The first is the default. */
export const choices = {
  matching: ['safe', 'exact', 'permissive'],
  syntax: ['auto', 'warn', 'reject', 'off'],
  terminal: ['pty', 'tmux'],
  toolset: ['full', 'editor', 'claude', 'codex', 'gemini', 'lines', 'exact'],
  errors: ['result', 'jsonrpc'],
} as const;

export const commonFlags: Flags = {
  verbose: { type: 'boolean', help: 'show where an unexpected failure comes from' },
  help: { type: 'boolean', short: 'h', help: 'show this help' },
};

export const jsonFlag: Flags = { json: { type: 'boolean', help: 'print JSON, also for errors' } };

export const workspaceFlags: Flags = {
  root: {
    type: 'string',
    multiple: true,
    value: 'DIR',
    help: 'folder that the tools may touch (repeatable; default: the working directory)',
  },
  'allow-anywhere': { type: 'boolean', help: 'let the tools touch every path' },
  deny: {
    type: 'string',
    multiple: true,
    value: 'GLOB',
    help: 'path that is neither read nor written, in the syntax of .gitignore; `!GLOB` makes an exception (repeatable; beside .env, private keys, ~/.ssh …)',
  },
  'allow-read': {
    type: 'string',
    multiple: true,
    value: 'GLOB',
    help: 'path that is not denied after all (repeatable)',
  },
  unprotect: {
    type: 'string',
    multiple: true,
    value: 'GLOB',
    help: 'path that may be written although other programs run or obey it: .git, .vscode, .mcp.json … (repeatable)',
  },
  'read-only': { type: 'boolean', help: 'offer only tools that do not write' },
  'state-dir': { type: 'string', value: 'DIR', help: 'where the undo history is kept' },
  matching: {
    type: 'string',
    value: 'POLICY',
    choices: choices.matching,
    help: '`safe` (default), `exact`, or `permissive`, which can edit the wrong place',
  },
  syntax: {
    type: 'string',
    value: 'POLICY',
    choices: choices.syntax,
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

/** Those that say which edit is meant, and how its file is read. */
export const undoFlags: Flags = Object.fromEntries(
  ['root', 'allow-anywhere', 'deny', 'allow-read', 'unprotect', 'state-dir', 'encoding', 'max-file-size'].map(
    (name) => [name, workspaceFlags[name]!],
  ),
);

/** Those of which `doctor` says what they mean here. */
export const doctorFlags: Flags = Object.fromEntries(
  ['root', 'deny', 'allow-read', 'unprotect', 'state-dir'].map((name) => [name, workspaceFlags[name]!]),
);

/** Those that say what is shown of the history. */
export const logFlags: Flags = Object.fromEntries(
  ['state-dir', 'deny', 'allow-read'].map((name) => [name, workspaceFlags[name]!]),
);

export const terminalFlags: Flags = {
  terminal: {
    type: 'string',
    value: 'BACKEND',
    choices: choices.terminal,
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

/** Those that make sense for one call; it has no terminal that a person could attach to. */
export const shellFlags = without(terminalFlags, 'terminal');

export const toolFlags: Flags = {
  tools: { type: 'string', value: 'A,B', listOf: 'tools', help: 'offer only these tools' },
  toolset: {
    type: 'string',
    value: 'NAME',
    choices: choices.toolset,
    help: 'offer a set of tools: `full` (default), `editor`, `claude`, `codex`, `gemini`, `lines`, `exact`',
  },
};

export const serverFlags: Flags = {
  ...toolFlags,
  errors: {
    type: 'string',
    value: 'STYLE',
    choices: choices.errors,
    help: '`result` (default) or `jsonrpc`: how failed calls are sent',
  },
};

export const logFileFlag: Flags = {
  'log-file': { type: 'string', value: 'FILE', help: 'write a log there' },
};

export const httpFlags: Flags = {
  http: {
    type: 'string',
    value: '[HOST:]PORT',
    help: 'serve over HTTP instead; without a host only to this machine',
  },
  'token-file': {
    type: 'string',
    value: 'FILE',
    help: 'holds the token that HTTP clients must send (or $CORVID_TOKEN; else one is made and shown)',
  },
  'allow-host': {
    type: 'string',
    multiple: true,
    value: 'NAME',
    help: 'name by which HTTP clients may ask for the server (repeatable)',
  },
  'allow-origin': {
    type: 'string',
    multiple: true,
    value: 'NAME',
    help: 'host of a web page that may use the server (repeatable)',
  },
  'terminal-idle': {
    type: 'string',
    value: 'SECONDS',
    help: 'end a terminal that no HTTP client has used for that long (default 3600)',
  },
};

export const mcpFlags: Flags = {
  ...workspaceFlags,
  ...terminalFlags,
  ...serverFlags,
  ...logFileFlag,
  ...httpFlags,
  ...commonFlags,
};

export const acpFlags: Flags = {
  'no-builtin-edits': {
    type: 'boolean',
    help: "leave out Claude's own editing tools; others take no notice",
  },
  name: { type: 'string', value: 'NAME', help: 'name of the MCP server in the session (default corvid)' },
};

export const installFlags: Flags = {
  yes: { type: 'boolean', short: 'y', help: 'write without asking' },
  'dry-run': { type: 'boolean', help: 'show what would change and write nothing' },
  project: { type: 'boolean', help: "in this project's configuration instead of yours" },
  name: { type: 'string', value: 'NAME', help: 'the name of the server there (default corvid)' },
  local: {
    type: 'boolean',
    help:
      publishedName === null
        ? 'start this very program, as is done in any case while no package is published'
        : `start this very program instead of \`npx -y ${publishedName}\``,
  },
  ...jsonFlag,
  ...commonFlags,
};

function without(flags: Flags, left: string): Flags {
  return Object.fromEntries(Object.entries(flags).filter(([name]) => name !== left));
}
