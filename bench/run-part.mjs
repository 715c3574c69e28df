import { spawn } from 'node:child_process';
import { homedir, tmpdir } from 'node:os';
import { PROJECT } from './options.mjs';

const MAX_MS = 90 * 60_000;
const TAIL = 2_000;

// A signal must lead to the end of the benchmark that runs, too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

/** Runs a benchmark as a process of its own; gives its JSON, or `{ error }` if it came to nothing. */
export async function runPart({ script, args }, { isQuick }) {
  const all = [script, '--json', ...args, ...(isQuick ? ['--quick'] : [])];
  const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = () => child.kill();
  process.once('exit', stop);
  const timer = setTimeout(stop, MAX_MS);
  try {
    return resultOf(await finished(child));
  } finally {
    clearTimeout(timer);
    process.off('exit', stop);
  }
}

function finished(child) {
  const chunks = [];
  let tail = '';
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.stderr.on('data', (chunk) => {
    process.stderr.write(chunk);
    tail = (tail + chunk).slice(-TAIL);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      resolve({ code, signal, output: Buffer.concat(chunks).toString('utf8'), tail }),
    );
  });
}

function resultOf({ code, signal, output, tail }) {
  const data = parse(withoutPaths(output));
  if (data) return data;
  const last = withoutPaths(tail).trim().split('\n').at(-1);
  const end = signal ? `ended by ${signal} (the limit is ${MAX_MS / 60_000} minutes)` : `exit code ${code}`;
  return { error: `${end}, last words: ${last || 'none'}` };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A report tells of a class of machine, not of this one's folders. */
function withoutPaths(text) {
  const folders = [PROJECT, tmpdir(), homedir()];
  return folders.reduce((shorter, folder) => shorter.replaceAll(folder, '…'), text);
}
