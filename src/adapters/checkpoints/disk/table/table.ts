import { isSameState, type PathChange, type PathState } from '../../../../core/checkpoints/path-state.ts';
import { below, type FolderNode, type LeafNode, type Node, type ObjectPlace, pathOf } from './nodes.ts';

/** What a path was when changes were last reported, and where its content is. */
type Before = { readonly state: PathState | undefined; readonly object: ObjectPlace | undefined };

/** A path whose old content only a repository has. */
export type Replaced = { readonly path: string; readonly state: PathState; readonly object: ObjectPlace };

/** The known state of all covered paths, and what they were when changes were last reported. */
export class Table {
  readonly root: FolderNode;
  readonly #before = new Map<string, Before>();
  /** Files with several names: a write through one of them is reported for that one only. */
  readonly linked = new Set<LeafNode>();
  /** Files and folders that have to be looked at again. */
  readonly racy = new Set<Node>();
  /** Files that were there at first and whose content is not read yet. */
  readonly unread = new Set<LeafNode>();
  /** Files that are new or may have changed: their content must be read before the next report. */
  readonly suspects = new Set<LeafNode>();
  /** Folders that hold folders that are not covered. */
  readonly withUncovered = new Set<FolderNode>();
  files = 0;
  folders = 0;
  /** What is found now was there before: it is not reported. */
  isQuiet = false;

  constructor(root: FolderNode) {
    this.root = root;
  }

  find(path: string): Node | undefined {
    let node: Node = this.root;
    if (path === '') return node;
    for (const name of path.split('/')) {
      const next: Node | undefined = node.kind === 'folder' ? node.children.get(name) : undefined;
      if (!next) return undefined;
      node = next;
    }
    return node;
  }

  add(node: Node): void {
    this.#remember(pathOf(node), undefined);
    node.parent?.children.set(node.name, node);
    if (node.kind === 'folder') this.folders++;
    else this.files++;
  }

  /** With all below it. */
  remove(node: Node): Node[] {
    const gone = [...below(node)];
    for (const each of gone) {
      this.#remember(pathOf(each), each);
      this.#forget(each);
    }
    node.parent?.children.delete(node.name);
    return gone;
  }

  /** Must be called before the state of a node is changed. */
  willChange(node: Node): void {
    this.#remember(pathOf(node), node);
  }

  /** What was found is the beginning: there is nothing to report, and contents may be read later. */
  settle(): void {
    this.#before.clear();
    for (const leaf of this.suspects) this.unread.add(leaf);
    this.suspects.clear();
  }

  /** Its content is known, or not to be known. */
  wasRead(leaf: LeafNode): void {
    this.unread.delete(leaf);
    this.suspects.delete(leaf);
  }

  /** Paths whose old content must be stored before they are reported. */
  *replacedObjects(): Generator<Replaced> {
    for (const [path, { state, object }] of this.#before) if (state && object) yield { path, state, object };
  }

  /** What paths were that have changed since the last report. */
  *unreported(): Generator<PathState | undefined> {
    for (const { state } of this.#before.values()) yield state;
  }

  /** Nothing is known any more. */
  clear(): void {
    for (const child of [...this.root.children.values()]) this.remove(child);
    this.#before.clear();
  }

  /** The content that the path had is lost. */
  loseContent(path: string): void {
    const before = this.#before.get(path)?.state;
    if (before?.kind !== 'file') return;
    const { mode, size } = before;
    this.#before.set(path, { state: { kind: 'file', mode, size, notSaved: 'gone' }, object: undefined });
  }

  /** What differs from the last report; from now on this is the last report. */
  report(): PathChange[] {
    const changes = [...this.#before].map(([path, { state }]) => ({
      path,
      before: state,
      after: this.find(path)?.state,
    }));
    this.#before.clear();
    return changes.filter(({ before, after }) => !isUnchanged(before, after));
  }

  #remember(path: string, node: Node | undefined): void {
    if (path === '' || this.isQuiet || this.#before.has(path)) return;
    const object = node?.kind === 'leaf' ? node.object : undefined;
    this.#before.set(path, { state: node?.state, object });
  }

  #forget(node: Node): void {
    this.racy.delete(node);
    if (node.kind === 'folder') {
      this.folders--;
      this.withUncovered.delete(node);
    } else {
      this.files--;
      this.linked.delete(node);
      this.wasRead(node);
    }
  }
}

/** Files whose content is unknown are compared only if they were looked at: here they have changed. */
function isUnchanged(before: PathState | undefined, after: PathState | undefined): boolean {
  return before === after || isSameState(before, after);
}
