import { createHash } from 'node:crypto';

const MAX_PATHS = 1000;
const NO_FILE = 'no file';

/** Remembers the content of files on disk, to notice when another program changes them. */
export class DiskHashes {
  readonly #hashes = new Map<string, string>();

  hasChanged(path: string, bytes: Uint8Array | undefined): boolean {
    const known = this.#hashes.get(path);
    return known !== undefined && known !== hashOf(bytes);
  }

  remember(path: string, bytes: Uint8Array | undefined): void {
    this.#hashes.delete(path);
    this.#hashes.set(path, hashOf(bytes));
    if (this.#hashes.size > MAX_PATHS) this.#hashes.delete(this.#hashes.keys().next().value!);
  }
}

function hashOf(bytes: Uint8Array | undefined): string {
  return bytes ? createHash('sha1').update(bytes).digest('base64') : NO_FILE;
}
