import type { BigIntStats } from 'node:fs';
import type { FolderState, PathState } from '../../../../core/checkpoints/path-state.ts';

/** What the system says of a file; if all of it is the same, the file is the same. */
export type Stamp = {
  readonly ino: bigint;
  readonly changedNs: bigint;
  readonly modifiedNs: bigint;
  readonly size: bigint;
  readonly mode: bigint;
  readonly links: bigint;
};

/** A content that the repository of the user has, by its id there. */
export type ObjectPlace = { readonly repository: string; readonly objectId: string };

/** A file, a link or a special file. */
export type LeafNode = {
  readonly kind: 'leaf';
  readonly name: string;
  readonly parent: FolderNode;
  state: PathState;
  stamp: Stamp;
  /** Where its content is, if it is not among ours. */
  object: ObjectPlace | undefined;
  /** It changed so shortly before it was read that another change may have the same time. */
  isRacy: boolean;
};

export type FolderNode = {
  readonly kind: 'folder';
  readonly name: string;
  readonly parent: FolderNode | undefined;
  /** Relative to the covered folder, '' for itself. */
  readonly path: string;
  state: FolderState;
  ino: bigint;
  device: bigint;
  /** Its time when its names were read. */
  listedNs: bigint;
  isRacy: boolean;
  readonly children: Map<string, Node>;
  /** Folders in it that are not covered, with what the system says of them. */
  readonly uncovered: Map<string, string>;
};

export type Node = LeafNode | FolderNode;

export function pathOf(node: Node): string {
  return node.kind === 'folder' ? node.path : pathIn(node.parent, node.name);
}

export function pathIn(folder: FolderNode, name: string): string {
  return folder.path === '' ? name : `${folder.path}/${name}`;
}

export function stampOf({ ino, ctimeNs, mtimeNs, size, mode, nlink }: BigIntStats): Stamp {
  return { ino, changedNs: ctimeNs, modifiedNs: mtimeNs, size, mode, links: nlink };
}

export function isSameStamp(one: Stamp, stats: BigIntStats): boolean {
  return (
    one.changedNs === stats.ctimeNs &&
    one.ino === stats.ino &&
    one.size === stats.size &&
    one.mode === stats.mode
  );
}

/** Whether only what a rename or another name changes is different: then the content is the same. */
export function hasSameTimes(one: Stamp, stats: BigIntStats): boolean {
  return (
    one.modifiedNs === stats.mtimeNs &&
    one.ino === stats.ino &&
    one.size === stats.size &&
    one.mode === stats.mode
  );
}

/** Whether a time is so near that another change may have the same one. */
export function isRecent(timeNs: bigint, clockTickMs: number): boolean {
  return clockTickMs > 0 && Date.now() - Number(timeNs / 1_000_000n) <= clockTickMs;
}

/** The twelve bits of permissions. */
export function permissionsOf(mode: bigint): number {
  return Number(mode & 0o7777n);
}

/** The node itself and all below it. */
export function* below(node: Node): Generator<Node> {
  yield node;
  if (node.kind === 'folder') for (const child of node.children.values()) yield* below(child);
}
