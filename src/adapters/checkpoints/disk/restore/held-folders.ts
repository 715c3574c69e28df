import { closeSync, constants, existsSync, lstatSync, openSync, readlinkSync } from 'node:fs';
import { bytesOfName } from '../../../../core/checkpoints/byte-names.ts';
import { foldersAbove } from '../../../../core/checkpoints/path-state.ts';
import { type SystemPath, systemPath } from '../table/byte-paths.ts';

/** A folder that names are reached in, wherever its path leads by then. */
export type HeldFolder = {
  at(name: string): SystemPath;
  /** An open descriptor; undefined where folders are reached by their paths. */
  readonly descriptor: number | undefined;
};

const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0 } = constants;
const FOLDER_FLAGS = O_RDONLY | O_DIRECTORY | O_NOFOLLOW;
const MAX_OPEN = 100;

/**
 * The folders of a tree, each opened from the one above it and never through a link. On Linux names are reached through
 * the open folder in /proc; elsewhere by paths whose parts are looked at right before.
 */
export class HeldFolders {
  readonly #root: string;
  readonly #open = new Map<string, number>();
  readonly #byDescriptor = process.platform === 'linux' && existsSync('/proc/self/fd');

  constructor(root: string) {
    this.#root = root;
  }

  /** Throws the error of the system if the folder is not there, or a part of its path is a link. */
  folder(path: string): HeldFolder {
    if (!this.#byDescriptor) return this.#byPath(path);
    const descriptor = this.#descriptorOf(path);
    return { descriptor, at: (name) => throughDescriptor(descriptor, name) };
  }

  close(): void {
    for (const descriptor of this.#open.values()) closeSync(descriptor);
    this.#open.clear();
  }

  #descriptorOf(path: string): number {
    const known = this.#open.get(path);
    if (known !== undefined && this.#isInPlace(known, path)) return known;
    if (known !== undefined) this.#drop(path, known);
    const opened = path === '' ? openSync(this.#root, FOLDER_FLAGS) : this.#openBelow(path);
    this.#open.set(path, opened);
    for (const [other, descriptor] of this.#open) {
      if (this.#open.size <= MAX_OPEN) break;
      if (other !== '') this.#drop(other, descriptor);
    }
    return opened;
  }

  #openBelow(path: string): number {
    const slash = path.lastIndexOf('/');
    const parent = this.#descriptorOf(path.slice(0, Math.max(0, slash)));
    return openSync(throughDescriptor(parent, path.slice(slash + 1)), FOLDER_FLAGS);
  }

  /** A folder that was moved or removed is not the one that has this path. */
  #isInPlace(descriptor: number, path: string): boolean {
    const expected = Buffer.from(bytesOfName(path === '' ? this.#root : `${this.#root}/${path}`));
    return readlinkSync(`/proc/self/fd/${descriptor}`, 'buffer').equals(expected);
  }

  #drop(path: string, descriptor: number): void {
    closeSync(descriptor);
    this.#open.delete(path);
  }

  #byPath(path: string): HeldFolder {
    for (const folder of [...foldersAbove(path), path]) {
      const stats = lstatSync(systemPath(this.#absolute(folder)));
      if (!stats.isDirectory())
        throw Object.assign(new Error(`Not a folder: ${folder}`), { code: 'ENOTDIR' });
    }
    return { descriptor: undefined, at: (name) => systemPath(`${this.#absolute(path)}/${name}`) };
  }

  #absolute(path: string): string {
    return path === '' ? this.#root : `${this.#root}/${path}`;
  }
}

/** Not joined: a normalised path would lead to the link in /proc instead of the folder. */
function throughDescriptor(descriptor: number, name: string): SystemPath {
  return systemPath(`/proc/self/fd/${descriptor}/${name}`);
}
