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
  /** `missing`: something works without it. */
  readonly state: 'ok' | 'missing' | 'failed';
  readonly text: string;
};

/** As package.json has it: the oldest of each line that its parsers run on. */
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
    return { name, state: 'failed', text: `${bash} answered ${JSON.stringify(stdout)} instead of 42` };
  } catch (error) {
    return { name, state: 'failed', text: `does not run: ${firstLine(error)} Only \`terminal\` needs it` };
  }
}

/** A program that is of use, and not needed. */
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
    return { name, state: 'ok', text: `${folder} can be written` };
  } catch (error) {
    if (error instanceof UntrustedError)
      return {
        name,
        state: 'failed',
        text: `is not used: ${error.message}, or choose another with --state-dir`,
      };
    const text = `${folder} cannot be written: ${firstLine(error)}. Edits could not be undone; choose another with --state-dir`;
    return { name, state: 'failed', text };
  }
}

/** Compiled code that another user may have written is not used, and that alone is not reported anywhere else. */
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
    const why = isMissing ? 'is made by the first server' : `cannot be read: ${firstLine(error)}`;
    return { name, state: 'ok', text: `${folder} ${why}` };
  }
}

/** What the file tools may not touch. */
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
      return { name, state: 'failed', text: `${folder} is no folder: give one with --root` };
    await access(folder, constants.R_OK | constants.X_OK);
  } catch (error) {
    return {
      name,
      state: 'failed',
      text: `${folder} cannot be read: ${firstLine(error)}. Give another --root`,
    };
  }
  const writable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (writable) return { name, state: 'ok', text: folder };
  return { name, state: 'missing', text: `${folder} can be read, not written: its files cannot be edited` };
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]!;
}
