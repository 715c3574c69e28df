import { spawn } from 'node:child_process';
import { cpuMsOfTree, rssMibOfTree } from './process-cost.mjs';

const ANSWER_TIMEOUT_MS = 20_000;
const EXIT_GRACE_MS = 2_000;
const NEWLINE = 10;
const INITIALIZE = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'corvid-bench', version: '1' },
};

const running = new Set();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Starts a server and speaks newline-delimited JSON-RPC with it: the same small client for all, and an
 * answer's time is taken when its line is complete, before it is parsed.
 */
export function openSession({ argv, env, cwd }) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, argv, { cwd, env, stdio: 'pipe' });
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const { request, answer, failAll } = createRequests(send);
  child.stdout.on('data', byLine(answer));
  const exited = watchEnd(child, failAll);
  return {
    startedAt,
    request,
    initialize: () => request('initialize', INITIALIZE),
    initialized: () => send({ method: 'notifications/initialized' }),
    callTool: (name, args) => request('tools/call', { name, arguments: args }),
    cpuMs: () => cpuMsOfTree(child.pid),
    rssMib: () => rssMibOfTree(child.pid),
    close: () => close(child, exited),
  };
}

/** Requests on their way. Once the server has ended, every further one fails at once. */
function createRequests(send) {
  const pending = new Map();
  let lastId = 0;
  let endReason;
  const request = (method, params) => {
    if (endReason) return Promise.reject(new Error(endReason));
    const id = ++lastId;
    const { promise, settle } = createWait(`no answer to ${method} in ${ANSWER_TIMEOUT_MS} ms`);
    pending.set(id, { settle, sentAt: performance.now() });
    send({ id, method, params });
    return promise.finally(() => pending.delete(id));
  };
  const answer = (line, arrivedAt) => {
    const message = parse(line);
    const waiting = message && !message.method && pending.get(message.id);
    if (!waiting) return;
    if (message.error) return waiting.settle(new Error(message.error.message));
    const wallMs = arrivedAt - waiting.sentAt;
    waiting.settle(undefined, { result: message.result, bytes: line.length, arrivedAt, wallMs });
  };
  const failAll = (reason) => {
    endReason = reason;
    for (const { settle } of pending.values()) settle(new Error(reason));
  };
  return { request, answer, failAll };
}

function createWait(timeoutReason) {
  let settle;
  const promise = new Promise((resolve, reject) => {
    settle = (error, value) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve(value);
    };
  });
  const timer = setTimeout(() => settle(new Error(timeoutReason)), ANSWER_TIMEOUT_MS);
  return { promise, settle };
}

/** Resolves when the server has ended, after telling why to those who still wait for an answer. */
function watchEnd(child, failAll) {
  let errorTail = '';
  running.add(child);
  child.stdin.on('error', () => {});
  child.stderr.on('data', (chunk) => {
    errorTail = (errorTail + chunk).slice(-2000);
  });
  return new Promise((resolve) => {
    child.once('error', (error) => failAll(error.message));
    child.once('close', (code, signal) => {
      running.delete(child);
      failAll(`the server ended (${signal ?? code}): ${errorTail.trim().split('\n').at(-1).slice(0, 200)}`);
      resolve();
    });
  });
}

/** Ends politely first: a server killed at once may leave a lock that slows down its next start. */
async function close(child, exited) {
  child.stdin.end();
  const timer = setTimeout(() => child.kill('SIGKILL'), EXIT_GRACE_MS);
  await exited;
  clearTimeout(timer);
}

function parse(line) {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return undefined;
  }
}

function byLine(onLine) {
  let parts = [];
  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      const arrivedAt = performance.now();
      parts.push(chunk.subarray(from, at));
      onLine(Buffer.concat(parts), arrivedAt);
      parts = [];
      from = at + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  };
}
