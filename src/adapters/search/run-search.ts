import { spawn } from 'node:child_process';
import { ToolError } from '../../core/errors.ts';
import type { MatchesParser } from './matches-parser.ts';

export type SearchProgram = {
  readonly file: string;
  readonly args: readonly string[];
  /** Where it runs. */
  readonly folder: string;
  /** Folders in which programs are found. The rest of the environment is left out: it could name programs to run. */
  readonly searchPath: string;
};

export type ProgramOutcome = {
  readonly parser: MatchesParser;
  readonly exitCode: number | null;
  readonly errors: string;
};

const MAX_ERROR_CHARACTERS = 4_000;

/** Runs a grep program and reads what it found, until that is more than was asked for. */
export async function runSearch(
  program: SearchProgram,
  parser: MatchesParser,
  signal: AbortSignal | undefined,
): Promise<ProgramOutcome> {
  const child = spawn(program.file, program.args, {
    cwd: program.folder,
    env: { PATH: program.searchPath, LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', stop, { once: true });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString('utf8')).slice(0, MAX_ERROR_CHARACTERS);
  });
  child.stdout.on('data', (chunk: Buffer) => {
    parser.push(chunk);
    if (parser.isFull) stop();
  });
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (signal?.aborted) throw new ToolError('CANCELLED', 'Cancelled: the search was stopped.');
    return { parser, exitCode, errors };
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
