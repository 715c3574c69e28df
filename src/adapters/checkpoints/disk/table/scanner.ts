import type { BigIntStats } from 'node:fs';
import { lstatPath, namesOf } from './byte-paths.ts';
import { LeafScanner } from './leaf-scanner.ts';
import {
  below,
  type FolderNode,
  isRecent,
  isSameStamp,
  type LeafNode,
  type Node,
  pathIn,
  permissionsOf,
} from './nodes.ts';
import type { Table } from './table.ts';

export type ScannerParts = {
  /** The covered folder: an absolute path without links. */
  readonly root: string;
  readonly table: Table;
  readonly maxFileBytes: number;
  /** How far apart two changes must be to have different times. */
  readonly clockTickMs: number;
  /** Whether something is never covered, whatever it is, by its name and place. */
  isLeftOut(folder: FolderNode, name: string): boolean;
  /** Whether a folder that is seen for the first time is covered. */
  isCovered(folder: FolderNode, name: string, stats: BigIntStats): boolean;
  /** Called before a folder is read, so that no later change is missed. True if it is watched only from now on. */
  onFolder(folder: FolderNode): boolean;
  onFolderGone(folder: FolderNode): void;
};

/** Steps after which others may have their turn. */
export type Steps = Generator<void, void>;

/** Compares what is on the disk with the table. Contents are not read here: see ContentReader. */
export class Scanner {
  readonly #parts: ScannerParts;
  /** Folders that are not covered and changed. */
  readonly uncoveredChanges = new Set<string>();
  readonly #leaves: LeafScanner;

  constructor(parts: ScannerParts) {
    this.#parts = parts;
    this.#leaves = new LeafScanner({ ...parts, absolute: (path) => this.absolute(path) });
  }

  /** What differs from the table of an earlier run is the beginning of this one. */
  set isFirstLook(isFirst: boolean) {
    this.#leaves.isFirstLook = isFirst;
  }

  absolute(path: string): string {
    return path === '' ? this.#parts.root : `${this.#parts.root}/${path}`;
  }

  /** All that is there. */
  *walk(): Steps {
    const { root } = this.#parts.table;
    const stats = lstatPath(this.#parts.root);
    if (stats?.isDirectory()) yield* this.#visit(root, stats);
    else for (const child of [...root.children.values()]) this.#remove(child);
  }

  /** One name in a folder. `isRenamed`: what has this name may be another folder, of the same number. */
  *examine(folder: FolderNode, name: string, { isRenamed = false } = {}): Steps {
    const step = this.#examineNow(folder, name, isRenamed);
    if (step) yield* step;
  }

  /** Returns what is left to do in a folder; for all else it is done. */
  #examineNow(folder: FolderNode, name: string, isRenamed = false): Steps | undefined {
    if (this.#parts.isLeftOut(folder, name)) return undefined;
    const stats = lstatPath(this.absolute(pathIn(folder, name)));
    const known = folder.children.get(name);
    if (stats?.isDirectory()) return this.#examineFolder(folder, { name, stats, known, isRenamed });
    if (folder.uncovered.has(name)) this.#noteUncovered(folder, name, undefined);
    if (stats) this.#examineLeaf(folder, { name, stats, known });
    else if (known) this.#remove(known);
    return undefined;
  }

  /** Whether the folder is still where it was, and no link is above it; otherwise what took its place is examined. */
  *isInPlace(folder: FolderNode): Generator<void, boolean> {
    const { parent, name } = folder;
    if (!parent) return lstatPath(this.#parts.root)?.isDirectory() ?? false;
    if (!(yield* this.isInPlace(parent)) || parent.children.get(name) !== folder) return false;
    const stats = lstatPath(this.absolute(folder.path));
    if (stats?.isDirectory() && stats.ino === folder.ino && stats.dev === folder.device) return true;
    yield* this.examine(parent, name, { isRenamed: true });
    return false;
  }

  /** The numbers of files that were found to have several names since the last time. */
  takeNewlyLinked(): ReadonlySet<bigint> {
    return this.#leaves.takeNewlyLinked();
  }

  /** Looks at the folders that are not covered: their events are not followed. */
  examineUncovered(): void {
    for (const folder of this.#parts.table.withUncovered) {
      for (const name of [...folder.uncovered.keys()]) {
        const stats = lstatPath(this.absolute(pathIn(folder, name)));
        this.#noteUncovered(folder, name, stats?.isDirectory() ? stats : undefined);
      }
    }
  }

  /**
   * Folders that were left out may be covered from now on, since their ignore file changed. What is in them was there
   * before: it is no change.
   */
  *reconsider(): Steps {
    const { table, isCovered } = this.#parts;
    for (const folder of [...table.withUncovered]) {
      for (const name of [...folder.uncovered.keys()]) {
        const stats = lstatPath(this.absolute(pathIn(folder, name)));
        if (!stats?.isDirectory() || !isCovered(folder, name, stats)) continue;
        folder.uncovered.delete(name);
        table.isQuiet = true;
        try {
          yield* this.examine(folder, name);
        } finally {
          table.isQuiet = false;
        }
      }
      if (folder.uncovered.size === 0) table.withUncovered.delete(folder);
    }
  }

  *#examineFolder(
    folder: FolderNode,
    found: { name: string; stats: BigIntStats; known: Node | undefined; isRenamed: boolean },
  ): Steps {
    const { name, stats, known, isRenamed } = found;
    if (known?.kind === 'folder') {
      const isOther = isRenamed || known.ino !== stats.ino || known.device !== stats.dev;
      if (isOther) this.#startOver(known);
      yield* this.#visit(known, stats);
      return;
    }
    if (known) this.#remove(known);
    if (folder.uncovered.has(name) || !this.#parts.isCovered(folder, name, stats)) {
      this.#noteUncovered(folder, name, stats);
      return;
    }
    const node = newFolder(folder, name, stats);
    this.#parts.table.add(node);
    yield* this.#visit(node, stats);
  }

  /** A folder of the same name may be another one: its watches, and those below, may be of folders that are gone. */
  #startOver(folder: FolderNode): void {
    for (const node of below(folder)) {
      if (node.kind !== 'folder') continue;
      this.#parts.onFolderGone(node);
      node.listedNs = -1n;
    }
  }

