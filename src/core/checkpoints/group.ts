import { isSameState, type PathChange } from './path-state.ts';

/** Who made the changes of a group. */
export type Author = {
  /** `other`: a person, a background job, another program. */
  readonly kind: 'call' | 'other';
  /** The process that recorded the group. */
  readonly server: string;
  /** Whose call it was: several clients can share one server. */
  readonly client?: string;
  readonly tool?: string;
  readonly terminal?: string;
  readonly command?: string;
  /** A name that the caller gave to this point in time. */
  readonly label?: string;
  /** What may have made the changes, if it is not known. */
  readonly note?: string;
};

/** A change as part of a group. */
export type GroupChange = PathChange & {
  /** Larger than that of each change that was found before. */
  readonly at: number;
  /** The other groups that it may belong to, since their commands ran at the same time. */
  readonly shared?: readonly string[];
  /** How many lines of text it added and removed, where they were counted. */
  readonly lines?: { readonly added: number; readonly removed: number };
};

/** What a repository has checked out: the branch or commit, the commit itself, an operation under way, the stash. */
export type Head = {
  readonly ref: string;
  readonly commit: string;
  readonly operation?: string;
  readonly stash?: string;
};

/** A repository inside the covered folder, or above it, whose head moved. */
export type HeadMove = { readonly repository: string; readonly before?: Head; readonly after?: Head };

/** What one call changed; all of it can be undone together. */
export type Group = {
  readonly id: string;
  /** Larger than that of each group that was recorded before, whatever the clock says. */
  readonly order: number;
  readonly from: number;
  readonly to: number;
  readonly by: Author;
  readonly changes: readonly GroupChange[];
  readonly heads?: readonly HeadMove[];
  /** Ignored folders that changed: what is in them was not recorded. */
  readonly notCovered?: readonly string[];
  /** How many files were not saved yet when the call began. */
  readonly unsaved?: number;
  /** The folder was still being read when the call began: changes may be missing. */
  readonly isPartial?: boolean;
  /** The groups that this one took back as a whole. */
  readonly undoes?: readonly string[];
  /** Those of which it took back some paths only. */
  readonly undoesPartOf?: readonly string[];
  /** Whether it took back undos. */
  readonly isRedo?: boolean;
};

/** Whether the group is an undo, which a redo can take back. */
export function isUndo({ undoes, undoesPartOf, isRedo }: Group): boolean {
  return (undoes !== undefined || undoesPartOf !== undefined) && !isRedo;
}

/**
 * Successive changes of one path as one, where each begins as the one before it ended. Shared changes stay as they are:
 * they belong to several groups.
 */
export function composeChanges(changes: readonly GroupChange[]): GroupChange[] {
  const composed = new Map<string, GroupChange[]>();
  for (const change of changes) {
    const earlier = composed.get(change.path);
    const last = earlier?.at(-1);
    if (earlier && last && canJoin(last, change)) earlier[earlier.length - 1] = joined(last, change);
    else if (earlier) earlier.push(change);
    else composed.set(change.path, [change]);
  }
  return [...composed.values()].flat().filter(({ before, after }) => !isSameState(before, after));
}

function canJoin(first: GroupChange, second: GroupChange): boolean {
  return !first.shared && !second.shared && isSameState(first.after, second.before);
}

function joined({ path, before }: GroupChange, { after, at }: GroupChange): GroupChange {
  return { path, before, after, at };
}
