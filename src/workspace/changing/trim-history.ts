import type { WorkspaceParts } from '../workspace-parts.ts';

/** The history of more files is left as it is: it is trimmed by the next look at each. */
const MAX_FILES = 200;

/** Removes the entries of changes that are no longer in their files. */
export async function trimHistory(
  { files, history, locks, limits }: Pick<WorkspaceParts, 'files' | 'history' | 'locks' | 'limits'>,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths.slice(0, MAX_FILES))
    await locks
      .withLock(path, async () => {
        const info = await files.info(path);
        const isKnown = info === undefined || (info.kind === 'file' && info.size <= limits.fileBytes);
        if (isKnown) await history.peekUndo(path, info && (await files.read(path)));
      })
      // The changes are taken back whatever the history says.
      .catch(() => {});
}
