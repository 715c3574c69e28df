import type { PathState } from '../../../../core/checkpoints/path-state.ts';
import { readChecked, writeChecked } from '../store/checked-file.ts';
import type { FolderNode, LeafNode, ObjectPlace, Stamp } from './nodes.ts';
import { Table } from './table.ts';

// The table between two runs: what is the same then need not be read again. Numbers of the system are strings, since
// JSON has no large ones.

/** What is known beside the table. */
export type TableFacts = {
  /** Folders with a work tree. */
  readonly repositories: readonly string[];
  /** The packs of the repositories whose contents are not saved here. */
  readonly packs: Readonly<Record<string, string>>;
};

const VERSION = 1;

type SavedLeaf = readonly [
  name: string,
  state: PathState,
  stamp: readonly [string, string, string, string, string, string],
  isRacy: 0 | 1,
  object?: readonly [repository: number, objectId: string],
];

type SavedFolder = {
  readonly name: string;
  readonly mode: number;
  readonly stamp: readonly [ino: string, device: string, listedNs: string];
  readonly leaves: readonly SavedLeaf[];
  readonly folders: readonly SavedFolder[];
  readonly uncovered: readonly (readonly [string, string])[];
};

type SavedTable = TableFacts & {
  readonly version: number;
  readonly places: readonly string[];
  readonly root: SavedFolder;
};

export function saveTable(file: string, table: Table, facts: TableFacts): void {
  const places = new Map<string, number>();
  const placeOf = ({ repository, objectId }: ObjectPlace) => {
    if (!places.has(repository)) places.set(repository, places.size);
    return [places.get(repository)!, objectId] as const;
  };
  const root = savedFolder(table.root, placeOf);
  writeChecked(file, { version: VERSION, ...facts, places: [...places.keys()], root } satisfies SavedTable);
}

/** Undefined if there is none, or none that can be used. */
export function loadTable(file: string, root: FolderNode): { table: Table; facts: TableFacts } | undefined {
  try {
    const saved = readChecked(file) as SavedTable | undefined;
    if (saved?.version !== VERSION) return undefined;
    const table = new Table(root);
    // Another folder may have this path by now: then all is read again.
    if (BigInt(saved.root.stamp[0]) !== root.ino) return undefined;
    fillFolder(table, root, saved.root, saved.places);
    table.settle();
    return { table, facts: saved };
  } catch {
    return undefined;
  }
}

function savedFolder(
  folder: FolderNode,
  placeOf: (place: ObjectPlace) => readonly [number, string],
): SavedFolder {
  const leaves: SavedLeaf[] = [];
  const folders: SavedFolder[] = [];
  for (const child of folder.children.values()) {
    if (child.kind === 'folder') folders.push(savedFolder(child, placeOf));
    else leaves.push(savedLeaf(child, placeOf));
  }
  return {
    name: folder.name,
    mode: folder.state.mode,
    stamp: [
      `${folder.ino}`,
      `${folder.device}`,
      // A folder whose names may have changed is read again.
      folder.isRacy ? '-1' : `${folder.listedNs}`,
    ],
    ...{ leaves, folders, uncovered: [...folder.uncovered] },
  };
}

function savedLeaf(
  { name, state, stamp, isRacy, object }: LeafNode,
  placeOf: (place: ObjectPlace) => readonly [number, string],
): SavedLeaf {
  const { ino, changedNs, modifiedNs, size, mode, links } = stamp;
  const numbers = [`${ino}`, `${changedNs}`, `${modifiedNs}`, `${size}`, `${mode}`, `${links}`] as const;
  const known = [name, state, numbers, isRacy ? 1 : 0] as const;
  return object ? [...known, placeOf(object)] : known;
}

function fillFolder(table: Table, folder: FolderNode, saved: SavedFolder, places: readonly string[]): void {
  folder.listedNs = BigInt(saved.stamp[2]);
  for (const [name, stamp] of saved.uncovered) folder.uncovered.set(name, stamp);
  if (folder.uncovered.size > 0) table.withUncovered.add(folder);
  for (const leaf of saved.leaves) addLeaf(table, folder, leaf, places);
  for (const child of saved.folders) {
    const path = folder.path === '' ? child.name : `${folder.path}/${child.name}`;
    const node: FolderNode = {
      ...({ kind: 'folder', name: child.name, parent: folder, path } as const),
      state: { kind: 'folder', mode: child.mode },
      ...{ ino: BigInt(child.stamp[0]), device: BigInt(child.stamp[1]), listedNs: -1n, isRacy: false },
      ...{ children: new Map(), uncovered: new Map() },
    };
    table.add(node);
    fillFolder(table, node, child, places);
  }
}

function addLeaf(table: Table, parent: FolderNode, saved: SavedLeaf, places: readonly string[]): void {
  const [name, state, numbers, isRacy, place] = saved;
  const object = place && { repository: places[place[0]]!, objectId: place[1] };
  const stamp = stampFrom(numbers);
  const leaf: LeafNode = { kind: 'leaf', name, parent, state, stamp, object, isRacy: isRacy === 1 };
  table.add(leaf);
  if (leaf.isRacy) table.racy.add(leaf);
  if (stamp.links > 1n) table.linked.add(leaf);
  // What could not be read in time has to be read now.
  if (state.kind === 'file' && 'notSaved' in state && state.notSaved !== 'large') table.unread.add(leaf);
}

function stampFrom([ino, changedNs, modifiedNs, size, mode, links]: SavedLeaf[2]): Stamp {
  return {
    ino: BigInt(ino),
    changedNs: BigInt(changedNs),
    modifiedNs: BigInt(modifiedNs),
    size: BigInt(size),
    mode: BigInt(mode),
    links: BigInt(links),
  };
}
