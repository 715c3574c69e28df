import { execFile } from 'node:child_process';
import { constants, readdirSync } from 'node:fs';
import { access, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makePrivateFolder } from '../../adapters/private/private-folder.ts';
import { expectTrustedFolder, readTrustedFile, UntrustedError } from '../../adapters/private/trust.ts';
import type { PathPolicy } from '../../core/paths/path-policy.ts';

export type Check = {
  readonly name: string;
  /** `missing`: only one feature needs it. */
  readonly state: 'ok' | 'missing' | 'failed';
  readonly text: string;
};

/** As in package.json: the oldest of each major version that the parsers run on. */
const OLDEST_NODES = ['20.19.0', '22.12.0'];
const PROGRAM_MS = 5_000;
const run = promisify(execFile);

export function checkNode(version: string): Check {
  const name = 'Node';
  if (isNewEnough(version)) return { name, state: 'ok', text: version };
  const oldest = OLDEST_NODES.join(' or ');
  return { name, state: 'failed', text: `${version} is too old: install ${oldest}, or newer` };
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const lines = OLDEST_NODES.map((oldest) => oldest.split('.').map(Number));
  const own = lines.find(([line]) => line === major);
  return own ? minor >= own[1]! : major > lines.at(-1)![0]!;
}

/** Runs a command in bash as the terminal would. */
export async function checkBash(find: () => string): Promise<Check> {
  const name = 'bash';
  try {
    const bash = find();
    const { stdout } = await run(bash, ['-c', 'echo $((6 * 7))'], { timeout: PROGRAM_MS });
    if (stdout.trim() === '42') return { name, state: 'ok', text: `${bash} runs commands` };
    return { name, state: 'failed', text: `${bash} printed ${JSON.stringify(stdout)} instead of 42` };
  } catch (error) {
    return { name, state: 'failed', text: `does not run: ${firstLine(error)} Only \`terminal\` needs it` };
  }
}

/** An optional program. */
export async function checkProgram(program: string, flag: string, use: string): Promise<Check> {
  try {
    const { stdout, stderr } = await run(program, [flag], { timeout: PROGRAM_MS });
    return { name: program, state: 'ok', text: (stdout || stderr).trim().split('\n')[0]! };
  } catch {
    return { name: program, state: 'missing', text: `not found; ${use}` };
  }
}

export async function checkStateFolder(folder: string): Promise<Check> {
  const name = 'state folder';
  const probe = join(folder, `.doctor-${process.pid}`);
  try {
    makePrivateFolder(folder);
    for (const part of ['history', 'locks']) expectTrustedFolder(join(folder, part));
    await writeFile(probe, '', { flag: 'wx' });
    await rm(probe);
    return { name, state: 'ok', text: `${folder} is writable` };
  } catch (error) {
    if (error instanceof UntrustedError)
      return {
        name,
        state: 'failed',
        text: `is not used: ${error.message}, or choose another with --state-dir`,
      };
    const text = `${folder} is not writable: ${firstLine(error)}. Edits cannot be undone; choose another with --state-dir`;
    return { name, state: 'failed', text };
  }
}

/** A cache that another user could have written is not used, which is reported only here. */
export function checkCodeCache(folder: string): Check {
  const name = 'code cache';
  try {
    expectTrustedFolder(folder);
    const files = readdirSync(folder).map((file) => join(folder, file));
    for (const file of files) readTrustedFile(file);
    return { name, state: 'ok', text: folder };
  } catch (error) {
    if (error instanceof UntrustedError)
      return { name, state: 'failed', text: `is not used: ${error.message}` };
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const why = isMissing ? 'is created by the first server' : `is not readable: ${firstLine(error)}`;
    return { name, state: 'ok', text: `${folder} ${why}` };
  }
}

/** Which paths the file tools may not read or write. */
export function checkPolicy({ denied, protected: kept, writable }: PathPolicy): Check {
  const count = (rules: PathPolicy['denied']) => new Set(rules.map(({ source }) => source)).size;
  const rules = `${count(denied)} rules deny paths, ${count(kept)} protect them`;
  const all = writable?.length === 0 ? 'nothing may be written' : rules;
  return { name: 'paths', state: 'ok', text: `${all}; for the file tools, not for commands in \`terminal\`` };
}

export async function checkRoot(folder: string): Promise<Check> {
  const name = 'root';
  try {
    if (!(await stat(folder)).isDirectory())
      return { name, state: 'failed', text: `${folder} is not a folder: pass one with --root` };
    await access(folder, constants.R_OK | constants.X_OK);
  } catch (error) {
    return {
      name,
      state: 'failed',
      text: `${folder} is not readable: ${firstLine(error)}. Pass another --root`,
    };
  }
  const writable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (writable) return { name, state: 'ok', text: folder };
  return {
    name,
    state: 'missing',
    text: `${folder} is readable but not writable: its files cannot be edited`,
  };
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]!;
}
