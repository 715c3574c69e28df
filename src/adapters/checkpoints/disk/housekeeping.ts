/** So long nothing must happen before something is done in idle. */
const QUIET_MS = 2_000;
const MIN_PAUSE_MS = 60_000;

/** Does its work when calls have been made and then nothing happened for a while, and not too often. */
export class Housekeeping {
  readonly #work: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #doneAt = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | undefined;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** A call was made. */
  called(): void {
    clearTimeout(this.#timer);
    const pause = Math.max(QUIET_MS, this.#doneAt + MIN_PAUSE_MS - performance.now());
    this.#timer = setTimeout(() => this.#run(), pause).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#running;
  }

  #run(): void {
    this.#running ??= this.#work()
      .catch(() => {})
      .finally(() => {
        this.#doneAt = performance.now();
        this.#running = undefined;
      });
  }
}
