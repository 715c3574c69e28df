// The line above must stay the first: it changes fs for all that follow.
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type * as Library from '../../src/index.ts';
import { examine, type Findings } from './examine.ts';
import { arm, disarm, type Fault, type FaultKind, idle } from './faulty-fs.ts';
import { type Answer, openDesk, operations, THEIRS } from './operations.ts';

// The program of the child processes: does what `Task` says and tells how it went, a line of JSON for each fault.

export type Run = { readonly operation: string; readonly fault: Fault; readonly folder: string };

export type Report = Run & {
  /** The call that met the fault. */
  readonly where: string;
  /** Missing if the process was killed. */
  readonly answer?: Answer;
  readonly findings?: Findings;
  /** What must not happen while a fault strikes. */
  readonly trouble: readonly string[];
};

export type Task =
  /** Each fault in turn, step by step until none is met, and what is there in the same process afterwards. */
  | {
      readonly kind: 'sweep';
      readonly base: string;
      readonly operations: readonly string[];
      readonly faults: readonly { readonly kind: FaultKind; readonly lasting: boolean }[];
      /** Every so manieth step. */
      readonly stride: number;
      readonly examine: boolean;
    }
  | { readonly kind: 'run'; readonly run: Run }
  | { readonly kind: 'examine' /** Of reports. */; readonly file: string };

const [, , libraryFile, taskText, output] = process.argv;
const library = (await import(libraryFile!)) as typeof Library;
const task = JSON.parse(taskText!) as Task;

let trouble: string[] = [];
for (const event of ['unhandledRejection', 'uncaughtException'] as const)
  process.on(event, (error: Error) => trouble.push(`${event}: ${error.stack}`));

if (task.kind === 'sweep') {
  for (const operation of task.operations) await sweep(task, operation);
} else if (task.kind === 'run') {
  await meet(task.run, false);
} else {
  for (const report of JSON.parse(readFileSync(task.file, 'utf8'))) tell(await examined(report));
}

function tell(report: Report): void {
  appendFileSync(output!, `${JSON.stringify(report)}\n`);
}

async function sweep(
  { base, faults, stride, examine }: Task & { kind: 'sweep' },
  operation: string,
): Promise<void> {
  for (const [i, { kind, lasting }] of faults.entries()) {
    // Another first step for each, so that fewer steps still see all places.
    for (let step = 1 + ((i + operation.length) % stride); ; step += stride) {
      const name = `${operation} ${kind} ${lasting ? 'lasting' : 'once'} ${step}`;
      const folder = join(base, name.replaceAll(/\W+/g, '-'));
      const report = await meet({ operation, fault: { kind, step, lasting }, folder }, examine);
      if (!report) break;
      tell(report);
    }
  }
}

/** Undefined if the operation has fewer steps. */
async function meet(run: Run, isExamined: boolean): Promise<Report | undefined> {
  const operation = operations[run.operation]!;
  const first = await openDesk(library, run.folder, operation);
  await operation.prepare(first);
  await first.close();
  const desk = await openDesk(library, run.folder, operation);
  trouble = [];
  arm(run.folder, run.fault);
  const answer = await operation.run(desk);
  await idle();
  const where = disarm();
  if (where === undefined) rmSync(run.folder, { recursive: true });
  else trouble.push(...(await leftLocks(run)));
  const findings = where !== undefined && isExamined ? await examine(operation, desk, answer) : undefined;
  await desk.close();
  if (where === undefined) return undefined;
  return { ...run, where, answer, ...(findings && { findings }), trouble };
}

/** A full disk keeps nobody from removing a lock of his own. */
async function leftLocks({ folder, fault }: Run): Promise<string[]> {
  const locks = join(folder, 'state', 'locks');
  const names = fault.kind.includes('ENOSPC') ? await readdir(locks).catch(() => []) : [];
  const own = names.filter((name) => !readFileSync(join(locks, name), 'utf8').includes(THEIRS));
  return own.map((name) => `a lock is left: ${name}`);
}

async function examined(report: Report): Promise<Report> {
  const operation = operations[report.operation]!;
  const desk = await openDesk(library, report.folder, operation);
  const findings = await examine(operation, desk, report.answer);
  await desk.close();
  return { ...report, findings };
}