  /** A folder whose names may have changed once more since they were read. */
  *relist(folder: FolderNode): Steps {
    const stats = lstatPath(this.absolute(folder.path));
    if (!stats?.isDirectory()) return;
    const names = namesOf(this.absolute(folder.path));
    this.#listed(folder, stats, names);
    for (const name of names ?? []) if (!folder.children.has(name)) yield* this.examine(folder, name);
    if (names) this.#removeAllBut(folder, names);
  }

  *#visit(folder: FolderNode, seen: BigIntStats): Steps {
    // After it is watched: what is made from here on is reported.
    const isNew = this.#parts.onFolder(folder);
    const stats = isNew ? (lstatPath(this.absolute(folder.path)) ?? seen) : seen;
    this.#updateFolder(folder, stats);
    if (folder.listedNs === stats.mtimeNs && !folder.isRacy) {
      yield* this.#visitChildren(folder);
      return;
    }
    const names = namesOf(this.absolute(folder.path));
    this.#listed(folder, stats, names);
    for (const name of names ?? []) {
      const step = this.#examineNow(folder, name);
      if (step) yield* step;
    }
    if (names) this.#removeAllBut(folder, names);
    yield;
  }

  /** Of a folder whose names are the same: most of its files are, too. */
  *#visitChildren(folder: FolderNode): Steps {
    const prefix = `${this.absolute(folder.path)}/`;
    const others: Node[] = [];
    for (const child of folder.children.values())
      if (child.kind === 'folder' || !isUnchanged(child, prefix)) others.push(child);
    for (const { name } of others) {
      const step = this.#examineNow(folder, name);
      if (step) yield* step;
    }
    yield;
  }

  #removeAllBut(folder: FolderNode, names: readonly string[]): void {
    const present = new Set(names);
    for (const [name, child] of [...folder.children]) if (!present.has(name)) this.#remove(child);
  }

  #updateFolder(folder: FolderNode, stats: BigIntStats): void {
    const mode = permissionsOf(stats.mode);
    if (folder.parent && mode !== folder.state.mode) {
      this.#parts.table.willChange(folder);
      folder.state = { kind: 'folder', mode };
    }
    folder.ino = stats.ino;
    folder.device = stats.dev;
  }

  #listed(folder: FolderNode, { mtimeNs }: BigIntStats, names: readonly string[] | undefined): void {
    // What may not be listed has to be tried again.
    folder.listedNs = names ? mtimeNs : -1n;
    folder.isRacy = isRecent(mtimeNs, this.#parts.clockTickMs);
    if (folder.isRacy) this.#parts.table.racy.add(folder);
  }

  #examineLeaf(
    folder: FolderNode,
    found: { name: string; stats: BigIntStats; known: Node | undefined },
  ): void {
    const { name, stats, known } = found;
    if (known?.kind === 'folder') this.#remove(known);
    this.#leaves.examine(folder, { name, stats, known: known?.kind === 'leaf' ? known : undefined });
  }

  #remove(node: Node): void {
    for (const gone of this.#parts.table.remove(node))
      if (gone.kind === 'folder') this.#parts.onFolderGone(gone);
  }

  #noteUncovered(folder: FolderNode, name: string, stats: BigIntStats | undefined): void {
    const stamp = stats && `${stats.ino} ${stats.ctimeNs} ${stats.mtimeNs}`;
    if (folder.uncovered.get(name) === stamp) return;
    this.uncoveredChanges.add(pathIn(folder, name));
    if (stamp === undefined) folder.uncovered.delete(name);
    else folder.uncovered.set(name, stamp);
    if (folder.uncovered.size > 0) this.#parts.table.withUncovered.add(folder);
    else this.#parts.table.withUncovered.delete(folder);
  }
}

function isUnchanged(leaf: LeafNode, prefix: string): boolean {
  const stats = lstatPath(prefix + leaf.name);
  return stats !== undefined && isSameStamp(leaf.stamp, stats) && !leaf.isRacy;
}

export function newFolder(parent: FolderNode | undefined, name: string, stats: BigIntStats): FolderNode {
  return {
    ...({ kind: 'folder', name, parent } as const),
    path: parent ? pathIn(parent, name) : '',
    state: { kind: 'folder', mode: permissionsOf(stats.mode) },
    ...{ ino: stats.ino, device: stats.dev, listedNs: -1n, isRacy: false },
    ...{ children: new Map(), uncovered: new Map() },
  };
}
