import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from '../../../private/private-folder.ts';
import { ContentBatch } from './content-batch.ts';

export type ObjectReaderOptions = {
  /** The objects of the repository. */
  readonly objects: string;
  readonly hash: 'sha1' | 'sha256';
  /** A folder of ours, for what Git has to find. */
  readonly folder: string;
  /** Folders in which Git is found. */
  readonly searchPath: string;
};

/** A process that does not answer is given up. */
const MAX_MS = 60_000;

/**
 * Asks Git for the contents of a repository. The settings of the repository are not read: they could name programs to
 * run. So Git works in an empty folder of ours, and only the objects are those of the repository.
 */
export class ObjectReader {
  readonly #options: ObjectReaderOptions;
  #batch: ContentBatch | undefined;

  constructor(options: ObjectReaderOptions) {
    this.#options = options;
  }

  /** Which of these contents there are; none if Git cannot be asked. */
  async find(ids: readonly string[]): Promise<ReadonlySet<string>> {
    try {
      const output = await this.#check(ids);
      const lines = output.split('\n').map((line) => line.split(' '));
      return new Set(lines.flatMap(([id, kind]) => (id !== undefined && kind === 'blob' ? [id] : [])));
    } catch {
      return new Set();
    }
  }

  /** One content after the other; undefined for those that are gone. */
  async read(id: string): Promise<Uint8Array | undefined> {
    try {
      this.#batch ??= new ContentBatch(this.#spawn(['--batch']), () => {
        this.#batch = undefined;
      });
      return await this.#batch.read(id);
    } catch {
      return undefined;
    }
  }

  close(): void {
    this.#batch?.close();
    this.#batch = undefined;
  }

  #check(ids: readonly string[]): Promise<string> {
    const child = this.#spawn(['--batch-check', '--buffer']);
    return new Promise((resolve, reject) => {
      const pieces: Buffer[] = [];
      child.stdout!.on('data', (piece: Buffer) => pieces.push(piece));
      child.on('error', reject);
      child.on('close', (code) => {
        if (code === 0) resolve(Buffer.concat(pieces).toString());
        else reject(new Error(`git ended with ${code}`));
      });
      child.stdin!.on('error', () => {});
      child.stdin!.end(`${ids.join('\n')}\n`);
    });
  }

  #spawn(args: readonly string[]): ChildProcess {
    const { objects, searchPath } = this.#options;
    const folder = this.#emptyRepository();
    const env = {
      PATH: searchPath,
      LC_ALL: 'C',
      GIT_DIR: folder,
      GIT_OBJECT_DIRECTORY: objects,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_NO_LAZY_FETCH: '1',
      GIT_NO_REPLACE_OBJECTS: '1',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
    };
    const child = spawn('git', ['cat-file', ...args], {
      ...{ env, cwd: folder, timeout: args.includes('--batch') ? 0 : MAX_MS },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.unref();
    return child;
  }

  #emptyRepository(): string {
    const { folder, hash } = this.#options;
    const own = join(folder, hash);
    makePrivateFolder(join(own, 'objects'));
    mkdirSync(join(own, 'refs'), { recursive: true, mode: 0o700 });
    const isNewer = hash === 'sha256';
    const extension = isNewer ? '[extensions]\n\tobjectformat = sha256\n' : '';
    const config = `[core]\n\trepositoryformatversion = ${isNewer ? 1 : 0}\n\tbare = true\n${extension}`;
    writeFileSync(join(own, 'HEAD'), 'ref: refs/heads/none\n', { mode: 0o600 });
    writeFileSync(join(own, 'config'), config, { mode: 0o600 });
    return own;
  }
}
