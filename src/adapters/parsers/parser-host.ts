import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { rewriteTexts } from '../patterns/rewrite-texts.ts';
import { checkSyntax } from '../syntax/check-syntax.ts';
import type { HostAnswer, HostQuestion } from './parser-process.ts';

// The program of the child process in which parsers live: a crash or a hang of theirs ends nothing else.

type Task = (input: never, onReady: () => Promise<void>) => Promise<unknown>;

const tasks: Readonly<Record<string, Task>> = {
  check: checkSyntax,
  rewrite: rewriteTexts,
};

/** While a parser hangs, nothing else runs here: only another thread can notice that the parent is gone. */
const WATCHDOG = `
const { workerData: parent } = require('node:worker_threads');
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1000).unref();
setInterval(() => {}, 2 ** 30);
`;

// With as many as V8 likes, compiling a large parser costs twice the memory and more time than it saves.
setFlagsFromString('--wasm-num-compilation-tasks=1');
process.on('disconnect', () => process.exit());
process.on('message', (question: HostQuestion) => void answer(question));
new Worker(WATCHDOG, { eval: true, workerData: process.ppid }).unref();

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
