import type { Change } from '../core/edit/text-edit.ts';

export type HistoryEntry = {
  readonly id: string;
  readonly path: string;
  readonly tool: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly kind: 'create' | 'edit' | 'delete';
  readonly linesAdded: number;
  readonly linesRemoved: number;
  /** The unified diff of the change, cut to a few thousand characters; kept for people to read. */
  readonly diff: string;
  /** False if the change could not be remembered: it cannot be taken back. */
  readonly stored?: boolean;
};

export type NewHistoryEntry = Change & {
  readonly tool: string;
  readonly linesAdded: number;
  readonly linesRemoved: number;
  /** The unified diff of the change, cut to a few thousand characters; kept for people to read. */
  readonly diff: string;
};

/** What taking back the newest change of a file would mean, given the bytes that stand there now. */
export type LookBack =
  | { readonly state: 'empty' }
  | { readonly state: 'changed-since'; readonly entry: HistoryEntry }
  | { readonly state: 'ready'; readonly entry: HistoryEntry; readonly before: Uint8Array | undefined };

/** An undone entry is told by its id: it is gone. */
export type HistoryEvent =
  | { readonly kind: 'made'; readonly entry: HistoryEntry }
  | { readonly kind: 'undone'; readonly id: string };

/** Remembers changes, so that they can be taken back after a restart and by another process. */
export interface History {
  /**
   * Runs the action while no other process, nor another call here, edits this path. Throws BUSY if another
   * process does not let go of it. Not reentrant.
   */
  exclusively<T>(path: string, action: () => Promise<T>): Promise<T>;
  /**
   * Remembers a change just before it is made: an entry whose change never happened is dropped later.
   * Never fails the edit; the entry says if it was not stored.
   */
  record(entry: NewHistoryEntry): Promise<HistoryEntry>;
  /** Drops the oldest entries of a path beyond the limit, once its newest change is made. */
  settle(path: string): Promise<void>;
  /**
   * Drops entries whose change never happened, so it belongs inside `exclusively`; unless all are to be kept, which
   * writes nothing.
   */
  lookBack(path: string, current: Uint8Array | undefined, options?: { keepAll?: boolean }): Promise<LookBack>;
  forget(entry: HistoryEntry): Promise<void>;
  /** Newest first. */
  list(filter?: { path?: string; limit?: number }): Promise<HistoryEntry[]>;
  /**
   * Tells of each change that is made or taken back from now on, by any process, once `exclusively` lets go of its
   * path. Gives what ends it.
   */
  watch(tell: (event: HistoryEvent) => void): Promise<() => void>;
  close(): Promise<void>;
}
