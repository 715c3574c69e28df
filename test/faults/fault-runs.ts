import { existsSync } from 'node:fs';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleProgram, runChild } from '../adapters/child-program.ts';
import type { Report, Run, Task } from './fault-child.ts';
import type { FaultKind } from './faulty-fs.ts';

// Runs the child processes in which faults strike.

const library = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'dist', 'index.js');

export type FaultRuns = {
  /** Each step of the operations meets each of the faults once; then the same process, or another one, goes on. */
  sweep(
    operations: readonly string[],
    faults: readonly FaultChoice[],
    options: { stride: number; goesOn: 'same process' | 'new process' },
  ): Promise<Report[]>;
  /** Kills a process at each of those steps, as far as they exist, and goes on in a new one. */
  kill(operation: string, kind: FaultKind, steps: readonly number[]): Promise<Report[]>;
  close(): Promise<void>;
};

export type FaultChoice = { readonly kind: FaultKind; readonly lasting: boolean };

/** Every fault that a process survives. */
export const survivableFaults: readonly FaultChoice[] = [
  ...(['ENOSPC', 'EACCES', 'EIO', 'EMFILE', 'short write', 'short read'] as const).flatMap((kind) => [
    { kind, lasting: false },
    { kind, lasting: true },
  ]),
  { kind: 'short write, then ENOSPC', lasting: false },
];

export async function openFaultRuns(): Promise<FaultRuns> {
  const program = await bundleProgram(`import './test/faults/fault-child.ts';`);
  // Where there is one, a disk in memory: an fsync costs nothing there.
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const base = await realpath(await mkdtemp(join(parent, 'corvid-faults-')));
  let count = 0;

  const perform = async (task: Task, output: string) => {
    const args = [program.file, pathToFileURL(library).href, JSON.stringify(task), output];
    const { code, stderr } = await runChild(process.execPath, args, 300_000);
    const lines = existsSync(output) ? (await readFile(output, 'utf8')).trim().split('\n') : [];
    return { code, stderr, reports: lines.filter(Boolean).map((line) => JSON.parse(line) as Report) };
  };
  const performWell = async (task: Task): Promise<Report[]> => {
    const { code, stderr, reports } = await perform(task, join(base, `${++count}.jsonl`));
    if (code !== 0 || stderr !== '') throw new Error(`The child ended with ${code}: ${stderr}`);
    return reports;
  };
  const examineAnew = async (reports: readonly Report[]): Promise<Report[]> => {
    const file = join(base, `${++count}.json`);
    await writeFile(file, JSON.stringify(reports));
    return performWell({ kind: 'examine', file });
  };
  const killOnce = async (run: Run): Promise<Report | undefined> => {
    const { code, stderr } = await perform({ kind: 'run', run }, join(base, `${++count}.jsonl`));
    if (code === 0) return undefined;
    if (code !== null) throw new Error(`The child ended with ${code}: ${stderr}`);
    return { ...run, where: `step ${run.fault.step}`, trouble: [] };
  };

  return {
    async sweep(operations, faults, { stride, goesOn }) {
      const isSame = goesOn === 'same process';
      const folder = join(base, String(++count));
      const reports = await performWell({
        kind: 'sweep',
        base: folder,
        operations,
        faults,
        stride,
        examine: isSame,
      });
      const examined = isSame ? reports : await examineAnew(reports);
      await rm(folder, { recursive: true, force: true });
      return examined;
    },
    async kill(operation, kind, steps) {
      const reports: Report[] = [];
      for (const step of steps) {
        const folder = join(base, String(++count));
        const report = await killOnce({ operation, fault: { kind, step, lasting: false }, folder });
        if (!report) break;
        reports.push(report);
      }
      return examineAnew(reports);
    },
    async close() {
      await program.remove();
      await rm(base, { recursive: true, force: true });
    },
  };
}

/** What must not be, a line for each; empty if all is well. */
export function complaints(reports: readonly Report[]): string[] {
  return reports.flatMap((report) => {
    const { operation, fault, where, findings, trouble } = report;
    const place = `${operation}, ${fault.kind}${fault.lasting ? ' from then on' : ''} at ${fault.step} (${where})`;
    return [...trouble, ...(findings?.problems ?? ['was not examined']), ...badText(report)].map(
      (problem) => `${place}: ${problem}`,
    );
  });
}

const words: Partial<Record<FaultKind, RegExp>> = {
  ENOSPC:
    /^Error -31008 NO_SPACE: No space: \S+ could not be written \(the disk is full\)\. The old file is intact\. Make room, then try again\.$/,
  EACCES:
    /^Error -32002 PERMISSION_DENIED: Permission denied: (the history of )?\S+\n(EACCES: check the permissions of the file and of the folders above it\.|The file is read-only \(mode 0640\)\. If it may be changed, its owner can run `chmod u\+w` on it\.)$/,
  EIO: /^Error -31010 IO_ERROR: I\/O error: (the history of )?\S+: i\/o error \(EIO\)\. The disk may be failing: check it before you try again\.$/,
  EMFILE:
    /^Error -31010 IO_ERROR: I\/O error: (the history of )?\S+: too many open files \(EMFILE\)\. Too many files are open: try again, or raise `ulimit -n`\.$/,
};

/** A failure names the file, the fault in words and what to do. */
function badText({ fault, answer, folder }: Report): string[] {
  if (!answer || answer.ok) return [];
  const kind = fault.kind === 'short write, then ENOSPC' ? 'ENOSPC' : fault.kind;
  const isPut = words[kind]?.test(answer.text) ?? false;
  const isHalf = (answer.stuck?.length ?? 0) > 0 && answer.text.includes('which keep the change:');
  return (isPut || isHalf) && answer.text.includes(folder) ? [] : [`another text: ${answer.text}`];
}
