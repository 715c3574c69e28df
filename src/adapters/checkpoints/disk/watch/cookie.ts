import { closeSync, type FSWatcher, openSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from '../../../private/private-folder.ts';

/** Events are dropped, or the loop is blocked, if it takes longer. */
const MAX_DELAY_MS = 200;

/**
 * A file in a folder of ours whose event shows that all earlier ones have arrived: one thread has one queue of events,
 * and the kernel keeps their order.
 */
export class Cookie {
  readonly #folder: string;
  readonly #watcher: FSWatcher;
  readonly #waiting = new Map<string, () => void>();
  #number = 0;

  /** Throws if the folder cannot be watched. */
  constructor(folder: string) {
    this.#folder = folder;
    makePrivateFolder(folder);
    this.#watcher = watch(folder, (_, name) => this.#waiting.get(name ?? '')?.());
    this.#watcher.on('error', () => {});
  }

  /** False if the event does not arrive in time. */
  async arrive(): Promise<boolean> {
    const name = `${process.pid}-${++this.#number}`;
    const file = join(this.#folder, name);
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<boolean>((resolve) => {
        timer = setTimeout(() => resolve(false), MAX_DELAY_MS);
        this.#waiting.set(name, () => resolve(true));
        closeSync(openSync(file, 'wx', 0o600));
      });
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(name);
      rmSync(file, { force: true });
    }
  }

  close(): void {
    this.#watcher.close();
  }
}
