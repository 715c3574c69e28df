import { type Group, type GroupChange, isUndo } from '../../../core/checkpoints/group.ts';
import { mergeLines } from '../../../core/checkpoints/merge-lines.ts';
import { isSameState, isSaved } from '../../../core/checkpoints/path-state.ts';
import {
  type Conflict,
  foldersToEmpty,
  pathsToPlan,
  planUndo,
  type Restore,
} from '../../../core/checkpoints/plan-undo.ts';
import { whyRefused } from '../../../core/checkpoints/refused-plan.ts';
import { concernsPath, type Selection, selectGroups } from '../../../core/checkpoints/select-groups.ts';
import type { ApplyOptions, MergedFile, Outcome, Plan, UndoRefusal } from '../../../ports/checkpoints.ts';
import type { RecorderParts } from './root-recorder.ts';

/** What the recorder does for an undo. */
export type Recording = {
  /** Assigns all that happened before. */
  settle(options: { isThorough: boolean }): Promise<unknown>;
  /** Assigns the changes of the undo to the undo. */
  claim(group: Group): Promise<GroupChange[]>;
  newId(): Promise<string>;
  nextOrder(): Promise<number>;
};

/** Plans and makes the undo of groups. */
export class Undoing {
  readonly #parts: RecorderParts;
  readonly #recording: Recording;

  constructor(parts: RecorderParts, recording: Recording) {
    this.#parts = parts;
    this.#recording = recording;
  }

