import { commonFlags, type Flags, jsonFlag, type Parsed, workspaceFlags } from '../options.ts';

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

export const commands: readonly Command[] = [
  {
    name: 'mcp',
    usage: 'corvid mcp [options]',
    summary: 'serve the tools to an MCP client over stdin and stdout',
    flags: {
      ...workspaceFlags,
      tools: { type: 'string', value: 'A,B', help: 'offer only these tools' },
      errors: {
        type: 'string',
        value: 'STYLE',
        help: '`result` (default) or `jsonrpc`: how failed calls are sent',
      },
      'log-file': { type: 'string', value: 'FILE', help: 'write a log there' },
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
    flags: { ...workspaceFlags, ...jsonFlag, ...commonFlags },
    ownFlags: true,
    load: () => import('./call.ts'),
  },
  {
    name: 'undo',
    usage: 'corvid undo [file] [options]',
    summary: 'take back the last edit of a file, or the last edit in this folder',
    flags: { ...workspaceFlags, ...jsonFlag, ...commonFlags },
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
      ...jsonFlag,
      ...commonFlags,
    },
    load: () => import('./log.ts'),
  },
  {
    name: 'demo',
    usage: 'corvid demo',
    summary: 'watch a real client edit a real file, in a temporary folder',
    flags: commonFlags,
    load: () => import('./demo.ts'),
  },
];
