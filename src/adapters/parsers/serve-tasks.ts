import { Worker } from 'node:worker_threads';
import type { TaskMessage, TaskRequest } from './ask-process.ts';

// The program of a child process for work that may crash or hang without affecting the server.

export type HostTask = (input: never, onReady: () => Promise<void>) => Promise<unknown>;

/** While a task hangs, only another thread can detect that the parent is gone. */
const WATCHDOG = `
const { workerData: parent } = require('node:worker_threads');
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1000).unref();
setInterval(() => {}, 2 ** 30);
`;

/** Runs the tasks of the parent process, and exits with it. */
export function serveTasks(tasks: Readonly<Record<string, HostTask>>): void {
  process.on('disconnect', () => process.exit());
  process.on('message', (request: TaskRequest) => void runTask(tasks, request));
  new Worker(WATCHDOG, { eval: true, workerData: process.ppid }).unref();
}

async function runTask(
  tasks: Readonly<Record<string, HostTask>>,
  { task, input }: TaskRequest,
): Promise<void> {
  try {
    const result = await tasks[task]!(input as never, () => send({ ready: true }));
    await send({ result, residentBytes: process.memoryUsage.rss() });
  } catch (error) {
    await send({ error: error instanceof Error ? error.message : String(error) });
  }
}

function send(message: TaskMessage): Promise<void> {
  return new Promise((resolve) => process.send!(message, () => resolve()));
}
