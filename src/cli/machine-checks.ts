import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type Check = {
  readonly name: string;
  /** `missing`: something works without it. */
  readonly state: 'ok' | 'missing' | 'failed';
  readonly text: string;
};

const OLDEST_NODE = 20;
const PROGRAM_MS = 5_000;
const run = promisify(execFile);

export function checkNode(version: string): Check {
  const name = 'Node';
  if (Number.parseInt(version, 10) >= OLDEST_NODE) return { name, state: 'ok', text: version };
  return { name, state: 'failed', text: `${version} is too old: install ${OLDEST_NODE} or newer` };
}

/** Runs a command in the shell as a tool would. */
export async function checkShell(shell: string): Promise<Check> {
  const name = 'shell';
  try {
    const { stdout } = await run(shell, ['-c', 'echo $((6 * 7))'], { timeout: PROGRAM_MS });
    if (stdout.trim() === '42') return { name, state: 'ok', text: `${shell} runs commands` };
    return { name, state: 'failed', text: `${shell} answered ${JSON.stringify(stdout)} instead of 42` };
  } catch (error) {
    return {
      name,
      state: 'failed',
      text: `${shell} does not run: ${firstLine(error)}. Set SHELL to one that does`,
    };
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
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(probe, '');
    await rm(probe);
    return { name, state: 'ok', text: `${folder} can be written` };
  } catch (error) {
    const text = `${folder} cannot be written: ${firstLine(error)}. Edits could not be undone; choose another with --state-dir`;
    return { name, state: 'failed', text };
  }
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
