import type { Group } from '../../../core/checkpoints/group.ts';

/** Contents by their SHA-256. */
export interface ContentStore {
  has(id: string): boolean;
  /** Undefined if it is not there, or is damaged. */
  read(id: string): Promise<Uint8Array | undefined>;
  /** Throws if there is no room for it. */
  save(bytes: Uint8Array): Promise<string>;
}

export interface GroupStore {
  /** Replaces the group of the same id. */
  save(group: Group): Promise<void>;
  /** All groups of all processes, oldest first. */
  list(): Promise<readonly Group[]>;
  subscribe(onGroup: (group: Group) => void): Promise<() => void>;
}
