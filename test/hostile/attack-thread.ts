import { Worker } from 'node:worker_threads';
import { afterTest } from '../after-test.ts';

/** Code that runs in a thread of its own until it is stopped, at the latest after some seconds. */
export type Attack = { stop(): Promise<{ rounds: number }> };

const MAX_SECONDS = 60;

/** `step` is the body of a function of `fs`, `data` and `round`, called again and again. */
export async function startAttack(step: string, data: Record<string, unknown>): Promise<Attack> {
  const flags = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(
    `const fs = require('node:fs');
     const { parentPort, workerData: { data, flags } } = require('node:worker_threads');
     const step = new Function('fs', 'data', 'round', 'spin', ${JSON.stringify(step)});
     // Longer and shorter pauses, so that each place between two calls of the victim is met.
     const spin = (most) => { for (let n = Math.random() * most; n > 0; n--) Atomics.load(flags, 0); };
     const end = Date.now() + ${MAX_SECONDS * 1000};
     parentPort.postMessage('begun');
     for (let round = 0; Atomics.load(flags, 0) === 0 && Date.now() < end; round++) {
       step(fs, data, round, spin);
       Atomics.add(flags, 1, 1);
     }`,
    { eval: true, workerData: { data, flags } },
  );
  afterTest(() => worker.terminate());
  const ended = new Promise<void>((resolve, reject) => {
    worker.once('exit', () => resolve());
    worker.once('error', reject);
  });
  await new Promise((resolve) => worker.once('message', resolve));
  return {
    async stop() {
      Atomics.store(flags, 0, 1);
      await ended;
      return { rounds: Atomics.load(flags, 1) };
    },
  };
}

/** Calls again and again, so many times or milliseconds; what is refused does not matter. */
export async function callAgain(
  most: { readonly times: number; readonly milliseconds: number },
  call: (time: number) => Promise<unknown>,
): Promise<void> {
  const end = performance.now() + most.milliseconds;
  for (let time = 0; time < most.times && performance.now() < end; time++) await call(time).catch(() => {});
}

export type Rounds = {
  /** Resolves when the step is about to begin. */
  begin(data: Record<string, unknown>): Promise<void>;
  /** What the step of this round has given. */
  end(): Promise<unknown>;
  stop(): Promise<unknown>;
};

/** A thread that does one step in each round, at the same time as what is done here. */
export async function startRounds(step: string): Promise<Rounds> {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(
    `const fs = require('node:fs');
     const { parentPort, workerData: flag } = require('node:worker_threads');
     const step = new Function('fs', 'data', 'spin', ${JSON.stringify(step)});
     const spin = () => { for (let n = Math.random() ** 2 * 400_000; n > 0; n--) Atomics.load(flag, 0); };
     parentPort.on('message', (data) => {
       Atomics.store(flag, 0, 1);
       parentPort.postMessage(step(fs, data, spin));
     });`,
    { eval: true, workerData: flag },
  );
  afterTest(() => worker.terminate());
  let answer: Promise<unknown> | undefined;
  return {
    async begin(data) {
      answer = new Promise((resolve) => worker.once('message', resolve));
      Atomics.store(flag, 0, 0);
      worker.postMessage(data);
      while (Atomics.load(flag, 0) === 0);
    },
    end: async () => answer,
    stop: () => worker.terminate(),
  };
}
