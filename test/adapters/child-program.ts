import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Bundles TypeScript that imports from `./src/…` into a file that a child process can run. */
export async function bundleProgram(source: string): Promise<{ file: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'corvid-child-'));
  const outfile = join(folder, 'program.mjs');
  await build({
    stdin: { contents: source, resolveDir: repository, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  return { file: outfile, remove: () => rm(folder, { recursive: true }) };
}

export type ChildResult = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** Runs a command to its end; it is killed after 100 s, unless it may take longer. */
export async function runChild(
  command: string,
  args: readonly string[],
  timeoutMs?: number,
): Promise<ChildResult> {
  const child = startChild(command, args, timeoutMs);
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => (output.stdout += chunk));
  child.stderr?.on('data', (chunk) => (output.stderr += chunk));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, ...output };
}

export function startChild(command: string, args: readonly string[], timeout = 100_000): ChildProcess {
  return spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout, killSignal: 'SIGKILL' });
}

/** Resolves as soon as a child has said something. */
export function outputOf(child: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      if (output.includes(text)) resolve();
    });
    child.once('close', () => reject(new Error(`The child ended and had only said: ${output}`)));
  });
}

/** Resolves with the first output of a child. */
export function firstOutput(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (chunk) => resolve(String(chunk)));
    child.once('close', (code) => reject(new Error(`The child ended with ${code} and said nothing.`)));
  });
}
