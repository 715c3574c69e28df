import type { Head } from '../../../core/checkpoints/group.ts';
import { foldersAbove, isSameState, type PathState, parentOf } from '../../../core/checkpoints/path-state.ts';
import { OWNER_RIGHTS, type RestoreStep, restoreSteps } from '../../../core/checkpoints/restore-steps.ts';
import type { Coverage } from '../../../ports/checkpoints.ts';
import type { CoveredTree, FoundChanges, Restored, RestoreRequest } from '../recorder/covered-tree.ts';
import type { ContentStore } from '../recorder/stores.ts';
import { contentId } from './memory-stores.ts';

/** Files that exist in this process alone, to be changed by a test. Paths are relative. */
export class MemoryTree implements CoveredTree {
  readonly #states = new Map<string, PathState>();
  readonly #bytes = new Map<string, Uint8Array>();
  readonly #contents: ContentStore;
  #known = new Map<string, PathState>();

  constructor(contents: ContentStore) {
    this.#contents = contents;
  }

  /** Makes the folders above it, too. */
  write(path: string, text: string, mode = 0o644): void {
    for (const folder of foldersAbove(path)) if (!this.#states.has(folder)) this.makeFolder(folder);
    this.#put(path, new TextEncoder().encode(text), mode);
  }

  makeFolder(path: string, mode = 0o755): void {
    this.#states.set(path, { kind: 'folder', mode });
  }

  link(path: string, target: string): void {
    this.#states.set(path, { kind: 'link', target });
  }

  chmod(path: string, mode: number): void {
    const state = this.#states.get(path);
    if (state && state.kind !== 'link') this.#states.set(path, { ...state, mode });
  }

  /** With all that is in it. */
  remove(path: string): void {
    for (const each of [...this.#states.keys()])
      if (each === path || each.startsWith(`${path}/`)) this.#states.delete(each);
  }

  /** All that is there: the text of files, and the state of all else. */
  snapshot(): Record<string, unknown> {
    const paths = [...this.#states.keys()].sort();
    return Object.fromEntries(paths.map((path) => [path, this.#shown(path)]));
  }

  async ready(): Promise<boolean> {
    return true;
  }

  async changes(): Promise<FoundChanges> {
    const paths = new Set([...this.#known.keys(), ...this.#states.keys()]);
    const changes = [...paths]
      .map((path) => ({ path, before: this.#known.get(path), after: this.#states.get(path) }))
      .filter(({ before, after }) => !isSameState(before, after));
    for (const { path, after } of changes)
      if (after?.kind === 'file') await this.#contents.save(this.#bytes.get(path)!);
    this.#known = new Map(this.#states);
    return { changes, notCovered: [], unsaved: 0 };
  }

  async heads(): Promise<ReadonlyMap<string, Head>> {
    return new Map();
  }

  async statesOf(paths: readonly string[]): Promise<ReadonlyMap<string, PathState | undefined>> {
    const isFolder = (path: string) => this.#states.get(path)?.kind === 'folder';
    const stateOf = (path: string) =>
      foldersAbove(path).every(isFolder) ? this.#states.get(path) : undefined;
    return new Map(paths.map((path) => [path, stateOf(path)]));
  }

  async contentOf(path: string, id: string): Promise<Uint8Array | undefined> {
    const bytes = this.#bytes.get(path);
    return bytes && contentId(bytes) === id ? bytes : undefined;
  }

  async namesIn(folder: string): Promise<string[]> {
    const inside = [...this.#states.keys()].filter((path) => parentOf(path) === folder);
    return inside.map((path) => path.slice(folder.length + 1));
  }

  async restore({ restores }: RestoreRequest): Promise<Restored> {
    for (const step of restoreSteps(restores)) await this.#take(step);
    return { done: restores, failed: [] };
  }

  async forgetRestore(): Promise<void> {}

  async coverage(): Promise<Coverage> {
    const files = [...this.#states.values()].filter(({ kind }) => kind !== 'folder').length;
    return { mode: 'on', files };
  }

  async close(): Promise<void> {}

  async #take(step: RestoreStep): Promise<void> {
    if (step.do === 'remove') this.#states.delete(step.path);
    else if (step.do === 'open') this.makeFolder(step.path, step.to.mode | OWNER_RIGHTS);
    else if (step.do === 'close') this.makeFolder(step.path, step.to.mode);
    else if (step.to.kind === 'link') this.#states.set(step.path, step.to);
    else this.#put(step.path, (await this.#contents.read(step.to.id))!, step.to.mode);
  }

  #put(path: string, bytes: Uint8Array, mode: number): void {
    this.#bytes.set(path, bytes);
    this.#states.set(path, { kind: 'file', mode, size: bytes.length, id: contentId(bytes) });
  }

  #shown(path: string): unknown {
    const state = this.#states.get(path)!;
    if (state.kind === 'link') return `-> ${state.target}`;
    const mode = state.mode.toString(8);
    return state.kind === 'file' ? `${mode} ${new TextDecoder().decode(this.#bytes.get(path))}` : `${mode} /`;
  }
}
