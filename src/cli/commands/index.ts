import { commonFlags, type Flags, jsonFlag, type Parsed, terminalFlags, workspaceFlags } from '../options.ts';

export type Command = {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly flags: Flags;
  /** Flags that the command itself makes sense of. */
  readonly ownFlags?: boolean;
  /** Loaded when it is called, so that the others cost nothing. Gives the exit code. */
  load(): Promise<LoadedCommand>;
};

export type LoadedCommand = {
  run(parsed: Parsed, args: readonly string[]): Promise<number>;
  /** What only the command itself can tell about its use. */
  help?(args: readonly string[]): string;
};

const httpFlags: Flags = {
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

export const installFlags: Flags = {
  yes: { type: 'boolean', short: 'y', help: 'write without asking' },
  'dry-run': { type: 'boolean', help: 'show what would change and write nothing' },
  project: { type: 'boolean', help: "in this project's configuration instead of yours" },
  name: { type: 'string', value: 'NAME', help: 'the name of the server there (default corvid)' },
  local: { type: 'boolean', help: 'start this very program instead of `npx -y corvid`' },
  ...commonFlags,
};

export const commands: readonly Command[] = [
  {
    name: 'mcp',
    usage: 'corvid mcp [options]',
    summary: 'serve the tools to an MCP client over stdin and stdout, or over HTTP',
    flags: {
      ...workspaceFlags,
      ...terminalFlags,
      tools: { type: 'string', value: 'A,B', help: 'offer only these tools' },
      toolset: {
        type: 'string',
        value: 'NAME',
        help: 'offer a set of tools: `full` (default), `editor`, `claude`, `codex`, `gemini`, `lines`, `exact`',
      },
      errors: {
        type: 'string',
        value: 'STYLE',
        help: '`result` (default) or `jsonrpc`: how failed calls are sent',
      },
      'log-file': { type: 'string', value: 'FILE', help: 'write a log there' },
      ...httpFlags,
      ...commonFlags,
    },
    load: () => import('./mcp.ts'),
  },
  {
    name: 'acp',
    usage: 'corvid acp [options] -- <agent> [arguments]',
    summary: 'stand between an editor and an agent: edits in its buffers, with diffs',
    flags: {
      ...workspaceFlags,
      root: {
        ...workspaceFlags.root!,
        help: 'folder that the tools may touch (default: those of the session)',
      },
      ...terminalFlags,
      'no-builtin-edits': {
        type: 'boolean',
        help: "leave out Claude's own editing tools; others take no notice",
      },
      name: { type: 'string', value: 'NAME', help: 'name of the MCP server in the session (default corvid)' },
      'log-file': { type: 'string', value: 'FILE', help: 'write a log there' },
      ...commonFlags,
    },
    load: () => import('./acp.ts'),
  },
  {
    name: 'call',
    usage: "corvid call <tool> ['{json}' | - | --parameter value …] [options]",
    summary: 'run one tool and print its result',
    flags: { ...workspaceFlags, ...terminalFlags, ...jsonFlag, ...commonFlags },
    ownFlags: true,
    load: () => import('./call.ts'),
  },
  {
    name: 'undo',
    usage: 'corvid undo [file | folder] [options]',
    summary: 'take back the last edit of a file, or the last edit in a folder, by default this one',
    flags: {
      list: { type: 'boolean', help: 'show what could be undone, newest first, and change nothing' },
      limit: { type: 'string', short: 'n', value: 'N', help: 'with --list: at most N edits (default 20)' },
      ...workspaceFlags,
      ...jsonFlag,
      ...commonFlags,
    },
    load: () => import('./undo.ts'),
  },
  {
    name: 'log',
    usage: 'corvid log [file] [options]',
    summary: 'list the edits that can be undone, newest first',
    flags: {
      'state-dir': workspaceFlags['state-dir']!,
      limit: { type: 'string', short: 'n', value: 'N', help: 'list at most N edits (default 20)' },
      diff: { type: 'boolean', help: 'show what each edit changed' },
      follow: {
        type: 'boolean',
        short: 'f',
        help: 'oldest first, then each new edit as it is made, until Ctrl-C; JSON then has one edit a line',
      },
      ...jsonFlag,
      ...commonFlags,
    },
    load: () => import('./log.ts'),
  },
  {
    name: 'install',
    usage: 'corvid install <client> [options] [-- server options]',
    summary: 'enter Corvid in the configuration of a client, after showing what changes',
    flags: installFlags,
    ownFlags: true,
    load: () => import('./install.ts'),
  },
  {
    name: 'doctor',
    usage: 'corvid doctor [options]',
    summary: 'check that all that Corvid needs is there and works',
    flags: {
      root: workspaceFlags.root!,
      'state-dir': workspaceFlags['state-dir']!,
      ...jsonFlag,
      ...commonFlags,
    },
    load: () => import('./doctor.ts'),
  },
  {
    name: 'terminal',
    usage: 'corvid terminal list | attach [name] [options]',
    summary: 'watch or take over a terminal of a server that runs with --terminal tmux',
    flags: {
      watch: { type: 'boolean', help: 'only watch: what you type goes nowhere' },
      ...jsonFlag,
      ...commonFlags,
    },
    load: () => import('./terminal.ts'),
  },
  {
    name: 'demo',
    usage: 'corvid demo',
    summary: 'watch a real client edit a real file, in a temporary folder',
    flags: commonFlags,
    load: () => import('./demo.ts'),
  },
];
