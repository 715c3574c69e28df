import { Worker } from 'node:worker_threads';
import type { HostAnswer, HostQuestion } from './parser-process.ts';

// The program of a child process for work that may crash or hang: nothing else ends with it.

export type HostTask = (input: never, onReady: () => Promise<void>) => Promise<unknown>;

/** While a task hangs, nothing else runs here: only another thread can notice that the parent is gone. */
const WATCHDOG = `
const { workerData: parent } = require('node:worker_threads');
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1000).unref();
setInterval(() => {}, 2 ** 30);
`;

/** Answers the questions of the parent process, until that is gone. */
export function serveTasks(tasks: Readonly<Record<string, HostTask>>): void {
  process.on('disconnect', () => process.exit());
  process.on('message', (question: HostQuestion) => void answer(tasks, question));
  new Worker(WATCHDOG, { eval: true, workerData: process.ppid }).unref();
}

async function answer(
  tasks: Readonly<Record<string, HostTask>>,
  { task, input }: HostQuestion,
): Promise<void> {
  try {
    const result = await tasks[task]!(input as never, () => send({ ready: true }));
    await send({ result, residentBytes: process.memoryUsage.rss() });
  } catch (error) {
    await send({ error: error instanceof Error ? error.message : String(error) });
  }
}

function send(answer: HostAnswer): Promise<void> {
  return new Promise((resolve) => process.send!(answer, () => resolve()));
}
