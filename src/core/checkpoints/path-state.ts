/** Why the content of a file was not saved. */
export type NotSaved = 'large' | 'unreadable' | 'changing' | 'pending' | 'quota' | 'gone';

export type SavedFile = {
  readonly kind: 'file';
  /** The twelve bits of permissions. */
  readonly mode: number;
  readonly size: number;
  /** SHA-256 of the content, in hexadecimal. */
  readonly id: string;
  /** User and group, of a program that runs as these. */
  readonly owner?: readonly [number, number];
};

/** A file whose content is not known: it can be reported, but neither compared nor restored. */
export type UnsavedFile = {
  readonly kind: 'file';
  readonly mode: number;
  readonly size: number;
  readonly notSaved: NotSaved;
};

/** The target is a name of any bytes, see byte-names.ts. */
export type LinkState = { readonly kind: 'link'; readonly target: string };

export type FolderState = { readonly kind: 'folder'; readonly mode: number };

/** A socket, a pipe or a device: reported, never opened and never restored. */
export type SpecialState = { readonly kind: 'special'; readonly mode: number };

/** What is at a path. */
export type PathState = SavedFile | UnsavedFile | LinkState | FolderState | SpecialState;

/** What happened at a path; an absent side means that nothing was there. The path is relative to the covered folder. */
export type PathChange = {
  readonly path: string;
  readonly before?: PathState | undefined;
  readonly after?: PathState | undefined;
};

/** Whether two sides are known to be the same. Files whose content is unknown are the same as nothing. */
export function isSameState(one: PathState | undefined, other: PathState | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (one.kind === 'link') return other.kind === 'link' && one.target === other.target;
  if (other.kind === 'link' || one.kind !== other.kind || one.mode !== other.mode) return false;
  return one.kind !== 'file' || isSameContent(one, other);
}

export function isSameContent(one: PathState | undefined, other: PathState | undefined): boolean {
  return isSaved(one) && isSaved(other) && one.id === other.id;
}

export function isSaved(state: PathState | undefined): state is SavedFile {
  return state?.kind === 'file' && 'id' in state;
}

/** Why a side of a change cannot be compared or restored; undefined if it can be. */
export function whyNotKept(state: PathState | undefined): NotSaved | 'special' | undefined {
  if (state?.kind === 'special') return 'special';
  return state?.kind === 'file' && 'notSaved' in state ? state.notSaved : undefined;
}

/** The folders above a path, the outermost first. */
export function foldersAbove(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
}

export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

export function depthOf(path: string): number {
  return path.split('/').length;
}
