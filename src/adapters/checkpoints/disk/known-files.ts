import { lstatSync } from 'node:fs';
import { isSaved, type PathState, whyNotKept } from '../../../core/checkpoints/path-state.ts';
import type { Coverage } from '../../../ports/checkpoints.ts';
import type { FoundChanges } from '../recorder/covered-tree.ts';
import { ChangeFinder, type FinderParts } from './change-finder.ts';
import { inSlices } from './in-slices.ts';
import { pinReplaced, recheckObjects, rereadMissing } from './keep-contents.ts';
import type { Repositories } from './repository/repositories.ts';
import type { BlobFiles } from './store/blob-files.ts';
import { ContentReader } from './table/content-reader.ts';
import { FolderCoverage } from './table/folder-coverage.ts';
import { below, type FolderNode, type LeafNode, pathIn, pathOf } from './table/nodes.ts';
import { newFolder, Scanner, type Steps } from './table/scanner.ts';
import { Table } from './table/table.ts';
import { loadTable, saveTable, type TableFacts } from './table/table-file.ts';
import { Cookie } from './watch/cookie.ts';
import { FolderWatches } from './watch/folder-watches.ts';

export type KnownFilesOptions = {
  /** The covered folder: an absolute path without links. */
  readonly root: string;
  readonly blobs: BlobFiles;
  readonly repositories: Repositories;
  readonly maxFileBytes: number;
  readonly maxFiles: number;
  /** Of all files together, outside a repository. */
  readonly maxTreeBytes: number;
  readonly clockTickMs: number;
  /** The file that the table is kept in. */
  readonly tableFile: string;
  /** The folder for the cookie of the watches; undefined: folders are not watched. */
  readonly cookies: string | undefined;
  /** Folders inside the root that are never covered: our own. */
  readonly leftOut: ReadonlySet<string>;
  /** Whether there is room for this number of bytes; `isBase`: of what was there at first. */
  hasRoom(bytes: number, isBase: boolean): boolean;
};

const stagingPattern = /^\.corvid-[0-9a-f]{16}(-[0-9a-f]{16})?\.(tmp|old)$/;

/** What is known of all files of a folder. One call at a time. */
export class KnownFiles {
  readonly #options: KnownFilesOptions;
  readonly #table: Table;
  readonly #facts: TableFacts | undefined;
  readonly #scanner: Scanner;
  readonly #finder: ChangeFinder;
  readonly #reader: ContentReader;
  readonly #coverage: FolderCoverage;
  readonly #gone = new Set<LeafNode>();
  #watches: FolderWatches | undefined;
  #cookie: Cookie | undefined;
  #packs: Readonly<Record<string, string>>;
  isListed = false;
  /** Why the folder is not covered. */
  refusal: string | undefined;

