import { Worker } from 'node:worker_threads';
import { checkSyntax } from '../syntax/check-syntax.ts';
import type { HostAnswer, HostQuestion } from './parser-process.ts';

// The program of the child process in which parsers live: a crash or a hang of theirs ends nothing else.

type Task = (input: never, onReady: () => Promise<void>) => Promise<unknown>;

const tasks: Readonly<Record<string, Task>> = {
  check: checkSyntax,
};

/** While a parser hangs, nothing else runs here: only another thread can notice that the parent is gone. */
const WATCHDOG = `
const parent = process.ppid;
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1000).unref();
setInterval(() => {}, 2 ** 30);
`;

process.on('disconnect', () => process.exit());
process.on('message', (question: HostQuestion) => void answer(question));
new Worker(WATCHDOG, { eval: true, stdin: false }).unref();

async function answer({ task, input }: HostQuestion): Promise<void> {
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
