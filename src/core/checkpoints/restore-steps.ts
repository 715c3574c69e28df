import { depthOf, type FolderState, type LinkState, type PathState, type SavedFile } from './path-state.ts';
import type { Restore } from './plan-undo.ts';

/** One change of one path, in the order in which they can be made and, after a crash, made again. */
export type RestoreStep =
  /** What is there goes: a file, a link, or a folder that is empty by then. */
  | { readonly do: 'remove'; readonly path: string; readonly from: PathState }
  /** A folder is made, or gets permissions that let its owner work in it. */
  | {
      readonly do: 'open';
      readonly path: string;
      readonly from: PathState | undefined;
      readonly to: FolderState;
    }
  /** A file or link takes the place of another one, or of nothing. */
  | {
      readonly do: 'put';
      readonly path: string;
      readonly from: PathState | undefined;
      readonly to: SavedFile | LinkState;
    }
  /** A folder gets its own permissions, once all in it is done. */
  | { readonly do: 'close'; readonly path: string; readonly to: FolderState };

/** What its owner may do in a folder while files are restored in it. */
export const OWNER_RIGHTS = 0o700;

/**
 * The steps for paths that are ready: folders that were there are opened, what goes or becomes something else goes, the
 * deepest first; then folders, the outermost first; then files and links; then the permissions of the folders.
 */
export function restoreSteps(ready: readonly Restore[]): RestoreStep[] {
  const shallowFirst = [...ready].sort(
    (a, b) => depthOf(a.path) - depthOf(b.path) || compare(a.path, b.path),
  );
  const deepFirst = shallowFirst.toReversed();
  return [
    ...shallowFirst.flatMap(({ path, from, to }) => (from?.kind === 'folder' ? opened(path, from, to) : [])),
    ...deepFirst.flatMap(({ path, from, to }) =>
      from && !canReplace(from, to) ? [{ do: 'remove', path, from } as const] : [],
    ),
    ...shallowFirst.flatMap(({ path, from, to }) =>
      to?.kind === 'folder' && from?.kind !== 'folder' ? [{ do: 'open', path, from, to } as const] : [],
    ),
    ...shallowFirst.flatMap(({ path, from, to }) => putStep(path, from, to)),
    ...deepFirst.flatMap(({ path, to }) =>
      to?.kind === 'folder' ? [{ do: 'close', path, to } as const] : [],
    ),
  ];
}

/** Also a folder that goes, if its owner may not empty it. */
function opened(path: string, from: FolderState, to: PathState | undefined): RestoreStep[] {
  if (to?.kind === 'folder') return [{ do: 'open', path, from, to }];
  const isOpen = (from.mode & OWNER_RIGHTS) === OWNER_RIGHTS;
  return isOpen ? [] : [{ do: 'open', path, from, to: from }];
}

function putStep(path: string, from: PathState | undefined, to: PathState | undefined): RestoreStep[] {
  if (to?.kind === 'link' || (to?.kind === 'file' && 'id' in to)) return [{ do: 'put', path, from, to }];
  return [];
}

/** A rename puts a file or link in the place of another one; all else must go first. */
function canReplace(from: PathState, to: PathState | undefined): boolean {
  if (to === undefined) return false;
  return (from.kind === 'folder') === (to.kind === 'folder');
}

function compare(one: string, other: string): number {
  return one < other ? -1 : 1;
}
