import { readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';

// How long a trivial call waits, and how much memory the server takes, while other work keeps it busy. Linux only.

export type Waits<Result> = {
  readonly result: Result;
  readonly longestWaitMs: number;
  /** The most memory that the server held at once. */
  readonly peakMib: number;
  /** The trivial calls that were answered. */
  readonly calls: number;
};

const EVERY_MS = 100;

/** Of all measurements of a file. */
const worst = { longestWaitMs: 0, peakMib: 0, calls: 0 };

/** What is promised for any input. */
export const MAX_WAIT_MS = 1_000;
export const MAX_MIB = 400;

/** Sends a trivial call every 100 ms, whether or not the last one was answered, until the work is done. */
export async function measureWaits<Result>(
  client: Pick<Client, 'callTool'>,
  pid: number,
  work: () => Promise<Result>,
): Promise<Waits<Result>> {
  const path = join(await readlink(`/proc/${pid}/cwd`), 'tiny.txt');
  await writeFile(path, 'tiny\n');
  await forgetPeak(pid);
  const waits: Promise<number>[] = [];
  const send = () => waits.push(waitOf(client, path));
  send();
  const timer = setInterval(send, EVERY_MS);
  try {
    const result = await work();
    clearInterval(timer);
    send();
    const longestWaitMs = Math.max(...(await Promise.all(waits)));
    const measured = { longestWaitMs, peakMib: await peakMib(pid), calls: waits.length };
    worst.longestWaitMs = Math.max(worst.longestWaitMs, longestWaitMs);
    worst.peakMib = Math.max(worst.peakMib, measured.peakMib);
    worst.calls += waits.length;
    return { result, ...measured };
  } finally {
    clearInterval(timer);
    await Promise.allSettled(waits);
  }
}

/** Says after the tests of a file what was measured in all of them. */
export function reportWorst(): void {
  const { longestWaitMs, peakMib, calls } = worst;
  const text = `Longest wait of ${calls} trivial calls: ${Math.round(longestWaitMs)} ms; most memory: ${peakMib} MiB`;
  process.stdout.write(`${text}\n`);
}

async function waitOf(client: Pick<Client, 'callTool'>, path: string): Promise<number> {
  const sentAt = performance.now();
  const answer = await client.callTool({ name: 'file_read', arguments: { path } });
  if (answer.isError) throw new Error(`The trivial call failed: ${JSON.stringify(answer.content)}`);
  return performance.now() - sentAt;
}

async function peakMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1]) / 1024);
}

/** So that each measurement has a peak of its own; where the kernel does not allow it, the peak is that since the start. */
async function forgetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => {});
}