  constructor(options: KnownFilesOptions) {
    const { root, blobs, repositories, maxFileBytes, clockTickMs } = options;
    this.#options = options;
    const top = newFolder(undefined, '', lstatSync(root, { bigint: true }));
    const loaded = loadTable(options.tableFile, top);
    this.#table = loaded?.table ?? new Table(newFolder(undefined, '', lstatSync(root, { bigint: true })));
    this.#facts = loaded?.facts;
    this.#packs = loaded?.facts.packs ?? {};
    this.#coverage = new FolderCoverage(root);
    const limits = { table: this.#table, maxFileBytes, clockTickMs };
    this.#scanner = new Scanner({
      ...{ ...limits, root },
      isLeftOut: (folder, name) => this.#isLeftOut(folder, name),
      isCovered: (...given) => this.#coverage.isCovered(...given),
      onFolder: (folder) => this.#watches?.add(folder) ?? false,
      onFolderGone: (folder) => this.#watches?.drop(folder),
    });
    const watching = this.#openWatches();
    const [table, scanner, coverage] = [this.#table, this.#scanner, this.#coverage];
    this.#finder = new ChangeFinder({ table, scanner, coverage, watching });
    this.#reader = new ContentReader({
      ...{ ...limits, blobs, objects: repositories },
      absolute: (path) => this.#scanner.absolute(path),
      hasRoom: (...given) => options.hasRoom(...given),
      onGone: (leaf) => this.#gone.add(leaf),
    });
  }

  /** Lists all files: what is there now is the beginning. */
  async list(): Promise<void> {
    const { repositories } = this.#options;
    for (const path of this.#facts?.repositories ?? []) repositories.note(path);
    this.#scanner.isFirstLook = true;
    await inSlices(this.#limited(this.#scanner.walk()));
    this.#scanner.isFirstLook = false;
    if (!repositories.isInside) this.#refuseLargeTree();
    this.#table.settle();
    this.#scanner.uncoveredChanges.clear();
    if (this.#facts) await this.#checkLoaded();
    this.isListed = true;
  }

  /** Saves a part of the contents that are not saved yet; false if none is left. */
  async saveSome(): Promise<boolean> {
    if (this.#table.unread.size === 0 || this.refusal !== undefined) return false;
    await this.#reader.readSome(this.#table.unread, { askRepository: true, isBase: true });
    return this.#table.unread.size > 0;
  }

  async changes(options: { isThorough?: boolean }): Promise<FoundChanges> {
    await this.update(options);
    if (this.refusal !== undefined) return { changes: [], notCovered: [], unsaved: 0 };
    const notCovered = [...this.#scanner.uncoveredChanges];
    this.#scanner.uncoveredChanges.clear();
    return { changes: this.#table.report(), notCovered, unsaved: this.#table.unread.size };
  }

  /** Finds what changed; it is reported later. */
  async update(options: { isThorough?: boolean } = {}): Promise<void> {
    if (this.refusal !== undefined) return;
    await this.#finder.find(options);
    if (this.#table.files > this.#options.maxFiles) this.#refuse(tooMany(this.#options.maxFiles));
    await this.#readSuspects();
    await pinReplaced(this.#places);
  }

  /** After a repository was packed, its contents may be gone. */
  async recheck(): Promise<void> {
    const { repositories } = this.#options;
    const before = this.#packs;
    this.#packs = repositories.packs();
    await recheckObjects(this.#places, (objects) => this.#packs[objects] !== before[objects]);
  }

  /** The ids of all contents that are needed to undo what comes next, and what was not reported yet. */
  neededContents(): Set<string> {
    const ids = new Set<string>();
    for (const node of below(this.#table.root))
      if (node.kind === 'leaf' && isSaved(node.state)) ids.add(node.state.id);
    for (const state of this.#table.unreported()) if (isSaved(state)) ids.add(state.id);
    return ids;
  }

  /** Keeps the table for the next start. */
  save(): void {
    if (!this.isListed || this.refusal !== undefined) return;
    const { tableFile, repositories } = this.#options;
    saveTable(tableFile, this.#table, { repositories: repositories.tops, packs: this.#packs });
  }

  coverage(): Coverage {
    if (this.refusal !== undefined) return { mode: 'edits', reason: this.refusal };
    const by = this.#watches && this.#watches.failure === undefined ? 'watching' : 'walking';
    return { mode: 'on', files: this.#table.files, by, unsaved: this.#table.unread.size };
  }

  /** How often all files were looked at. */
  get walks(): number {
    return this.#finder.walks;
  }

  /** The state of each path. */
  states(): Map<string, PathState> {
    const nodes = [...below(this.#table.root)].filter(({ parent }) => parent !== undefined);
    return new Map(nodes.map((node) => [pathOf(node), node.state]));
  }

  close(): void {
    this.#watches?.close();
    this.#cookie?.close();
    this.#options.repositories.close();
  }

  get #places() {
    const { blobs, repositories } = this.#options;
    return { table: this.#table, blobs, repositories };
  }

  async #checkLoaded(): Promise<void> {
    rereadMissing(this.#places);
    await this.recheck();
  }

  /** Stops as soon as there is too much. */
  *#limited(steps: Steps): Steps {
    const { maxFiles } = this.#options;
    while (!steps.next().done) {
      if (this.#table.files > maxFiles) {
        this.#refuse(tooMany(maxFiles));
        return;
      }
      yield;
    }
  }

  #refuseLargeTree(): void {
    const { maxTreeBytes } = this.#options;
    let bytes = 0;
    for (const node of below(this.#table.root))
      if (node.kind === 'leaf' && whyNotKept(node.state) !== 'large') bytes += Number(node.stamp.size);
    if (bytes <= maxTreeBytes) return;
    const gigabytes = maxTreeBytes / 1024 ** 3;
    this.#refuse(`its files have more than ${gigabytes} GB, and it is no repository`);
  }

  /** From now on only the changes of file tools are recorded here. */
  #refuse(why: string): void {
    this.refusal = why;
    this.#watches?.close();
    this.#table.clear();
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
    // Very many new contents are likely to come from the repository, as after a checkout.
    const askRepository = suspects.size > MAX_UNASKED;
    while (suspects.size + this.#gone.size > 0) {
      if (suspects.size > 0) await this.#reader.readSome(suspects, { askRepository, isBase: false });
      for (const leaf of [...this.#gone]) await this.#examineAgain(leaf);
    }
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
    return this.#options.leftOut.has(pathIn(folder, name));
  }
}

/** So few contents are saved without a question to the repository. */
const MAX_UNASKED = 200;

function tooMany(maxFiles: number): string {
  return `it has more than ${maxFiles.toLocaleString('en')} files`;
}