  async plan(selection: Selection, { merge = false }: { merge?: boolean } = {}): Promise<Plan> {
    const { groups, missing } = selectGroups(await this.#parts.groups.list(), selection);
    const plan = planUndo(groups, await this.#presentFor(groups, selection.path), { path: selection.path });
    const merged = merge ? await this.#merge(plan.conflicts) : [];
    return { ...plan, selection, merged, missing };
  }

  /** Nothing is written unless the plan is still the same. */
  async apply(given: Plan, options: ApplyOptions & { id?: string } = {}): Promise<Outcome> {
    await this.#recording.settle({ isThorough: true });
    // By their ids: the last group may be another one by now.
    const { path } = given.selection;
    const selection = { ids: given.groups, ...(path !== undefined && { path }) };
    const again = await this.plan(selection, { merge: options.merge ?? false });
    const plan = { ...again, selection: given.selection };
    const refused = refusalOf(given, plan, options);
    if (refused) return { refused, plan, restored: [], failed: [] };
    const restores = [...plan.ready, ...mergedRestores(plan)];
    if (!(await this.#saveFrom(restores))) return { refused: 'unsaved', plan, restored: [], failed: [] };
    return this.#restore(plan, restores, options);
  }

  async #restore(
    plan: Plan,
    restores: readonly Restore[],
    options: ApplyOptions & { id?: string },
  ): Promise<Outcome> {
    const { tree, groups } = this.#parts;
    const id = options.id ?? (await this.#recording.newId());
    const draft = await this.#groupOf(plan, id, options);
    const { done, failed } = await tree.restore({
      group: { ...draft, changes: changesOf(restores, draft.order) },
      restores,
    });
    const restored = done.map(({ path }) => path);
    if (done.length === 0) {
      await tree.forgetRestore(id);
      return { plan, restored, failed };
    }
    const to = this.#parts.now();
    const changes = await this.#recording.claim({ ...draft, changes: changesOf(done, draft.order), to });
    const group = { ...draft, order: await this.#recording.nextOrder(), to, changes };
    await groups.save(group);
    await tree.forgetRestore(id);
    return { plan, group, restored, failed };
  }

  async #groupOf(
    plan: Plan,
    id: string,
    { client, tool = 'undo' }: ApplyOptions,
  ): Promise<Omit<Group, 'changes'>> {
    const { now, server, groups } = this.#parts;
    const chosen = (await groups.list()).filter((group) => plan.groups.includes(group.id));
    const { path } = plan.selection;
    const isWhole = ({ changes }: Group) =>
      path === undefined || changes.every((change) => concernsPath(change.path, path));
    const ids = (some: readonly Group[]) => some.map((group) => group.id);
    const parts = chosen.filter((group) => !isWhole(group));
    return {
      id,
      order: await this.#recording.nextOrder(),
      from: now(),
      to: now(),
      by: { kind: 'call', server, tool, ...(client !== undefined && { client }) },
      undoes: ids(chosen.filter(isWhole)),
      ...(parts.length > 0 && { undoesPartOf: ids(parts) }),
      ...(chosen.every(isUndo) && { isRedo: true }),
    };
  }

  async #presentFor(groups: readonly Group[], path: string | undefined) {
    const { tree, contents } = this.#parts;
    const states = await tree.statesOf(pathsToPlan(groups, path));
    const names = new Map<string, readonly string[]>();
    for (const each of foldersToEmpty(groups, path))
      if (states.get(each)?.kind === 'folder') names.set(each, await tree.namesIn(each));
    return { states, names, hasContent: (id: string) => contents.has(id) };
  }

  /** The conflicts of which a merge can be made, with the merged contents stored. */
  async #merge(conflicts: readonly Conflict[]): Promise<MergedFile[]> {
    const merged: MergedFile[] = [];
    for (const { path, merge } of conflicts) {
      if (!merge) continue;
      const { tree, contents } = this.#parts;
      const [base, ours, theirs] = await Promise.all([
        contents.read(merge.base.id),
        tree.contentOf(path, merge.ours.id),
        contents.read(merge.theirs.id),
      ]);
      const content = base && ours && theirs && mergedBytes({ base, ours, theirs });
      if (content) merged.push({ path, id: await contents.save(content), size: content.length });
    }
    return merged;
  }

  /** What is there now must be stored before it is replaced: a redo brings it back. */
  async #saveFrom(restores: readonly Restore[]): Promise<boolean> {
    const { tree, contents } = this.#parts;
    for (const { path, from } of restores) {
      if (!isSaved(from) || contents.has(from.id)) continue;
      const content = await tree.contentOf(path, from.id);
      const id = content && (await contents.save(content).catch(() => undefined));
      if (id !== from.id) return false;
    }
    return true;
  }
}

const MAX_MERGE_BYTES = 1024 * 1024;

function mergedBytes(versions: Record<'base' | 'ours' | 'theirs', Uint8Array>): Uint8Array | undefined {
  const sides = Object.values(versions);
  if (sides.some((bytes) => bytes.length > MAX_MERGE_BYTES || bytes.includes(0))) return undefined;
  // Each byte one character: so a merge works in every encoding that has lines.
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
  const merged = mergeLines({
    base: text(versions.base),
    ours: text(versions.ours),
    theirs: text(versions.theirs),
  });
  return merged === undefined ? undefined : Buffer.from(merged, 'latin1');
}

function mergedRestores({ conflicts, merged }: Plan): Restore[] {
  return merged.flatMap(({ path, id, size }) => {
    const ours = conflicts.find((conflict) => conflict.path === path)?.merge?.ours;
    return ours ? [{ path, from: ours, to: { kind: 'file', mode: ours.mode, size, id } as const }] : [];
  });
}

function refusalOf(given: Plan, plan: Plan, options: ApplyOptions): UndoRefusal | undefined {
  return whyRefused(plan, options) ?? (isSamePlan(given, plan) ? undefined : 'changed');
}

function isSamePlan(given: Plan, plan: Plan): boolean {
  const isMergeKnown = plan.merged.every(({ path, id }) =>
    given.merged.some((file) => file.path === path && file.id === id),
  );
  const before = new Map(given.ready.map((restore) => [restore.path, restore]));
  return (
    isMergeKnown &&
    given.ready.length === plan.ready.length &&
    plan.ready.every(({ path, from, to }) => {
      const known = before.get(path);
      return known !== undefined && isSameState(known.from, from) && isSameState(known.to, to);
    })
  );
}

function changesOf(restores: readonly Restore[], at: number): GroupChange[] {
  return restores.map(({ path, from, to }) => ({ path, before: from, after: to, at }));
}
