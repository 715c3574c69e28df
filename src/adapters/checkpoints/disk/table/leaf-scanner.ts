import type { BigIntStats } from 'node:fs';
import { type LinkState, type PathState, whyNotKept } from '../../../../core/checkpoints/path-state.ts';
import { linkTarget } from './byte-paths.ts';
import { unsavedState } from './file-states.ts';
import {
  type FolderNode,
  hasSameTimes,
  isRecent,
  isSameStamp,
  type LeafNode,
  pathIn,
  permissionsOf,
  stampOf,
} from './nodes.ts';
import type { Table } from './table.ts';

export type LeafScannerParts = {
  readonly table: Table;
  readonly maxFileBytes: number;
  /** How far apart two changes must be to have different times. */
  readonly clockTickMs: number;
  absolute(path: string): string;
};

/** Compares files, links and special files with the table. */
export class LeafScanner {
  readonly #parts: LeafScannerParts;
  #newlyLinked = new Set<bigint>();
  /** Files that differ from the table of an earlier run have no state before. */
  isFirstLook = false;

  constructor(parts: LeafScannerParts) {
    this.#parts = parts;
  }

  takeNewlyLinked(): ReadonlySet<bigint> {
    const found = this.#newlyLinked;
    this.#newlyLinked = new Set();
    return found;
  }

  examine(
    folder: FolderNode,
    { name, stats, known }: { name: string; stats: BigIntStats; known: LeafNode | undefined },
  ): void {
    const { table } = this.#parts;
    const leaf = known ?? this.#newLeaf(folder, name, stats);
    if (leaf === known && isSameStamp(leaf.stamp, stats) && !leaf.isRacy) return;
    if (stats.nlink <= 1n) table.linked.delete(leaf);
    else if (!table.linked.has(leaf)) {
      table.linked.add(leaf);
      this.#newlyLinked.add(stats.ino);
    }
    if (stats.isFile()) this.#examineFile(leaf, stats, leaf === known);
    else this.#setState(leaf, stats, this.#otherState(leaf, stats));
  }

  #newLeaf(folder: FolderNode, name: string, stats: BigIntStats): LeafNode {
    const state: PathState = unsavedState(stats, 'pending');
    const leaf: LeafNode = {
      ...({ kind: 'leaf', name, parent: folder, state, stamp: stampOf(stats) } as const),
      object: undefined,
      isRacy: false,
    };
    this.#parts.table.add(leaf);
    return leaf;
  }

  #examineFile(leaf: LeafNode, stats: BigIntStats, isKnown: boolean): void {
    const { table, maxFileBytes } = this.#parts;
    if (stats.size > BigInt(maxFileBytes)) {
      table.wasRead(leaf);
      const isSame = isKnown && leaf.state.kind === 'file' && hasSameTimes(leaf.stamp, stats);
      if (isSame && isLarge(leaf.state)) leaf.stamp = stampOf(stats);
      else this.#setState(leaf, stats, unsavedState(stats, 'large'));
      // It is not read, so it need not be read again.
      leaf.isRacy = false;
      table.racy.delete(leaf);
      return;
    }
    // A known file keeps its state until its content is read: it may be the same.
    if (leaf.state.kind !== 'file' || this.isFirstLook)
      this.#setState(leaf, stats, unsavedState(stats, 'pending'));
    table.suspects.add(leaf);
  }

  #setState(leaf: LeafNode, stats: BigIntStats, state: PathState): void {
    this.#parts.table.willChange(leaf);
    leaf.state = state;
    leaf.stamp = stampOf(stats);
    leaf.object = undefined;
    leaf.isRacy = isRecent(stats.ctimeNs, this.#parts.clockTickMs);
    if (leaf.isRacy) this.#parts.table.racy.add(leaf);
    else this.#parts.table.racy.delete(leaf);
  }

  #otherState(leaf: LeafNode, stats: BigIntStats): PathState {
    this.#parts.table.wasRead(leaf);
    if (!stats.isSymbolicLink()) return { kind: 'special', mode: permissionsOf(stats.mode) };
    const target = this.#targetOf(leaf);
    return target ?? leaf.state;
  }

  /** Undefined if it is gone by now: then an event of it follows. */
  #targetOf(leaf: LeafNode): LinkState | undefined {
    try {
      return { kind: 'link', target: linkTarget(this.#parts.absolute(pathIn(leaf.parent, leaf.name))) };
    } catch {
      return undefined;
    }
  }
}

function isLarge(state: PathState): boolean {
  return whyNotKept(state) === 'large';
}
