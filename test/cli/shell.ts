import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { codeCache, corvidCommand, temporaryFolder } from '../corvid-client.ts';

// The command as people and scripts run it: a process of its own, with a home of its own.

export type Run = { readonly code: number | null; readonly stdout: string; readonly stderr: string };
type Setting = { readonly input?: string; readonly env?: Record<string, string>; readonly cwd?: string };

export type Shell = {
  readonly home: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly path: (name: string) => string;
  readonly corvid: (args: readonly string[], setting?: Setting) => Promise<Run>;
  /** Corvid with a terminal instead of pipes. */
  readonly onTerminal: (
    args: readonly string[],
    env?: Record<string, string>,
    input?: string,
    columns?: number,
  ) => Promise<Run>;
  /** A `file_editor` call that must succeed. */
  readonly edit: (command: string, name: string, more?: Record<string, unknown>) => Promise<Run>;
};

export async function shell(): Promise<Shell> {
  const home = await temporaryFolder();
  const folder = join(home, 'project');
  const temporary = join(home, 'tmp');
  await Promise.all([mkdir(folder), mkdir(temporary)]);
  const environment = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_STATE_HOME: join(home, 'state'),
    ...codeCache,
    XDG_CONFIG_HOME: join(home, 'config'),
    TMPDIR: temporary,
    TERM: 'xterm-256color',
  };
  const start = (command: string, args: readonly string[], { input = '', env, cwd = folder }: Setting = {}) =>
    run(command, args, { input, env: { ...environment, ...env }, cwd });
  const corvid: Shell['corvid'] = (args, setting) =>
    start(process.execPath, [corvidCommand, ...args], setting);
  const path = (name: string) => join(folder, name);
  return {
    home,
    folder,
    environment,
    path,
    corvid,
    onTerminal: (args, env = {}, input = '', columns = 80) => {
      const line = [process.execPath, corvidCommand, ...args].map((arg) => `'${arg}'`).join(' ');
      return start('script', ['-qec', `stty cols ${columns}; ${line}`, '/dev/null'], { env, input });
    },
    edit: async (command, name, more) => {
      const result = await corvid([
        'call',
        'file_editor',
        JSON.stringify({ command, path: path(name), ...more }),
      ]);
      expect(result.stderr).toBe('');
      expect(result.code).toBe(0);
      return result;
    },
  };
}

function run(command: string, args: readonly string[], { input, env, cwd }: Required<Setting>): Promise<Run> {
  const child = spawn(command, args, { cwd, env, timeout: 15_000, killSignal: 'SIGKILL' });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk) => (output.stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk) => (output.stderr += chunk));
  // A command that ends without reading its input is no failure of the test.
  child.stdin.on('error', () => {}).end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...output }));
  });
}

export function lines(text: string): string[] {
  return text.trimEnd().split('\n');
}

/** The message of a usage error: exit code 2, nothing on stdout, one line and where to find help. */
export function usageMessage({ code, stdout, stderr }: Run, command?: string): string {
  expect([code, stdout]).toEqual([2, '']);
  const [message, ...rest] = lines(stderr);
  expect(rest).toEqual([`Run \`corvid ${command ? `${command} ` : ''}--help\` for usage.`]);
  return message!;
}
