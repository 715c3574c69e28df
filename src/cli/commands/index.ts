import type { Parsed } from '../arguments/parse-flags.ts';
import {
  acpFlags,
  commonFlags,
  doctorFlags,
  groupFlags,
  installFlags,
  jsonFlag,
  logFlags,
  mcpFlags,
  oneCallFlags,
  statsFlags,
  undoFlags,
} from '../flags.ts';
import type { CommandDescription, Help } from '../output/help.ts';

export type CliCommand = CommandDescription & {
  /** Loads the command when it is called, so that the start stays fast. */
  load(): Promise<LoadedCommand>;
};

export type LoadedCommand = {
  /** For a command that parses its flags itself. */
  parse?(args: readonly string[]): Parsed | Promise<Parsed>;
  /** Returns the exit code. */
  /** Returns the exit code. */
  run(parsed: Parsed, args: readonly string[]): Promise<number>;
  /** Adds to the help that is derived from the flags. */
  help?(basic: Help, args: readonly string[]): Help | Promise<Help>;
};

export const commands: readonly CliCommand[] = [
  {
    name: 'mcp',
    usage: 'corvid mcp [options]',
    summary: 'serve the tools to an MCP client, over stdin and stdout or HTTP',
    flags: mcpFlags,
    load: () => import('./mcp/mcp.ts'),
  },
  {
    name: 'acp',
    usage: 'corvid acp [options] -- <agent> [arguments]',
    summary: 'run an agent for an editor: edits go to its buffers, with diffs',
    flags: acpFlags,
    load: () => import('./acp.ts'),
  },
  {
    name: 'call',
    usage: "corvid call <tool> ['{json}' | - | --parameter value …] [options]",
    summary: 'run one tool and print its result',
    flags: { ...oneCallFlags, ...jsonFlag, ...commonFlags },
    load: () => import('./call.ts'),
  },
  {
    name: 'undo',
    usage: 'corvid undo [file | folder] [options]',
    summary: 'undo the last change of a file, or in a folder (default: this one)',
    flags: {
      ...groupFlags,
      since: { type: 'string', value: 'TIME', help: 'all changes since then: 10m ago, or a date' },
      steps: { type: 'string', value: 'N', help: 'the last N changes' },
      list: { type: 'boolean', help: 'show what could be undone, newest first, and change nothing' },
      limit: { type: 'string', short: 'n', value: 'N', help: 'with --list: at most N edits (default 20)' },
      ...undoFlags,
      ...jsonFlag,
      ...commonFlags,
    },
    load: () => import('./undo.ts'),
  },
  {
    name: 'redo',
    usage: 'corvid redo [file | folder] [options]',
    summary: 'make again what was undone last',
    flags: { ...groupFlags, ...undoFlags, ...jsonFlag, ...commonFlags },
    load: () => import('./redo.ts'),
  },
  {
    name: 'diff',
    usage: 'corvid diff [id | file | folder] [options]',
    summary: 'show what a change did (default: the last one in this folder)',
    flags: { ...undoFlags, ...jsonFlag, ...commonFlags },
    load: () => import('./diff.ts'),
  },
  {
    name: 'log',
    usage: 'corvid log [file | folder] [options]',
    summary: 'list the edits in the history, of all folders, newest first',
    flags: {
      ...logFlags,
      limit: { type: 'string', short: 'n', value: 'N', help: 'list at most N edits (default 20)' },
      diff: { type: 'boolean', help: 'show what each edit changed' },
      follow: {
        type: 'boolean',
        short: 'f',
        help: 'oldest first, then each new edit as it is made, until Ctrl-C; JSON has one edit per line',
      },
      ...jsonFlag,
      ...commonFlags,
    },
    load: () => import('./log.ts'),
  },
  {
    name: 'watch',
    usage: 'corvid watch [options]',
    summary: 'show live what all servers of this user do, on a local page',
    flags: {
      open: { type: 'boolean', help: 'open the page in your browser' },
      port: { type: 'string', value: 'PORT', help: 'port of the page on this machine (default: a free one)' },
      json: { type: 'boolean', help: 'print each call as a line of JSON instead of serving a page' },
      ...statsFlags,
      ...commonFlags,
    },
    load: () => import('./watch.ts'),
  },
  {
    name: 'stats',
    usage: 'corvid stats [options]',
    summary: 'count calls, refusals and retries of all servers of this user',
    flags: {
      days: { type: 'string', value: 'N', help: 'only calls of the last N days (default 7)' },
      ...statsFlags,
      ...jsonFlag,
      ...commonFlags,
    },
    load: () => import('./stats.ts'),
  },
  {
    name: 'install',
    usage: 'corvid install <client> [options] [-- server options]',
    summary: 'add Corvid to the configuration of a client, showing the change',
    flags: installFlags,
    load: () => import('./install.ts'),
  },
  {
    name: 'doctor',
    usage: 'corvid doctor [options]',
    summary: 'check that everything Corvid needs is installed and works',
    flags: { ...doctorFlags, ...jsonFlag, ...commonFlags },
    load: () => import('./doctor.ts'),
  },
  {
    name: 'config',
    usage: 'corvid config [options]',
    summary: 'show the settings and where each comes from',
    flags: { ...mcpFlags, ...jsonFlag },
    load: () => import('./config.ts'),
  },
  {
    name: 'terminal',
    usage: 'corvid terminal list | attach [name] [options]',
    summary: 'watch or take over a terminal of a server with --terminal tmux',
    flags: {
      watch: { type: 'boolean', help: 'only watch: keys that you press have no effect' },
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
  {
    name: 'completion',
    usage: 'corvid completion bash | zsh | fish',
    summary: 'print a completion script for your shell',
    flags: commonFlags,
    load: () => import('./completion.ts'),
  },
];
