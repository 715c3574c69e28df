import { isSaved } from '../../../core/checkpoints/path-state.ts';
import type { Repositories } from './repository/repositories.ts';
import { type BlobFiles, idOf } from './store/blob-files.ts';
import { below, type LeafNode } from './table/nodes.ts';
import type { Replaced, Table } from './table/table.ts';

// Contents that only the repository of the user has, and which it may drop.

export type ContentPlaces = {
  readonly table: Table;
  readonly blobs: BlobFiles;
  readonly repositories: Repositories;
};

/** Contents that are asked for at once. */
const PINNED_AT_ONCE = 64;

/** Copies the old contents of files that changed. What is not there any more is lost, and reported as such. */
export async function pinReplaced({ table, blobs, repositories }: ContentPlaces): Promise<void> {
  const pin = async ({ path, state, object }: Replaced) => {
    if (!isSaved(state) || blobs.has(state.id)) return;
    const bytes = await repositories.read(object);
    if (!bytes || idOf(bytes) !== state.id || !couldSave(blobs, bytes, state.id)) table.loseContent(path);
  };
  const replaced = [...table.replacedObjects()];
  for (let at = 0; at < replaced.length; at += PINNED_AT_ONCE)
    await Promise.all(replaced.slice(at, at + PINNED_AT_ONCE).map(pin));
}

/** After a repository was packed: contents that it dropped are read again and saved here. */
export async function recheckObjects(
  { table, blobs, repositories }: ContentPlaces,
  isMoved: (objects: string) => boolean,
): Promise<void> {
  for (const [objects, leaves] of leavesByPlace(table)) {
    if (!isMoved(objects)) continue;
    const ids = leaves.map(({ object }) => object!.objectId);
    const found = await repositories.find(objects, ids);
    for (const leaf of leaves) {
      if (found.has(leaf.object!.objectId) || (isSaved(leaf.state) && blobs.has(leaf.state.id))) continue;
      leaf.object = undefined;
      table.unread.add(leaf);
    }
  }
}

/** Files whose content was saved here, but is not here any more. */
export function rereadMissing({ table, blobs }: ContentPlaces): void {
  const stored = new Set(blobs.list().map(({ id }) => id));
  for (const node of below(table.root)) {
    if (node.kind !== 'leaf' || node.object || !isSaved(node.state)) continue;
    if (!stored.has(node.state.id)) table.unread.add(node);
  }
}

function leavesByPlace(table: Table): Map<string, LeafNode[]> {
  const found = new Map<string, LeafNode[]>();
  for (const node of below(table.root)) {
    if (node.kind !== 'leaf' || !node.object) continue;
    const leaves = found.get(node.object.repository);
    if (leaves) leaves.push(node);
    else found.set(node.object.repository, [node]);
  }
  return found;
}

function couldSave(blobs: BlobFiles, bytes: Uint8Array, id: string): boolean {
  try {
    blobs.saveNow(bytes, id);
    return true;
  } catch {
    return false;
  }
}
