import type { JournalCall } from '../core/journal/call-record.ts';

/** The calls that a page which is opened now shows. */
const MAX_CALLS = 500;

export type FeedEvent =
  | { readonly type: 'calls'; readonly calls: readonly JournalCall[]; readonly isStart?: boolean }
  | { readonly type: 'problem'; readonly message: string };

type Send = (event: FeedEvent) => void;

/** Keeps the last calls for pages that are opened later, and sends new ones to those that are open. */
export class LiveFeed {
  readonly #pages = new Set<Send>();
  #calls: readonly JournalCall[] = [];

  readonly add = (calls: readonly JournalCall[]): void => {
    this.#calls = [...this.#calls, ...calls].slice(-MAX_CALLS);
    this.#send({ type: 'calls', calls });
  };

  readonly report = (message: string): void => this.#send({ type: 'problem', message });

  /** Returns what ends it. */
  subscribe(send: Send): () => void {
    this.#pages.add(send);
    send({ type: 'calls', calls: this.#calls, isStart: true });
    return () => this.#pages.delete(send);
  }

  find(process: string, id: number): JournalCall | undefined {
    return this.#calls.find(({ process: one, call }) => keyOf(one) === process && call.id === id);
  }

  #send(event: FeedEvent): void {
    for (const send of this.#pages) send(event);
  }
}

export function keyOf({ pid, startedAt }: JournalCall['process']): string {
  return `${pid}-${startedAt}`;
}
