import type { Group, Head } from '../../../core/checkpoints/group.ts';
import type { PathChange, PathState } from '../../../core/checkpoints/path-state.ts';
import type { Restore } from '../../../core/checkpoints/plan-undo.ts';
import type { Coverage } from '../../../ports/checkpoints.ts';

/** What was found to differ from the last time. */
export type FoundChanges = {
  readonly changes: readonly PathChange[];
  /** Ignored folders that changed. */
  readonly notCovered: readonly string[];
  /** How many files are known but not saved yet. */
  readonly unsaved: number;
  /** Not all files are known yet: changes may be missing. */
  readonly isPartial?: boolean;
};

export type RestoreRequest = {
  /** What is stored once the restore is done, also if another process has to finish it. */
  readonly group: Group;
  readonly restores: readonly Restore[];
};

export type Restored = {
  readonly done: readonly Restore[];
  readonly failed: readonly { readonly path: string; readonly why: string }[];
};

/** The files of one folder whose states are known. Paths are relative to it, with `/` between names. */
export interface CoveredTree {
  /** Whether all is known by now, or within this time. */
  ready(timeoutMs: number): Promise<boolean>;
  /** What differs from the last time. The contents of both sides are stored by then, where the states say so. */
  changes(options?: { isThorough?: boolean }): Promise<FoundChanges>;
  /** What the repositories in it have checked out, by their path. */
  heads(): Promise<ReadonlyMap<string, Head>>;
  /** What is there now, by a look at it; undefined also if a folder above is a link. */
  statesOf(paths: readonly string[]): Promise<ReadonlyMap<string, PathState | undefined>>;
  /** The content of a file whose state is known; undefined if it is not the one with this id. */
  contentOf(path: string, id: string): Promise<Uint8Array | undefined>;
  /** All names in a folder. */
  namesIn(folder: string): Promise<string[]>;
  /** Makes each path what it was, if it is still what it should be before. */
  restore(request: RestoreRequest): Promise<Restored>;
  /** The group of the restore is stored: nothing is left to finish. */
  forgetRestore(id: string): Promise<void>;
  coverage(): Promise<Coverage>;
  close(): Promise<void>;
}
