import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from '../../../private/private-folder.ts';
import { namesIn, removeTorn, temporaryName } from './temporary-name.ts';

/** The processes that record changes of one folder: each has a file while it lives. */
export class LiveServers {
  readonly #folder: string;
  readonly #own: string;

  /** Makes itself known. After a crash of its thread, it has the same name again. */
  constructor(folder: string, instance: string) {
    this.#folder = folder;
    this.#own = temporaryName('live', instance);
    makePrivateFolder(folder);
    writeFileSync(join(folder, this.#own), '', { mode: 0o600 });
  }

  isAlone(): boolean {
    return !hasLiveServers(this.#folder, this.#own);
  }

  close(): void {
    rmSync(join(this.#folder, this.#own), { force: true });
  }
}

export function hasLiveServers(folder: string, own?: string): boolean {
  removeTorn(folder);
  return namesIn(folder).some((name) => name !== own);
}
