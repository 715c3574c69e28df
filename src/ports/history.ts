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
  /** The unified diff of the change, cut to a few thousand characters; for people to read. */
  readonly diff: string;
  /** False if the change could not be stored: it cannot be undone. */
  readonly stored?: boolean;
};

export type NewHistoryEntry = Change & {
  readonly tool: string;
  readonly linesAdded: number;
  readonly linesRemoved: number;
  /** The unified diff of the change, cut to a few thousand characters; for people to read. */
  readonly diff: string;
};

/** What undoing the newest change of a file would do, given the current bytes of the file. */
export type NextUndo =
  | { readonly state: 'empty' }
  | { readonly state: 'changed-since'; readonly entry: HistoryEntry }
  | { readonly state: 'ready'; readonly entry: HistoryEntry; readonly before: Uint8Array | undefined };

/** Of an undone entry only the id is known: the entry itself is gone. */
export type HistoryEvent =
  | { readonly kind: 'made'; readonly entry: HistoryEntry }
  | { readonly kind: 'undone'; readonly id: string };

/** Stores changes, so that they can be undone after a restart and by another process. */
export interface History {
  /**
   * Stores a change just before it is made: an entry whose change never happened is removed later.
   * Never fails the edit; the entry says if it was not stored.
   */
  record(entry: NewHistoryEntry): Promise<HistoryEntry>;
  /** Removes the oldest entries of a path beyond the limit, once its newest change is made. */
  prune(path: string): Promise<void>;
  /**
   * Removes entries whose change never happened, so the path must be locked; with `dryRun` it removes nothing.
   */
  peekUndo(path: string, current: Uint8Array | undefined, options?: { dryRun?: boolean }): Promise<NextUndo>;
  forget(entry: HistoryEntry): Promise<void>;
  /** Newest first. */
  list(filter?: { path?: string; limit?: number }): Promise<HistoryEntry[]>;
  /**
   * Reports each change that is made or undone from now on, by any process, once the lock of its path is released.
   * Returns a function that stops it.
   */
  watch(onEvent: (event: HistoryEvent) => void): Promise<() => void>;
  close(): Promise<void>;
}
