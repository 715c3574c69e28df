import type { Group } from '../core/checkpoints/group.ts';
import type { PathChange } from '../core/checkpoints/path-state.ts';
import type { UndoPlan } from '../core/checkpoints/plan-undo.ts';
import type { Selection } from '../core/checkpoints/select-groups.ts';

/** A call whose changes become a group. */
export type RecordedCall = {
  /** All changes that are found while it is open belong to it, as to a command in a terminal. */
  readonly runsProgram: boolean;
  readonly tool: string;
  readonly client?: string;
  readonly terminal?: string;
  readonly command?: string;
  readonly label?: string;
  /** What may have changed files since the last call, as a background job. */
  readonly running?: string;
  /** It takes back what an earlier call wrote, as the undo of one file. */
  readonly takesBack?: boolean;
};

/** A file that the call itself wrote; an absent side means that there was none. */
export type WrittenFile = {
  readonly path: string;
  readonly before?: Uint8Array | undefined;
  readonly after?: Uint8Array | undefined;
  /** The permissions of a file that the call removed. */
  readonly mode?: number | undefined;
  /** It is a folder that the call made. */
  readonly isFolder?: boolean;
};

/** The changes of a call that has not ended. No method fails the call: what cannot be recorded is not reported. */
export interface OpenGroup {
  readonly id: string;
  /** What other programs or servers changed since the last call. */
  readonly earlier: readonly Group[];
  /** What earlier calls of this server changed, if it was recorded too late for their results. */
  readonly late?: readonly Group[];
  /** Why nothing is recorded of this call. */
  readonly notRecorded?: string;
  /** What was changed so far; undefined if nothing was. */
  collect(): Promise<Group | undefined>;
  /** The same; what changes until `resume` does not belong to it, since nothing waits for its command. */
  pause(): Promise<Group | undefined>;
  /** Returns what was changed meanwhile by others. `running`: as of a call. */
  resume(running?: string): Promise<readonly Group[]>;
  /** Closes the group and stores it; undefined if nothing was changed. */
  end(written?: readonly WrittenFile[]): Promise<Group | undefined>;
}

export type ApplyOptions = {
  /** Restore what is ready, and leave conflicts alone. */
  readonly partial?: boolean;
  /** Merge where lines do not collide. */
  readonly merge?: boolean;
  /** Also if a repository's head moved together with the files. */
  readonly filesOnly?: boolean;
  readonly client?: string;
  readonly tool?: string;
};

/** A plan that is made again before it is applied: only what is the same then is done. */
export type Plan = UndoPlan & {
  readonly selection: Selection;
  /** Paths with a conflict that a merge resolves, and the merged content. */
  readonly merged: readonly MergedFile[];
  /** Groups that were asked for and are not there. */
  readonly missing: readonly string[];
};

export type MergedFile = { readonly path: string; readonly id: string; readonly size: number };

export type UndoRefusal =
  /** No group was chosen, or its files are as they were before it. */
  | 'nothing'
  | 'conflicts'
  | 'heads'
  /** What there is now is not what the plan was made for. */
  | 'changed'
  /** What is there now could not be saved, and would be lost. */
  | 'unsaved';

export type Outcome = {
  /** Why nothing was written. */
  readonly refused?: UndoRefusal;
  /** As it was right before writing. */
  readonly plan: Plan;
  /** The group of this undo, which a redo takes back. */
  readonly group?: Group;
  readonly restored: readonly string[];
  /** Paths that could not be restored, although they were ready. */
  readonly failed: readonly { readonly path: string; readonly why: string }[];
};

/** Both sides of a change, as far as they are files that were saved. */
export type ChangeContents = {
  readonly change: PathChange;
  readonly before?: Uint8Array | undefined;
  readonly after?: Uint8Array | undefined;
};

export type GroupFilter = { readonly id?: string; readonly path?: string; readonly limit?: number };

/** What is recorded, for people. */
export type Coverage = {
  readonly mode: 'on' | 'edits' | 'off';
  /** Why less is recorded than was asked for. */
  readonly reason?: string;
  readonly files?: number;
  /** How changes are found: by events of the system, or by looking at every file. */
  readonly by?: 'watching' | 'walking';
  readonly storedBytes?: number;
  /** Repositories and files whose content is not saved. */
  readonly unsaved?: number;
};

/** Records what calls and commands change, in groups that can be undone and redone. Paths are absolute. */
export interface Checkpoints {
  begin(call: RecordedCall): Promise<OpenGroup>;
  /** Newest first. */
  list(filter?: GroupFilter): Promise<Group[]>;
  plan(selection: Selection, options?: { merge?: boolean }): Promise<Plan>;
  apply(plan: Plan, options?: ApplyOptions): Promise<Outcome>;
  diff(id: string, filter?: { path?: string }): Promise<ChangeContents[]>;
  /** Reports each group that any process records from now on. Returns what ends it. */
  subscribe(onGroup: (group: Group) => void): Promise<() => void>;
  coverage(): Promise<Coverage>;
  close(): Promise<void>;
}
