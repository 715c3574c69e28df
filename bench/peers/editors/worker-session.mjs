import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Also for the first answer: OpenHands takes its time to start, most of all the first time. */
const ANSWER_TIMEOUT_MS = 180_000;

const running = new Set();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A child that gets a request as a line of JSON and answers each with one, `{ text }`. Others are not for us. */
export async function openWorkerSession(command, args, { canView = false, ...options }) {
  const child = spawn(command, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
  running.add(child);
  const waiting = [];
  const ask = (request) => {
    child.stdin.write(`${JSON.stringify(request)}\n`);
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  };
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('{"text":')) waiting.shift()?.resolve(JSON.parse(line).text);
  });
  const ended = watchEnd(child, waiting);
  await withinTime(ask({ command: 'ready' }));
  const edit = async ({ path, window, ...one }) => {
    if (window && canView) await withinTime(ask({ command: 'view', path, window }));
    await one.settle?.();
    return withinTime(ask({ command: 'edit', path, old: one.old, new: one.new }));
  };
  return {
    ask: (request) => withinTime(ask(request)),
    edits: inTurn(edit),
    close: () => close(child, ended),
  };
}

/** Calls one after the other. */
export function inTurn(edit) {
  return async (calls) => {
    const said = [];
    for (const one of calls) said.push(await edit(one));
    return said;
  };
}

function watchEnd(child, waiting) {
  let tail = '';
  child.stdin.on('error', () => {});
  child.stderr.on('data', (chunk) => {
    tail = (tail + chunk).slice(-2000);
  });
  child.once('error', (error) => {
    tail = error.message;
  });
  return once(child, 'close').then(() => {
    running.delete(child);
    for (const { reject } of waiting)
      reject(new Error(`the program ended: ${tail.trim().split('\n').at(-1)}`));
  });
}

function withinTime(promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${ANSWER_TIMEOUT_MS} ms`)), ANSWER_TIMEOUT_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

async function close(child, ended) {
  child.stdin.end();
  const timer = setTimeout(() => child.kill('SIGKILL'), 2_000);
  await ended;
  clearTimeout(timer);
}
