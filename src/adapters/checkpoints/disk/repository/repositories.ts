import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Head } from '../../../../core/checkpoints/group.ts';
import type { ObjectPlace } from '../table/nodes.ts';
import { gitFolderAbove, gitFolderIn } from './git-folder.ts';
import { ObjectReader } from './object-reader.ts';
import { readHead } from './read-head.ts';

export type RepositoriesOptions = {
  /** The covered folder. */
  readonly root: string;
  /** A folder of ours, for what Git has to find. */
  readonly folder: string;
  /** Folders in which Git is found; undefined: Git is not asked. */
  readonly searchPath: string | undefined;
};

/** The folder of the objects, and how they are named. */
type Objects = { readonly name: string; readonly hash: 'sha1' | 'sha256' };

/** Beyond these a look at all heads would take too long. */
const MAX_REPOSITORIES = 100;
/** Processes of Git that are open at once. */
const MAX_READERS = 4;

/** The repositories that the files of a folder belong to. */
export class Repositories {
  readonly #options: RepositoriesOptions;
  /** Folders with a work tree, relative to the covered one; `..` and the like for the one above it. */
  readonly #tops = new Set<string>();
  readonly #readers = new Map<string, ObjectReader>();
  readonly #objects = new Map<string, Objects>();
  readonly #hashes = new Map<string, 'sha1' | 'sha256' | undefined>();
  readonly #above: string | undefined;

  constructor(options: RepositoriesOptions) {
    this.#options = options;
    const above = gitFolderAbove(options.root)?.top;
    this.#above = above === undefined ? undefined : relative(options.root, above).split(sep).join('/');
  }

  get isInside(): boolean {
    return this.#above !== undefined;
  }

  get tops(): string[] {
    return [...this.#tops];
  }

  /** For each repository whose contents were asked for: another value if objects may be gone that were there. */
  packs(): Record<string, string> {
    const found = [...this.#objects.values()].map(({ name }) => [name, packStamp(name)] as const);
    return Object.fromEntries(found);
  }

  /** A folder in which `.git` was seen. */
  note(folder: string): void {
    if (this.#tops.size < MAX_REPOSITORIES) this.#tops.add(folder);
  }

  heads(): Map<string, Head> {
    const found = new Map<string, Head>();
    const tops = this.#above === undefined ? this.#tops : new Set([this.#above, ...this.#tops]);
    for (const top of tops) {
      const git = gitFolderIn(join(this.#options.root, top));
      const head = git && readHead(git);
      if (head) found.set(top, head);
    }
    return found;
  }

  /** The objects of the repository that a path belongs to, if Git can be asked for them. */
  repositoryOf(path: string): Objects | undefined {
    if (this.#options.searchPath === undefined) return undefined;
    const top = this.#topOf(path);
    if (top === undefined) return undefined;
    const known = this.#objects.get(top) ?? this.#objectsIn(top);
    if (known) this.#objects.set(top, known);
    return known;
  }

  async find(objects: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    return (await this.#readerOf(objects)?.find(ids)) ?? new Set();
  }

  async read({ repository, objectId }: ObjectPlace): Promise<Uint8Array | undefined> {
    return this.#readerOf(repository)?.read(objectId);
  }

  close(): void {
    for (const reader of this.#readers.values()) reader.close();
    this.#readers.clear();
  }

  #objectsIn(top: string): Objects | undefined {
    const git = gitFolderIn(join(this.#options.root, top));
    const hash = git && this.#hashOf(git.shared);
    return hash && { name: join(git.shared, 'objects'), hash };
  }

  #topOf(path: string): string | undefined {
    for (let at = dirname(path); at !== '.'; at = dirname(at)) if (this.#tops.has(at)) return at;
    return this.#tops.has('') ? '' : this.#above;
  }

  #hashOf(shared: string): 'sha1' | 'sha256' | undefined {
    if (!this.#hashes.has(shared)) this.#hashes.set(shared, hashIn(shared));
    return this.#hashes.get(shared);
  }

  #readerOf(objects: string): ObjectReader | undefined {
    const { folder, searchPath } = this.#options;
    const hash = this.#hashOf(dirname(objects));
    if (searchPath === undefined || !hash) return undefined;
    const reader = this.#readers.get(objects) ?? new ObjectReader({ objects, hash, folder, searchPath });
    // The one that was used last stays longest.
    this.#readers.delete(objects);
    this.#readers.set(objects, reader);
    for (const [other, oldest] of this.#readers) {
      if (this.#readers.size <= MAX_READERS) break;
      oldest.close();
      this.#readers.delete(other);
    }
    return reader;
  }
}

/** Undefined if it is no repository. */
function hashIn(shared: string): 'sha1' | 'sha256' | undefined {
  try {
    const config = readFileSync(join(shared, 'config'), 'utf8');
    return /^\s*objectformat\s*=\s*sha256\s*$/im.test(config) ? 'sha256' : 'sha1';
  } catch {
    return undefined;
  }
}

/** Packs are made when loose objects go. */
function packStamp(objects: string): string {
  const stats = lstatSync(join(objects, 'pack'), { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.mtimeNs}` : '';
}
