import type { Given, OptionTable } from './option.ts';

/** What the command takes beside the options of a workspace. The names are also the keys of a configuration file. */
export const serverOptions = {
  secret: {
    type: 'strings',
    help: 'variables to pass from the environment to the shell, with their values masked in all output',
    flag: 'secret',
    value: 'NAME',
    group: 'terminal',
  },
  secretsFile: {
    type: 'string',
    help: 'file of such variables, in lines NAME=VALUE',
    flag: 'secrets-file',
    value: 'FILE',
    group: 'terminal',
  },
  tools: {
    type: 'toolNames',
    help: 'offer only these tools',
    flag: 'tools',
    value: 'A,B',
    group: 'tools',
    project: 'remove',
  },
  toolset: {
    type: 'choice',
    choices: ['full', 'editor', 'claude', 'codex', 'gemini', 'lines', 'exact'],
    defaultHelp: '`full`',
    help: 'offer a set of tools',
    flag: 'toolset',
    value: 'NAME',
    group: 'tools',
    project: 'remove',
  },
  errors: {
    type: 'choice',
    choices: ['result', 'jsonrpc'],
    default: 'result',
    help: 'how failed calls are sent: as results of the tool or as JSON-RPC errors',
    flag: 'errors',
    value: 'STYLE',
    group: 'protocol',
  },
  logFile: {
    type: 'string',
    help: 'write a log to this file',
    flag: 'log-file',
    value: 'FILE',
    group: 'log',
  },
  http: {
    type: 'string',
    help: 'serve over HTTP instead of stdio; without a host, only to this machine',
    flag: 'http',
    value: '[HOST:]PORT',
    group: 'http',
  },
  tokenFile: {
    type: 'string',
    defaultHelp: '$CORVID_TOKEN, or else a new token, which is printed',
    help: 'file with the token that HTTP clients must send',
    flag: 'token-file',
    value: 'FILE',
    group: 'http',
  },
  allowHosts: {
    type: 'strings',
    help: 'host names under which HTTP clients may address the server',
    flag: 'allow-host',
    value: 'NAME',
    group: 'http',
  },
  allowOrigins: {
    type: 'strings',
    help: 'hosts of web pages that may use the server',
    flag: 'allow-origin',
    value: 'NAME',
    group: 'http',
  },
  terminalIdleSeconds: {
    type: 'number',
    default: 3600,
    help: 'time without a call of an HTTP client after which a terminal is closed',
    flag: 'terminal-idle',
    value: 'SECONDS',
    group: 'http',
  },
} as const satisfies OptionTable;

export type ServerOptions = Given<typeof serverOptions>;
