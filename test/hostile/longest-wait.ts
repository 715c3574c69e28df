import { readFileSync } from 'node:fs';
import { readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { expect } from 'vitest';

// How long a trivial call waits, and how much memory the server takes, while other work keeps it busy. Linux only.

export type Waits<Result> = {
  readonly result: Result;
  /** The longest wait of a trivial call, by the clock. */
  readonly longestWaitMs: number;
  /** The longest time that the server computed between a trivial call and its answer: other programs do not add to it. */
  readonly computedMs: number;
  readonly peakMib: number;
  /** The trivial calls that were answered. */
  readonly calls: number;
};

type Wait = { readonly waitMs: number; readonly computedMs: number };

const INTERVAL_MS = 100;

/** Of all measurements of a file. */
const worst = { longestWaitMs: 0, waited: '', computedMs: 0, computed: '', peakMib: 0, calls: 0 };

/** What is promised for any input. */
export const MAX_WAIT_MS = 1_000;
export const MAX_MIB = 400;

/** Half of the wait that is promised, so that the promise holds on a machine that gives the server half a processor. */
export const MAX_COMPUTED_MS = 500;

/** Sends a trivial call every 100 ms, whether or not the last one was answered, until the work is done. */
export async function measureWaits<Result>(
  client: Pick<Client, 'callTool'>,
  pid: number,
  work: () => Promise<Result>,
): Promise<Waits<Result>> {
  const path = join(await readlink(`/proc/${pid}/cwd`), 'tiny.txt');
  await writeFile(path, 'tiny\n');
  await forgetPeak(pid);
  const waits: Promise<Wait>[] = [];
  const send = () => waits.push(waitOf(client, path, pid));
  send();
  const timer = setInterval(send, INTERVAL_MS);
  try {
    const result = await work();
    clearInterval(timer);
    send();
    const measured = { ...longestOf(await Promise.all(waits)), peakMib: await peakMib(pid) };
    const calls = waits.length;
    remember({ ...measured, calls });
    return { result, ...measured, calls };
  } finally {
    clearInterval(timer);
    await Promise.allSettled(waits);
  }
}

function longestOf(waits: readonly Wait[]) {
  return {
    longestWaitMs: Math.max(...waits.map(({ waitMs }) => waitMs)),
    computedMs: Math.max(...waits.map(({ computedMs }) => computedMs)),
  };
}

function remember(measured: Omit<Waits<unknown>, 'result'>): void {
  const test = expect.getState().currentTestName ?? '';
  const { longestWaitMs, computedMs, peakMib, calls } = measured;
  if (longestWaitMs > worst.longestWaitMs) Object.assign(worst, { longestWaitMs, waited: test });
  if (computedMs > worst.computedMs) Object.assign(worst, { computedMs, computed: test });
  worst.peakMib = Math.max(worst.peakMib, peakMib);
  worst.calls += calls;
}

/** Prints, after the tests of a file, the worst of all their measurements. */
export function reportWorst(): void {
  const { longestWaitMs, waited, computedMs, computed, peakMib, calls } = worst;
  const wait = `Longest wait of ${calls} trivial calls: ${Math.round(longestWaitMs)} ms (${waited})`;
  const computing = `longest computing: ${Math.round(computedMs)} ms (${computed})`;
  process.stdout.write(`${wait}; ${computing}; peak memory: ${peakMib} MiB\n`);
}

async function waitOf(client: Pick<Client, 'callTool'>, path: string, pid: number): Promise<Wait> {
  const sentAt = performance.now();
  const computedBefore = computedMsOf(pid);
  const answer = await client.callTool({ name: 'file_read', arguments: { path } });
  if (answer.isError) throw new Error(`The trivial call failed: ${JSON.stringify(answer.content)}`);
  return { waitMs: performance.now() - sentAt, computedMs: computedMsOf(pid) - computedBefore };
}

/** The processor time of the server's main thread, in nanoseconds in the kernel. */
function computedMsOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

async function peakMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1]) / 1024);
}

/** So that each measurement has a peak of its own; where the kernel does not allow it, the peak is that since the start. */
async function forgetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => {});
}
