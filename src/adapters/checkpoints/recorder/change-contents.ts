import type { GroupChange } from '../../../core/checkpoints/group.ts';
import { isSaved, type PathState } from '../../../core/checkpoints/path-state.ts';
import { concernsPath } from '../../../core/checkpoints/select-groups.ts';
import type { ChangeContents } from '../../../ports/checkpoints.ts';
import type { ContentStore } from './stores.ts';

/** All that is read for one diff. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Both sides of each change, up to a limit in all; beyond it the changes come without contents. */
export async function contentsOfChanges(
  changes: readonly GroupChange[],
  { path }: { path?: string },
  contents: ContentStore,
): Promise<ChangeContents[]> {
  let room = MAX_BYTES;
  const read = async (state: PathState | undefined) => {
    if (!isSaved(state) || state.size > room) return undefined;
    room -= state.size;
    return contents.read(state.id);
  };
  const found: ChangeContents[] = [];
  for (const change of changes) {
    if (path !== undefined && !concernsPath(change.path, path)) continue;
    found.push({ change, before: await read(change.before), after: await read(change.after) });
  }
  return found;
}
