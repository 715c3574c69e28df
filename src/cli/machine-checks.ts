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
