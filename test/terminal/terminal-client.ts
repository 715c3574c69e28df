import { mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll } from 'vitest';
import { type Answer, type Corvid, connect, type Setting, temporaryFolder } from '../corvid-client.ts';

// The terminal as an agent meets it: the real server, a real shell, a home of its own.

export type TerminalData = {
  readonly output: string;
  readonly exit_code: number;
  readonly working_dir: string;
  readonly py_interpreter_path: string | null;
  readonly pid: number | null;
  readonly hostname: string;
  readonly username: string;
  readonly running: boolean;
  readonly truncated: boolean;
  readonly full_output_path: string | null;
  readonly reason?: string;
  readonly notes?: readonly string[];
};

export type TerminalAnswer = Answer & TerminalData;

export type TerminalClient = Corvid & {
  readonly home: string;
  /** One call of the tool. */
  readonly run: (command: string, more?: Record<string, unknown>) => Promise<TerminalAnswer>;
  /** Types into the running program. */
  readonly type: (text: string, more?: Record<string, unknown>) => Promise<TerminalAnswer>;
};

export type TerminalSetting = Setting & { readonly flags?: readonly string[] };

export async function openTerminal(setting: TerminalSetting = {}): Promise<TerminalClient> {
  const folder = setting.folder ?? (await temporaryFolder());
  const home = setting.env?.HOME ?? join(folder, '.home');
  await mkdir(home, { recursive: true });
  const args = ['--root', folder, ...(setting.flags ?? [])];
  const env = { ...plainEnvironment(home), ...setting.env };
  const corvid = await connect({ ...setting, folder, args, env });
  const run = async (command: string, more = {}) =>
    withData(await corvid.call('terminal', { command, ...more }));
  return { ...corvid, home, run, type: (text, more = {}) => run(text, { is_input: true, ...more }) };
}

/** One server for many tests, each in a shell of its own in an empty folder; closed after the file. */
export function sharedTerminal(setting: TerminalSetting = {}): () => Promise<TerminalClient> {
  let opening: Promise<TerminalClient> | undefined;
  let folder: string | undefined;
  afterAll(async () => {
    await (await opening)?.close();
    if (folder) await rm(folder, { recursive: true, force: true });
  });
  return async () => {
    folder ??= await realpath(await mkdtemp(join(tmpdir(), 'corvid-test-')));
    opening ??= openTerminal({ ...setting, folder, isShared: true });
    const terminal = await opening;
    for (const name of await readdir(folder)) {
      if (!name.startsWith('.')) await rm(join(folder, name), { recursive: true });
    }
    await terminal.run('', { reset: true });
    return terminal;
  };
}

export function plainEnvironment(home: string): Record<string, string> {
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !/[\\/]shims[\\/]?$/.test(folder));
  return { PATH: folders.join(delimiter), HOME: home, LANG: 'C.UTF-8', USER: 'tester' };
}

function withData(answer: Answer): TerminalAnswer {
  return { ...answer, ...(answer.result._meta?.['corvid/result'] as TerminalData) };
}
