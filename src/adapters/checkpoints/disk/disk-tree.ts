import { lstatSync } from 'node:fs';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { Group, Head } from '../../../core/checkpoints/group.ts';
import { isSaved, type PathState } from '../../../core/checkpoints/path-state.ts';
import type { Coverage } from '../../../ports/checkpoints.ts';
import type { CoveredTree, Found, Restored, RestoreRequest } from '../recorder/covered-tree.ts';
import { createQueue } from '../recorder/serially.ts';
import { ChangeFinder, type FinderParts } from './change-finder.ts';
import { inSlices } from './in-slices.ts';
import type { Repositories } from './repository/repositories.ts';
import { HeldFolders } from './restore/held-folders.ts';
import { JournalFiles } from './restore/journal.ts';
import { folderOf, nameOf, presentState } from './restore/present-state.ts';
import { Restorer } from './restore/restorer.ts';
import { type BlobFiles, idOf } from './store/blob-files.ts';
import { namesOf } from './table/byte-paths.ts';
import { ContentReader } from './table/content-reader.ts';
import { FolderCoverage } from './table/folder-coverage.ts';
import { type FolderNode, type LeafNode, pathIn } from './table/nodes.ts';
import { readSteadyFile } from './table/read-file.ts';
import { newFolder, Scanner } from './table/scanner.ts';
import { type Replaced, Table } from './table/table.ts';
import { Cookie } from './watch/cookie.ts';
import { FolderWatches } from './watch/folder-watches.ts';

export type DiskTreeOptions = {
  /** The covered folder: an absolute path without links. */
  readonly root: string;
  readonly blobs: BlobFiles;
  readonly repositories: Repositories;
  readonly journals: string;
  readonly maxFileBytes: number;
  readonly clockTickMs: number;
  /** The folder for the cookie of the watches; undefined: folders are not watched. */
  readonly cookies: string | undefined;
  /** A folder inside the root that is never covered: our own. */
  readonly leftOut: string | undefined;
};

/** Contents of a repository that are asked for at once. */
const PINNED_AT_ONCE = 64;
const stagingPattern = /^\.corvid-[0-9a-f]{16}(-[0-9a-f]{16})?\.(tmp|old)$/;

/** The files of a folder on this machine, found by looking at all of them. */
export class DiskTree implements CoveredTree {
  readonly #options: DiskTreeOptions;
  readonly #table: Table;
  readonly #scanner: Scanner;
  readonly #finder: ChangeFinder;
  #watches: FolderWatches | undefined;
  #cookie: Cookie | undefined;
  readonly #reader: ContentReader;
  readonly #coverage: FolderCoverage;
  readonly #restorer: Restorer;
  readonly #alone = createQueue();
  readonly #gone = new Set<LeafNode>();
  #isListed = false;
  #isClosed = false;
  readonly #saved: Promise<void>;

