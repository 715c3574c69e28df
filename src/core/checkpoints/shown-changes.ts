import { counted } from '../text/counted.ts';
import { shownName } from './byte-names.ts';
import type { Group, GroupChange, Head, HeadMove } from './group.ts';
import { isSameContent, type NotSaved, type PathState, whyNotKept } from './path-state.ts';

/** How a path is shown, for example relative to the root. */
export type ShowPath = (path: string) => string;

export type ListedChange = {
  readonly path: string;
  /** Added, modified, deleted. */
  readonly kind: 'A' | 'M' | 'D';
  readonly isFolder: boolean;
  readonly added?: number;
  readonly removed?: number;
  /** Why the state before cannot be restored. */
  readonly notKept?: NotSaved | 'special';
  /** The permissions, where nothing else changed. */
  readonly mode?: number;
};

/** One entry for each path; folders only where nothing below them is listed. */
export function shownChanges(changes: readonly GroupChange[]): ListedChange[] {
  const byPath = new Map<string, GroupChange[]>();
  for (const change of changes) byPath.set(change.path, [...(byPath.get(change.path) ?? []), change]);
  const parents = new Set([...byPath.keys()].flatMap((path) => path.slice(0, path.lastIndexOf('/'))));
  return [...byPath.entries()]
    .map(([path, all]) => shownChange(path, all))
    .filter(({ path, isFolder }) => !isFolder || !parents.has(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function shownChange(path: string, all: readonly GroupChange[]): ListedChange {
  const { before } = all[0]!;
  const { after, lines } = all.at(-1)!;
  const notKept = whyNotKept(before);
  const mode = all.length === 1 ? newMode(before, after) : undefined;
  return {
    path,
    kind: kindOf(before, after),
    isFolder: (after ?? before)?.kind === 'folder',
    ...(lines && all.length === 1 && lines),
    ...(notKept && { notKept }),
    ...(mode !== undefined && { mode }),
  };
}

function kindOf(before: PathState | undefined, after: PathState | undefined): ListedChange['kind'] {
  if (!before) return 'A';
  return after ? 'M' : 'D';
}

function newMode(before: PathState | undefined, after: PathState | undefined): number | undefined {
  if (before?.kind === 'folder' && after?.kind === 'folder') return after.mode;
  return after?.kind === 'file' && isSameContent(before, after) ? after.mode : undefined;
}

/** More are counted by their folder. */
const MAX_LISTED = 20;
const MAX_NAMES = 10;

/** `3 files: M src/a.ts (+2 -1), D old.txt, A gen/x.ts`. */
export function changesText(changes: readonly ListedChange[], show: ShowPath): string {
  const files = changes.filter(({ isFolder }) => !isFolder).length;
  const count = files > 0 ? counted(files, 'file') : counted(changes.length, 'folder');
  if (changes.length > MAX_LISTED)
    return `${count} (${kindsText(changes)}): ${listed(foldersText(changes, show))}`;
  return `${count}: ${listed(changes.map((change) => changeText(change, show)))}`;
}

function changeText({ path, kind, isFolder, mode, ...lines }: ListedChange, show: ShowPath): string {
  const name = shownName(show(path)) + (isFolder ? '/' : '');
  if (mode !== undefined) return `${kind} ${name} (mode ${mode.toString(8)})`;
  const { added, removed } = lines;
  return added === undefined ? `${kind} ${name}` : `${kind} ${name} (+${added} -${removed})`;
}

function kindsText(changes: readonly ListedChange[]): string {
  const kinds = ['A', 'M', 'D'] as const;
  const number = (kind: string) => changes.filter((change) => change.kind === kind).length;
  return kinds.flatMap((kind) => (number(kind) > 0 ? [`${number(kind)} ${kind}`] : [])).join(', ');
}

/** The outermost folders with the number of changes in them, the largest number first. */
function foldersText(changes: readonly ListedChange[], show: ShowPath): string[] {
  const numbers = new Map<string, number>();
  for (const { path } of changes) {
    const [first, ...rest] = show(path).split('/');
    const folder = rest.length === 0 ? first! : `${first}/`;
    numbers.set(folder, (numbers.get(folder) ?? 0) + 1);
  }
  return [...numbers]
    .sort(([, a], [, b]) => b - a)
    .map(([folder, number]) => (folder.endsWith('/') ? `${shownName(folder)} ${number}` : shownName(folder)));
}

export function listed(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES;
  return rest > 1
    ? `${names.slice(0, MAX_NAMES).join(', ')} and ${rest.toLocaleString('en')} more`
    : names.join(', ');
}

export function headText({ before, after }: HeadMove): string {
  return `${oneHead(before)} to ${oneHead(after)}`;
}

function oneHead(head: Head | undefined): string {
  if (!head) return 'nothing';
  const name = head.ref.replace(/^refs\/heads\//, '');
  const commit = head.commit.slice(0, 7);
  const operation = head.operation === undefined ? '' : ` (${head.operation})`;
  return `${name === head.commit || name === '' ? commit : `${name} ${commit}`}${operation}`;
}

/** Who made the changes of a group, as far as it is known. */
export function authorText({ by }: Group): string {
  if (by.kind === 'other') return by.note === undefined ? 'others' : `others (${by.note})`;
  const what = by.command ?? by.tool;
  return `another Corvid process${what === undefined ? '' : ` (${what})`}`;
}
