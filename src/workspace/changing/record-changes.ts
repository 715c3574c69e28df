import type { Group } from '../../core/checkpoints/group.ts';
import { foldersAbove } from '../../core/checkpoints/path-state.ts';
import type { Change } from '../../core/edit/text-edit.ts';
import { ToolError } from '../../core/errors.ts';
import type { WrittenFile } from '../../ports/checkpoints.ts';
import type { Files } from '../../ports/files.ts';
import type { ClientCheckpoints } from '../client-checkpoints.ts';

type Parts = { readonly checkpoints: ClientCheckpoints; readonly files: Files };

export type RecordedChanges = {
  readonly tool: string;
  /** They take back what an earlier call did. */
  readonly takesBack?: boolean;
  readonly changes: readonly Change[];
};

/** With the group that it was recorded in. */
type InGroup<Made> = Made & { readonly group?: string };

/** Makes changes as one group, which can be taken back as a whole. `make` returns them as they were made. */
export async function recordChanges<Made extends { readonly change: Change }>(
  { checkpoints, files }: Parts,
  { tool, takesBack = false, changes }: RecordedChanges,
  make: () => Promise<readonly Made[]>,
): Promise<readonly InGroup<Made>[]> {
  if (changes.length === 0) return make();
  const folders = await missingFolders(files, changes);
  const modes = await modesOfRemoved(files, changes);
  // The changes need not wait for it: their record is made from what they wrote.
  const begun = checkpoints.begin({ runsProgram: false, tool, takesBack });
  const end = (files: readonly WrittenFile[]) =>
    inTime(checkpoints.follow(begun.then((open) => open.end(files))), isLarge(files));
  const written = (made: readonly Change[]): WrittenFile[] => [
    ...folders,
    ...made.map(({ path, before, after }) => ({ path, before, after, mode: modes.get(path) })),
  ];
  try {
    const made = await make();
    const group = await end(written(made.map(({ change }) => change)));
    return group ? made.map((one) => ({ ...one, group: group.id })) : made;
  } catch (error) {
    await end(written(changes.filter(({ path }) => pathsIn(error).includes(path))));
    throw error;
  }
}

/** A call does not wait longer for its record, which is made in any case. */
const MAX_WAIT_MS = 100;
/** Records of large contents would pile up in memory if calls did not wait for them. */
const LARGE_BYTES = 1_000_000;
const MAX_WAIT_FOR_LARGE_MS = 5_000;

function isLarge(files: readonly WrittenFile[]): boolean {
  const bytes = files.reduce(
    (sum, { before, after }) => sum + (before?.length ?? 0) + (after?.length ?? 0),
    0,
  );
  return bytes > LARGE_BYTES;
}

async function inTime(
  record: Promise<Group | undefined>,
  isLargeRecord: boolean,
): Promise<Group | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), isLargeRecord ? MAX_WAIT_FOR_LARGE_MS : MAX_WAIT_MS);
  });
  const group = await Promise.race([record, late]);
  clearTimeout(timer);
  return group;
}

/** Folders that are made for new files. */
async function missingFolders(files: Files, changes: readonly Change[]): Promise<WrittenFile[]> {
  const missing = new Set<string>();
  for (const { path, before } of changes) {
    if (before) continue;
    for (const folder of foldersAbove(path).reverse()) {
      if (folder === '' || missing.has(folder) || (await files.info(folder))) break;
      missing.add(folder);
    }
  }
  return [...missing].map((path) => ({ path, isFolder: true }));
}

async function modesOfRemoved(
  files: Files,
  changes: readonly Change[],
): Promise<Map<string, number | undefined>> {
  const removed = changes.filter(({ after }) => !after);
  return new Map(
    await Promise.all(removed.map(async ({ path }) => [path, (await files.info(path))?.mode] as const)),
  );
}

/** The files that keep their change although another one failed. */
function pathsIn(error: unknown): readonly unknown[] {
  const paths = error instanceof ToolError ? error.details.paths : undefined;
  return Array.isArray(paths) ? paths : [];
}
