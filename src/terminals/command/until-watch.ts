import { createOutputWatch, type OutputWatch } from '../../core/terminal/output/output-watch.ts';
import { describeUntil, type Until } from '../../core/terminal/until.ts';
import type { Shell, TimedPattern } from '../../ports/terminals.ts';

/** How far a call has come that waits for something. */
export type UntilState = {
  readonly condition: string;
  readonly isMet: boolean;
  /** Why it is no longer looked for. */
  readonly obstacle: string | undefined;
};

export type UntilParts = {
  readonly until: Until;
  readonly shell: Shell;
  readonly timedPattern: (source: string, flags: string) => TimedPattern;
};

const POLL_MS = 100;

/** Watches what a command prints, or a port, for one call. */
export class UntilWatch {
  readonly met: Promise<void>;
  readonly #parts: UntilParts;
  readonly #look: OutputWatch | undefined;
  readonly #pattern: TimedPattern | undefined;
  #resolve = () => {};
  #isMet = false;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(parts: UntilParts) {
    const { until } = parts;
    this.#parts = parts;
    this.met = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    if (until.kind === 'text') this.#look = createOutputWatch((text) => text.includes(until.text));
    if (until.kind !== 'pattern') return;
    const pattern = parts.timedPattern(until.source, until.flags);
    this.#pattern = pattern;
    this.#look = createOutputWatch((text) => pattern.isIn(text));
  }

  /** Remembers who listens already. In a command that runs, its own listeners are those that are waited for. */
  async start(isRunning: boolean): Promise<void> {
    const { until, shell } = this.#parts;
    if (until.kind !== 'port') return;
    const before = await shell.listeners(until.port);
    const known = new Set(before.filter(({ isOwn }) => !(isRunning && isOwn)).map(({ socket }) => socket));
    const poll = async () => {
      const now = await shell.listeners(until.port);
      if (now.some(({ socket }) => !known.has(socket))) this.#found();
      else if (!this.#isClosed) this.#timer = setTimeout(() => void poll(), POLL_MS);
    };
    void poll();
  }

  push(bytes: Uint8Array): void {
    if (!this.#isMet && this.#look?.(bytes)) this.#found();
  }

  /** Looks no further, and says how far it has come. */
  close(): UntilState {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const isGivenUp = this.#pattern?.isGivenUp === true;
    const obstacle = isGivenUp ? 'the pattern took too long' : undefined;
    return { condition: describeUntil(this.#parts.until), isMet: this.#isMet, obstacle };
  }

  #found(): void {
    this.#isMet = true;
    this.#resolve();
  }
}
