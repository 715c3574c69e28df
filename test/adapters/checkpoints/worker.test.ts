import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { CoveredRoots } from '../../../src/adapters/checkpoints/covered-roots.ts';
import { namesIn } from '../../../src/adapters/checkpoints/disk/store/temporary-name.ts';
import { RecorderThread, recorderProgram } from '../../../src/adapters/checkpoints/worker/recorder-thread.ts';
import { ThreadRecorder } from '../../../src/adapters/checkpoints/worker/thread-recorder.ts';
import type { RecordedCall } from '../../../src/ports/checkpoints.ts';
import { afterTest } from '../../after-test.ts';
import { bundleProgram, runChild } from '../child-program.ts';
import { snapshotOf, temporaryFolders, worldIn } from './disk-world.ts';

// What happens when the worker that records changes crashes, hangs, or is late.

const command: RecordedCall = { runsProgram: true, tool: 'terminal' };

type LaterAtomics = {
  waitAsync(array: Int32Array, index: number, value: number): { value: Promise<string> | string };
};

/** A worker that stops before it answers a question of this kind, until it may go on. */
class StoppableWorker {
  readonly #flag = new Int32Array(new SharedArrayBuffer(8));
  current: Worker | undefined;

  constructor(readonly stopsAt: string) {}

  start = (): Worker => {
    const program = `
      const { parentPort, workerData: { flag, stopsAt } } = require('node:worker_threads');
      parentPort.on('message', ({ method }) => {
        if (method !== stopsAt || Atomics.load(flag, 0) === 0) return;
        Atomics.store(flag, 1, 1);
        Atomics.notify(flag, 1);
        Atomics.wait(flag, 0, 1);
      });
      require(${JSON.stringify(recorderProgram())});`;
    const workerData = { flag: this.#flag, stopsAt: this.stopsAt };
    this.current = new Worker(program, { eval: true, workerData, env: {}, stdout: true, stderr: true });
    return this.current;
  };

  stop(): void {
    Atomics.store(this.#flag, 0, 1);
  }

  /** Resolves when it has stopped. */
  async stopped(): Promise<void> {
    await (Atomics as unknown as LaterAtomics).waitAsync(this.#flag, 1, 0).value;
  }

  goOn(): void {
    Atomics.store(this.#flag, 0, 0);
    Atomics.notify(this.#flag, 0);
  }

  async kill(): Promise<void> {
    await this.current?.terminate();
  }
}

async function openInWorker({ stopsAt = 'none' } = {}) {
  const { root, state } = temporaryFolders();
  const world = worldIn(root);
  for (let i = 0; i < 50; i++) world.write(`src/f${i}.txt`, `old ${i}`);
  const worker = new StoppableWorker(stopsAt);
  const thread = new RecorderThread(worker.start);
  const limits = { maxWaitMs: 60_000 };
  const recorder = new ThreadRecorder(thread, { root, directory: state }, limits);
  const checkpoints = new CoveredRoots(() => [{ root, recorder }], { onClose: () => thread.close() });
  afterTest(() => {
    worker.goOn();
    return checkpoints.close();
  });
  const run = async (action: () => void) => {
    const open = await checkpoints.begin(command);
    action();
    return open.end();
  };
  return { root, state, world, worker, thread, limits, checkpoints, run };
}

test('nothing runs before the first call, and nothing after the end', async () => {
  const { thread, checkpoints, run } = await openInWorker();
  expect(thread.isRunning).toBe(false);
  await run(() => {});
  expect(thread.isRunning).toBe(true);
  await checkpoints.close();
  expect(thread.isRunning).toBe(false);
  expect(await checkpoints.begin(command)).toMatchObject({ id: '', notRecorded: 'it is closed' });
});

test('a command whose worker crashes is not recorded; those before and after it are', async () => {
  const { world, worker, checkpoints, run } = await openInWorker();
  const before = await run(() => world.write('src/f1.txt', 'first'));
  const open = await checkpoints.begin(command);
  world.write('src/f2.txt', 'second');
  await worker.kill();
  expect(await open.end()).toBeUndefined();
  const after = await run(() => world.write('src/f3.txt', 'third'));
  expect((await checkpoints.list()).map(({ id }) => id)).toEqual([after?.id, before?.id]);
  await checkpoints.apply(await checkpoints.plan({ steps: 2 }));
  const files = world.snapshot();
  expect([1, 2, 3].map((i) => files[`src/f${i}.txt`])).toEqual(['644 old 1', '644 second', '644 old 3']);
});

test('a question that dies with its worker is asked again', async () => {
  const { world, worker, checkpoints, run } = await openInWorker({ stopsAt: 'list' });
  await run(() => world.remove('src/f1.txt'));
  worker.stop();
  const listed = checkpoints.list();
  await worker.stopped();
  worker.goOn();
  await worker.kill();
  expect(await listed).toHaveLength(1);
});

test('an undo whose worker is killed is finished by the next one, and its lock is released', async () => {
  for (const delayMs of [0, 10]) {
    const { root, state, world, worker, checkpoints, run } = await openInWorker();
    const before = snapshotOf(root);
    await run(() => world.remove('src'));
    const removed = snapshotOf(root);
    const plan = await checkpoints.plan({});
    const applied = checkpoints.apply(plan);
    setTimeout(() => void worker.kill(), delayMs);
    const outcome = await applied.catch((error: Error) => error);
    if (outcome instanceof Error) expect(outcome.message).toMatch(/^The undo was interrupted: /);
    // The next call opens the recorder anew.
    await run(() => {});
    const now = snapshotOf(root);
    expect([before, removed]).toContainEqual(now);
    expect(namesIn(join(state, 'locks'))).toEqual([]);
  }
});

test('a command does not wait for a worker that hangs, and says that it is not recorded', async () => {
  const { world, worker, limits, checkpoints, run } = await openInWorker({ stopsAt: 'begin' });
  await run(() => {});
  worker.stop();
  limits.maxWaitMs = 20;
  const open = await checkpoints.begin(command);
  expect(open).toMatchObject({ id: '', notRecorded: 'it did not answer in time' });
  world.write('src/f1.txt', 'new');
  expect(await open.end()).toBeUndefined();
  worker.goOn();
  limits.maxWaitMs = 60_000;
  expect(await run(() => world.write('src/f2.txt', 'new'))).toMatchObject({ changes: [{}] });
});

test('what is recorded too late follows with the next call', async () => {
  const { world, worker, limits, checkpoints } = await openInWorker({ stopsAt: 'end' });
  const open = await checkpoints.begin(command);
  world.write('src/f1.txt', 'new');
  worker.stop();
  limits.maxWaitMs = 20;
  expect(await open.end()).toBeUndefined();
  worker.goOn();
  limits.maxWaitMs = 60_000;
  const next = await checkpoints.begin(command);
  expect(next.late).toMatchObject([{ id: open.id, by: { kind: 'call' }, changes: [{}] }]);
});

test('a worker that crashes again and again is not started any more, and the reason is given', async () => {
  const { root, state } = temporaryFolders();
  const crashing = () => new Worker('throw new Error("broken")', { eval: true });
  const recorder = new ThreadRecorder(new RecorderThread(crashing), { root, directory: state });
  for (let i = 0; i < 3; i++) expect(await recorder.begin(command)).toMatchObject({ notRecorded: 'broken' });
  const reason = 'it failed 3 times, the last time with: broken';
  expect(await recorder.begin(command)).toMatchObject({ notRecorded: reason });
  const message = `Changes cannot be recorded or undone: the worker for them failed (${reason}).`;
  expect(await recorder.coverage()).toEqual({ mode: 'off', reason: message });
  await expect(recorder.list()).rejects.toThrow(message);
});

test('a process with a worker that has nothing to do ends by itself', async () => {
  const program = await bundleProgram(`
    import { Worker } from 'node:worker_threads';
    import { RecorderThread } from './src/adapters/checkpoints/worker/recorder-thread.ts';
    import { ThreadRecorder } from './src/adapters/checkpoints/worker/thread-recorder.ts';
    const [, , root, directory, host] = process.argv;
    const thread = new RecorderThread(() => new Worker(host));
    const { id } = await new ThreadRecorder(thread, { root, directory }).begin({ runsProgram: true, tool: 'x' });
    console.log(id === '' ? 'failed' : 'begun');`);
  const { root, state } = temporaryFolders();
  const { code, stdout } = await runChild(process.execPath, [program.file, root, state, recorderProgram()]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'begun\n' });
  await program.remove();
});