  constructor(options: DiskTreeOptions) {
    const { root, blobs, maxFileBytes, clockTickMs } = options;
    this.#options = options;
    this.#table = new Table(newFolder(undefined, '', lstatSync(root, { bigint: true })));
    this.#coverage = new FolderCoverage(root);
    const limits = { table: this.#table, maxFileBytes, clockTickMs };
    this.#scanner = new Scanner({
      ...limits,
      root,
      isLeftOut: (folder, name) => this.#isLeftOut(folder, name),
      isCovered: (...given) => this.#coverage.isCovered(...given),
      onFolder: (folder) => this.#watches?.add(folder),
      onFolderGone: (folder) => this.#watches?.drop(folder),
    });
    const watching = this.#openWatches();
    this.#finder = new ChangeFinder({
      ...{ table: this.#table, scanner: this.#scanner, coverage: this.#coverage, watching },
    });
    this.#reader = new ContentReader({
      ...limits,
      blobs,
      objects: options.repositories,
      absolute: (path) => this.#scanner.absolute(path),
      hasRoom: () => true,
      onGone: (leaf) => this.#gone.add(leaf),
    });
    this.#restorer = new Restorer({ root, contents: blobs, journals: new JournalFiles(options.journals) });
    this.#saved = this.#start();
    this.#saved.catch(() => {});
  }

  ready(timeoutMs: number): Promise<boolean> {
    const late = sleep(timeoutMs, false, { ref: false });
    return Promise.race([this.#saved.then(() => true), late]);
  }

  changes(options: { isThorough?: boolean } = {}): Promise<Found> {
    if (!this.#isListed) return Promise.resolve({ changes: [], notCovered: [], unsaved: 0, isPartial: true });
    return this.#alone(async () => {
      await this.#finder.find(options);
      await this.#readSuspects();
      await this.#pinReplaced();
      const notCovered = [...this.#scanner.uncoveredChanges];
      this.#scanner.uncoveredChanges.clear();
      return { changes: this.#table.report(), notCovered, unsaved: this.#table.unread.size };
    });
  }

  async heads(): Promise<ReadonlyMap<string, Head>> {
    return this.#options.repositories.heads();
  }

  async stateOf(path: string): Promise<PathState | undefined> {
    return this.#holding((folders) => presentState(folders, path, this.#options.maxFileBytes));
  }

  async contentOf(path: string, id: string): Promise<Uint8Array | undefined> {
    return this.#holding((folders) => {
      const folder = folderOf(folders, path);
      if (!folder) return undefined;
      const read = readSteadyFile(folder.at(nameOf(path)), this.#options.maxFileBytes);
      return read.outcome === 'read' && idOf(read.bytes) === id ? read.bytes : undefined;
    });
  }

  async namesIn(folder: string): Promise<string[]> {
    return namesOf(this.#scanner.absolute(folder)) ?? [];
  }

  restore(request: RestoreRequest): Promise<Restored> {
    return this.#alone(() => this.#restorer.restore(request));
  }

  async forgetRestore(id: string): Promise<void> {
    this.#restorer.forget(id);
  }

  /** Whether a process was killed while it restored. */
  hasUnfinished(): boolean {
    return this.#restorer.hasUnfinished();
  }

  /** Finishes the restores of processes that were killed. */
  finishRestores(save: (group: Group) => Promise<void>): Promise<void> {
    return this.#alone(() => this.#restorer.finishAll(save));
  }

  async coverage(): Promise<Coverage> {
    const isWatching = this.#watches !== undefined && this.#watches.failure === undefined;
    const by = isWatching ? 'watching' : 'walking';
    return { mode: 'on', files: this.#table.files, by, unsaved: this.#table.unread.size };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#alone(async () => {
      this.#watches?.close();
      this.#cookie?.close();
      this.#options.repositories.close();
    });
  }

  /** How often all files were looked at since the start. */
  get walks(): number {
    return this.#finder.walks;
  }

  /** All that is known, for tests: the state of each path. */
  known(): Map<string, PathState> {
    const found = new Map<string, PathState>();
    const visit = (folder: FolderNode) => {
      for (const [name, node] of folder.children) {
        found.set(pathIn(folder, name), node.state);
        if (node.kind === 'folder') visit(node);
      }
    };
    visit(this.#table.root);
    return found;
  }

  /** What is there at first is the beginning: contents are saved part by part, and not in anyone's way. */
  async #start(): Promise<void> {
    await this.#alone(() => inSlices(this.#scanner.walk()));
    this.#table.settle();
    this.#scanner.uncoveredChanges.clear();
    this.#isListed = true;
    while (this.#table.unread.size > 0 && !this.#isClosed) {
      await this.#alone(() => this.#reader.readSome(this.#table.unread, { askRepository: true }));
      await setImmediate();
    }
  }

  #openWatches(): FinderParts['watching'] {
    const { cookies } = this.#options;
    if (cookies === undefined) return undefined;
    try {
      this.#cookie = new Cookie(cookies);
    } catch {
      return undefined;
    }
    this.#watches = new FolderWatches((path) => this.#scanner.absolute(path));
    return { watches: this.#watches, cookie: this.#cookie };
  }

  /** Reads the contents of what may have changed; those that disappear meanwhile are looked at again. */
  async #readSuspects(): Promise<void> {
    const { suspects } = this.#table;
    while (suspects.size + this.#gone.size > 0) {
      if (suspects.size > 0) await this.#reader.readSome(suspects, { askRepository: false });
      for (const leaf of [...this.#gone]) await this.#examineAgain(leaf);
    }
  }

  /** Contents that only the repository has are copied once they are replaced: it may drop them later. */
  async #pinReplaced(): Promise<void> {
    const { blobs, repositories } = this.#options;
    const pin = async ({ path, state, object }: Replaced) => {
      if (!isSaved(state) || blobs.has(state.id)) return;
      const bytes = await repositories.read(object);
      if (!bytes || idOf(bytes) !== state.id || !couldSave(blobs, bytes, state.id))
        this.#table.loseContent(path);
    };
    const replaced = [...this.#table.replacedObjects()];
    for (let at = 0; at < replaced.length; at += PINNED_AT_ONCE)
      await Promise.all(replaced.slice(at, at + PINNED_AT_ONCE).map(pin));
  }

  async #examineAgain(leaf: LeafNode): Promise<void> {
    const { parent, name } = leaf;
    this.#gone.delete(leaf);
    await inSlices(this.#scanner.examine(parent, name));
    if (parent.children.get(name) !== leaf || this.#table.suspects.has(leaf)) return;
    // It was away for a moment: its content has to be read next time.
    leaf.isRacy = true;
    this.#table.racy.add(leaf);
  }

  #isLeftOut(folder: FolderNode, name: string): boolean {
    if (name === '.git') this.#options.repositories.note(folder.path);
    if (name === '.git' || stagingPattern.test(name)) return true;
    return this.#options.leftOut !== undefined && pathIn(folder, name) === this.#options.leftOut;
  }

  #holding<T>(action: (folders: HeldFolders) => T): T {
    const folders = new HeldFolders(this.#options.root);
    try {
      return action(folders);
    } finally {
      folders.close();
    }
  }
}

function couldSave(blobs: BlobFiles, bytes: Uint8Array, id: string): boolean {
  try {
    blobs.saveNow(bytes, id);
    return true;
  } catch {
    return false;
  }
}
