import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { Head } from '../../../core/checkpoints/group.ts';
import type { PathState } from '../../../core/checkpoints/path-state.ts';
import type { Coverage } from '../../../ports/checkpoints.ts';
import type { CoveredTree, FoundChanges, Restored, RestoreRequest } from '../recorder/covered-tree.ts';
import { createQueue } from '../recorder/serially.ts';
import type { DiskFiles } from './disk-files.ts';
import type { KnownFiles } from './known-files.ts';
import type { Repositories } from './repository/repositories.ts';

export type DiskTreeParts = {
  readonly files: DiskFiles;
  readonly repositories: Repositories;
  /** Undefined: only what file tools write is recorded. */
  readonly known: KnownFiles | undefined;
  /** Why nothing is known. */
  readonly refusal?: string | undefined;
};

/** A folder on this machine. Its files are listed and saved in the background, from the beginning on. */
export class DiskTree implements CoveredTree {
  readonly #parts: DiskTreeParts;
  readonly #alone = createQueue();
  readonly #saved: Promise<boolean>;
  #isClosed = false;

  constructor(parts: DiskTreeParts) {
    this.#parts = parts;
    this.#saved = this.#start().then(
      () => true,
      () => true,
    );
  }

  ready(timeoutMs: number): Promise<boolean> {
    return Promise.race([this.#saved, sleep(timeoutMs, false, { ref: false })]);
  }

  async changes(options: { isThorough?: boolean } = {}): Promise<FoundChanges> {
    const { known } = this.#parts;
    if (!known) return { changes: [], notCovered: [], unsaved: 0 };
    if (!known.isListed) return { changes: [], notCovered: [], unsaved: 0, isPartial: true };
    return this.#alone(() => known.changes(options));
  }

  async heads(): Promise<ReadonlyMap<string, Head>> {
    return this.#parts.repositories.heads();
  }

  async statesOf(paths: readonly string[]): Promise<ReadonlyMap<string, PathState | undefined>> {
    return this.#parts.files.statesOf(paths);
  }

  async contentOf(path: string, id: string): Promise<Uint8Array | undefined> {
    return this.#parts.files.contentOf(path, id);
  }

  async namesIn(folder: string): Promise<string[]> {
    return this.#parts.files.namesIn(folder);
  }

  restore(request: RestoreRequest): Promise<Restored> {
    return this.#alone(() => this.#parts.files.restore(request));
  }

  async forgetRestore(id: string): Promise<void> {
    this.#parts.files.forgetRestore(id);
  }

  async coverage(): Promise<Coverage> {
    const { known, refusal } = this.#parts;
    return known?.coverage() ?? { mode: 'edits', ...(refusal !== undefined && { reason: refusal }) };
  }

  /** A look at all files while nothing else is to be done: finds what events do not report. */
  async lookAtAll(): Promise<void> {
    const { known } = this.#parts;
    if (!known?.isListed || this.#isClosed) return;
    await this.#alone(() => known.update({ isThorough: true }));
    await this.#alone(() => known.recheck());
    while (!this.#isClosed && (await this.#alone(() => known.saveSome()))) await setImmediate();
    known.save();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#alone(async () => {
      this.#parts.known?.save();
      this.#parts.known?.close();
    });
  }

  async #start(): Promise<void> {
    const { known } = this.#parts;
    if (!known) return;
    await this.#alone(() => known.list());
    while (!this.#isClosed && (await this.#alone(() => known.saveSome()))) await setImmediate();
  }
}
