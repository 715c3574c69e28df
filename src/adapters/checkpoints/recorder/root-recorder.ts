import type { Group } from '../../../core/checkpoints/group.ts';
import type { Selection } from '../../../core/checkpoints/select-groups.ts';
import type {
  ApplyOptions,
  ChangeContents,
  Coverage,
  GroupFilter,
  OpenGroup,
  Outcome,
  Plan,
  RecordedCall,
  WrittenFile,
} from '../../../ports/checkpoints.ts';
import type { CoveredTree } from './covered-tree.ts';
import type { ContentStore, GroupStore } from './stores.ts';

export type RecorderParts = {
  readonly tree: CoveredTree;
  readonly groups: GroupStore;
  readonly contents: ContentStore;
  /** A name for this process. */
  readonly server: string;
  readonly now: () => number;
  /** Runs an undo while no other process undoes anything in this folder. */
  readonly alone: <T>(action: () => Promise<T>) => Promise<T>;
  /** Called at the end of each call. */
  readonly onCall?: () => void;
  readonly onClose?: () => Promise<void>;
};

export type Begun = Pick<OpenGroup, 'id' | 'earlier' | 'late' | 'notRecorded'>;

/** Records what calls change in one folder. Paths are relative to it; values can be sent between threads. */
export interface RootRecorder {
  /** With the id that the call has in other folders. */
  begin(call: RecordedCall, id?: string): Promise<Begun>;
  collect(id: string): Promise<Group | undefined>;
  pause(id: string): Promise<Group | undefined>;
  resume(id: string, running?: string): Promise<readonly Group[]>;
  end(id: string, written?: readonly WrittenFile[]): Promise<Group | undefined>;
  list(filter?: GroupFilter): Promise<Group[]>;
  plan(selection: Selection, options?: { merge?: boolean }): Promise<Plan>;
  apply(plan: Plan, options?: ApplyOptions & { id?: string }): Promise<Outcome>;
  diff(id: string, filter?: { path?: string }): Promise<ChangeContents[]>;
  subscribe(onGroup: (group: Group) => void): Promise<() => void>;
  coverage(): Promise<Coverage>;
  close(): Promise<void>;
}
