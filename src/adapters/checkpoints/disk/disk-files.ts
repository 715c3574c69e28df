import type { Group } from '../../../core/checkpoints/group.ts';
import type { PathState } from '../../../core/checkpoints/path-state.ts';
import type { Restored, RestoreRequest } from '../recorder/covered-tree.ts';
import { HeldFolders } from './restore/held-folders.ts';
import { JournalFiles } from './restore/journal.ts';
import { folderOf, nameOf, presentState } from './restore/present-state.ts';
import { Restorer } from './restore/restorer.ts';
import { type BlobFiles, idOf } from './store/blob-files.ts';
import { namesOf } from './table/byte-paths.ts';
import { readSteadyFile } from './table/read-file.ts';

export type DiskFilesOptions = {
  /** The covered folder: an absolute path without links. */
  readonly root: string;
  readonly blobs: BlobFiles;
  /** The folder of the journals. */
  readonly journals: string;
  readonly maxFileBytes: number;
};

/** The files of a folder as they are now, and how they become what they were. No link is followed. */
export class DiskFiles {
  readonly #options: DiskFilesOptions;
  readonly #restorer: Restorer;

  constructor(options: DiskFilesOptions) {
    const { root, blobs, journals } = options;
    this.#options = options;
    this.#restorer = new Restorer({ root, contents: blobs, journals: new JournalFiles(journals) });
  }

  statesOf(paths: readonly string[]): Map<string, PathState | undefined> {
    const { maxFileBytes } = this.#options;
    return this.#holding(
      (folders) => new Map(paths.map((path) => [path, presentState(folders, path, maxFileBytes)])),
    );
  }

  /** Undefined if it is not the content with this id. */
  contentOf(path: string, id: string): Uint8Array | undefined {
    return this.#holding((folders) => {
      const folder = folderOf(folders, path);
      if (!folder) return undefined;
      const read = readSteadyFile(folder.at(nameOf(path)), this.#options.maxFileBytes);
      return read.outcome === 'read' && idOf(read.bytes) === id ? read.bytes : undefined;
    });
  }

  namesIn(folder: string): string[] {
    return namesOf(`${this.#options.root}/${folder}`) ?? [];
  }

  restore(request: RestoreRequest): Promise<Restored> {
    return this.#restorer.restore(request);
  }

  forgetRestore(id: string): void {
    this.#restorer.forget(id);
  }

  /** Whether a process was killed while it restored. */
  hasUnfinished(): boolean {
    return this.#restorer.hasUnfinished();
  }

  /** Finishes the restores of processes that were killed. */
  finishRestores(save: (group: Group) => Promise<void>): Promise<void> {
    return this.#restorer.finishAll(save);
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
