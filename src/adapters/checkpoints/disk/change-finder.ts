import { inSlices } from './in-slices.ts';
import type { FolderCoverage } from './table/folder-coverage.ts';
import { below, type FolderNode, type LeafNode, type Node } from './table/nodes.ts';
import type { Scanner, Steps } from './table/scanner.ts';
import type { Table } from './table/table.ts';
import type { Cookie } from './watch/cookie.ts';
import type { FolderWatches, NamedEvents } from './watch/folder-watches.ts';

export type FinderParts = {
  readonly table: Table;
  readonly scanner: Scanner;
  readonly coverage: FolderCoverage;
  /** Undefined: all files are looked at each time. */
  readonly watching: { readonly watches: FolderWatches; readonly cookie: Cookie } | undefined;
};

/** Finds what may have changed: by the events of the system where they are complete, else by a look at all files. */
export class ChangeFinder {
  readonly #parts: FinderParts;
  /** How often all files were looked at. */
  walks = 0;

  constructor(parts: FinderParts) {
    this.#parts = parts;
  }

  async find({ isThorough = false } = {}): Promise<void> {
    this.#parts.coverage.refresh();
    const events = await this.#events();
    if (isThorough || !events) await this.walk();
    else await inSlices(this.#followEvents(events));
  }

  async walk(): Promise<void> {
    this.walks++;
    await inSlices(this.#parts.scanner.walk());
    this.#parts.scanner.examineUncovered();
    await inSlices(this.#parts.scanner.reconsider());
  }

  async #events(): Promise<Map<FolderNode, NamedEvents> | undefined> {
    const { watching } = this.#parts;
    if (!watching) return undefined;
    const isComplete = await watching.cookie.arrive();
    const events = watching.watches.take();
    return isComplete ? events : undefined;
  }

  *#followEvents(events: ReadonlyMap<FolderNode, NamedEvents>): Steps {
    const { scanner, table } = this.#parts;
    const seen = new Map<FolderNode, boolean>();
    let areRulesChanged = false;
    for (const [folder, names] of shallowFirst(events)) {
      const isInPlace = seen.get(folder) ?? (yield* scanner.isInPlace(folder));
      seen.set(folder, isInPlace);
      if (!isInPlace) continue;
      for (const [name, isRenamed] of names) {
        areRulesChanged ||= name === '.gitignore';
        yield* scanner.examine(folder, name, { isRenamed });
      }
      yield;
    }
    for (const node of [...table.racy, ...table.linked]) yield* this.#again(node);
    yield* this.#examineTwins();
    scanner.examineUncovered();
    if (areRulesChanged) yield* scanner.reconsider();
  }

  *#again(node: Node): Steps {
    const { scanner } = this.#parts;
    const folder = node.kind === 'folder' ? node : node.parent;
    if (!(yield* scanner.isInPlace(folder))) return;
    if (node.kind === 'folder') yield* scanner.relist(node);
    else yield* scanner.examine(folder, node.name);
  }

  /** The other names of files that turned out to have several: a write is reported for one of them only. */
  *#examineTwins(): Steps {
    const { scanner, table } = this.#parts;
    const inodes = scanner.takeNewlyLinked();
    if (inodes.size === 0) return;
    const twins: LeafNode[] = [];
    for (const node of below(table.root))
      if (node.kind === 'leaf' && inodes.has(node.stamp.ino) && !table.linked.has(node)) twins.push(node);
    for (const twin of twins) yield* this.#again(twin);
  }
}

/** What happens to a folder decides what happens to those in it. */
function shallowFirst(events: ReadonlyMap<FolderNode, NamedEvents>): [FolderNode, NamedEvents][] {
  return [...events].sort(([one], [other]) => one.path.length - other.path.length);
}
