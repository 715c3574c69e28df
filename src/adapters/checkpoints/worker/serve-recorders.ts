import type { MessagePort } from 'node:worker_threads';
import { openRecorder } from '../disk/open-recorder.ts';
import type { RootRecorder } from '../recorder/root-recorder.ts';
import { type FromWorker, receivedError, type SentOptions, sentError, type ToWorker } from './messages.ts';

type Question = Extract<ToWorker, { number: number }>;
type Granted = { readonly resolve: () => void; readonly reject: (error: Error) => void };

/** The program of the worker: it answers for the recorders of all roots. */
export function serveRecorders(port: MessagePort): void {
  const recorders = new Map<string, Promise<RootRecorder>>();
  const waiting = new Map<number, Granted>();
  const send = (message: FromWorker) => port.postMessage(message);
  let locks = 0;

  const locked = async <T>(options: SentOptions, path: string, action: () => Promise<T>): Promise<T> => {
    const lock = ++locks;
    await new Promise<void>((resolve, reject) => {
      waiting.set(lock, { resolve, reject });
      send({ lock, directory: options.directory, path });
    });
    try {
      return await action();
    } finally {
      send({ unlock: lock });
    }
  };

  const open = (options: SentOptions): Promise<RootRecorder> => {
    const opened = openRecorder({ ...options, alone: (path, action) => locked(options, path, action) });
    const recorder = opened.then((parts) => parts.recorder);
    // The next question tries again.
    recorder.catch(() => recorders.delete(options.root));
    recorders.set(options.root, recorder);
    return recorder;
  };

  const answer = async ({ number, options, method, given }: Question): Promise<void> => {
    try {
      const recorder = await (recorders.get(options.root) ?? open(options));
      if (method === 'close') recorders.delete(options.root);
      const ask = recorder[method].bind(recorder) as (...given: readonly unknown[]) => Promise<unknown>;
      send({ number, result: await ask(...given) });
    } catch (error) {
      send({ number, failure: sentError(error) });
    }
  };

  port.on('message', (message: ToWorker) => {
    if ('number' in message) return void answer(message);
    const granted = waiting.get(message.locked);
    waiting.delete(message.locked);
    if (message.failure) granted?.reject(receivedError(message.failure));
    else granted?.resolve();
  });
}
