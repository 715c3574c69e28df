import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Group } from '../../../../core/checkpoints/group.ts';
import { watchFolder } from '../../../history/watch-folder.ts';
import { makePrivateFolder } from '../../../private/private-folder.ts';
import { expectTrustedFolder } from '../../../private/trust.ts';
import type { GroupStore } from '../../recorder/stores.ts';
import { readChecked, writeChecked } from './checked-file.ts';
import { namesIn } from './temporary-name.ts';

const namePattern = /^\d{16}-[a-z][a-z2-9]{3,7}$/;
/** The time of a folder may not change twice within this time. */
const CLOCK_TICK_MS = 20;

/** Groups in a private folder that processes share: a file for each, named by order and id. */
export class GroupFiles implements GroupStore {
  readonly #folder: string;
  #loaded = new Map<string, Group>();
  #readAt = { modified: -1n, isSure: false };

  constructor(folder: string) {
    this.#folder = folder;
  }

  async save(group: Group): Promise<void> {
    expectTrustedFolder(this.#folder);
    const name = nameOf(group);
    writeChecked(join(this.#folder, name), group);
    const earlier = this.#names().filter((other) => other !== name && other.endsWith(`-${group.id}`));
    for (const other of earlier) this.#remove(other);
    this.#loaded.set(name, group);
  }

  async list(): Promise<readonly Group[]> {
    return this.listNow();
  }

  listNow(): Group[] {
    this.#refresh();
    const newestOfId = new Map([...this.#loaded.values()].map((group) => [group.id, group]));
    return [...newestOfId.values()].sort((a, b) => a.order - b.order);
  }

  remove(group: Group): void {
    this.#remove(nameOf(group));
  }

  /** Of the file of a group. */
  sizeOf(group: Group): number {
    return lstatSync(join(this.#folder, nameOf(group)), { throwIfNoEntry: false })?.size ?? 0;
  }

  async subscribe(onGroup: (group: Group) => void): Promise<() => void> {
    makePrivateFolder(this.#folder);
    const known = new Set((await this.list()).map(({ id }) => id));
    return watchFolder(this.#folder, () => {
      void this.list().then((groups) => {
        for (const group of groups) {
          if (known.has(group.id)) continue;
          known.add(group.id);
          onGroup(group);
        }
      });
    });
  }

  #refresh(): void {
    const stats = lstatSync(this.#folder, { bigint: true, throwIfNoEntry: false });
    if (!stats) {
      this.#loaded.clear();
      return;
    }
    if (this.#readAt.isSure && stats.mtimeNs === this.#readAt.modified) return;
    expectTrustedFolder(this.#folder);
    const ageMs = Date.now() - Number(stats.mtimeNs / 1_000_000n);
    this.#readAt = { modified: stats.mtimeNs, isSure: ageMs > CLOCK_TICK_MS };
    const names = this.#names();
    const before = this.#loaded;
    this.#loaded = new Map(
      names.flatMap((name) => {
        const group = before.get(name) ?? this.#load(name);
        return group ? [[name, group] as const] : [];
      }),
    );
  }

  /** Undefined if it is torn, or not ours. */
  #load(name: string): Group | undefined {
    try {
      return readChecked(join(this.#folder, name)) as Group | undefined;
    } catch {
      return undefined;
    }
  }

  #names(): string[] {
    return namesIn(this.#folder)
      .filter((name) => namePattern.test(name))
      .sort();
  }

  #remove(name: string): void {
    this.#loaded.delete(name);
    rmSync(join(this.#folder, name), { force: true });
  }
}

function nameOf({ order, id }: Group): string {
  return `${String(Math.trunc(order)).padStart(16, '0')}-${id}`;
}
