import type { Group } from '../../core/checkpoints/group.ts';
import { type Selection, selectGroups } from '../../core/checkpoints/select-groups.ts';
import type {
  ApplyOptions,
  ChangeContents,
  Checkpoints,
  Coverage,
  GroupFilter,
  OpenGroup,
  Outcome,
  Plan,
  RecordedCall,
  WrittenFile,
} from '../../ports/checkpoints.ts';
import type { RootRecorder } from './recorder/root-recorder.ts';
import {
  absoluteGroup,
  absoluteIn,
  absoluteOutcome,
  absolutePlan,
  pathInRoot,
  planInRoot,
} from './root-paths.ts';

export type CoveredRoot = { readonly root: string; readonly recorder: RootRecorder };

/** Records in several folders at once. A group that concerns two of them has the same id in both. */
export class CoveredRoots implements Checkpoints {
  readonly #roots: () => readonly CoveredRoot[];
  readonly #onClose: () => Promise<void>;

  constructor(roots: () => readonly CoveredRoot[], { onClose = async () => {} } = {}) {
    this.#roots = roots;
    this.#onClose = onClose;
  }

  async begin(call: RecordedCall): Promise<OpenGroup> {
    const roots = this.#roots();
    const earlier: Group[] = [];
    const late: Group[] = [];
    let id: string | undefined;
    let notRecorded: string | undefined;
    for (const { root, recorder } of roots) {
      const begun = await recorder.begin(call, id);
      id ||= begun.id;
      notRecorded ??= begun.notRecorded;
      earlier.push(...begun.earlier.map((group) => absoluteGroup(root, group)));
      late.push(...(begun.late ?? []).map((group) => absoluteGroup(root, group)));
    }
    const own = id ?? '';
    return {
      id: own,
      earlier,
      ...(late.length > 0 && { late: joinById(late) }),
      ...(notRecorded !== undefined && { notRecorded }),
      collect: () => joinedFrom(roots, ({ recorder }) => recorder.collect(own)),
      pause: () => joinedFrom(roots, ({ recorder }) => recorder.pause(own)),
      resume: (running) => this.#resume(roots, own, running),
      end: (written = []) =>
        joinedFrom(roots, ({ root, recorder }) => recorder.end(own, writtenIn(root, written))),
    };
  }

  async list({ id, path, limit }: GroupFilter = {}): Promise<Group[]> {
    const found = this.#roots().map(async ({ root, recorder }) => {
      const inside = path === undefined ? undefined : pathInRoot(root, path);
      if (path !== undefined && inside === undefined) return [];
      const filter = { ...(id !== undefined && { id }), ...(inside !== undefined && { path: inside }) };
      return (await recorder.list(filter)).map((group) => absoluteGroup(root, group));
    });
    return joinById((await Promise.all(found)).flat()).slice(0, limit);
  }

  async plan(selection: Selection, options: { merge?: boolean } = {}): Promise<Plan> {
    const { groups, missing } = selectGroups(await this.list(), selection);
    const ids = groups.map(({ id }) => id);
    const plans: Plan[] = [];
    for (const { root, recorder } of this.#concerned(selection.path)) {
      const inside = selection.path === undefined ? undefined : pathInRoot(root, selection.path);
      const part = { ids, ...(inside !== undefined && { path: inside }) };
      plans.push(absolutePlan(root, await recorder.plan(part, options)));
    }
    return { ...joinPlans(plans), groups: ids, selection, missing };
  }

  /** All folders or none, as far as it can be known before the first is changed. */
  async apply(plan: Plan, options: ApplyOptions = {}): Promise<Outcome> {
    const roots = this.#concerned(plan.selection.path).filter(
      ({ root }) => this.#roots().length === 1 || isConcerned(root, plan),
    );
    if (roots.length > 1 && !options.partial && plan.conflicts.length > plan.merged.length)
      return { refused: 'conflicts', plan, restored: [], failed: [] };
    const outcomes: Outcome[] = [];
    for (const { root, recorder } of roots) {
      const id = outcomes.find(({ group }) => group)?.group?.id;
      const part = { ...options, ...(id !== undefined && { id }) };
      const outcome = absoluteOutcome(root, await recorder.apply(planInRoot(root, plan), part));
      outcomes.push(outcome);
      if (outcome.refused && outcome.refused !== 'nothing') break;
    }
    return joinOutcomes(plan, outcomes);
  }

  async diff(id: string, { path }: { path?: string } = {}): Promise<ChangeContents[]> {
    const found = this.#concerned(path).map(async ({ root, recorder }) => {
      const inside = path === undefined ? undefined : pathInRoot(root, path);
      const contents = await recorder.diff(id, inside === undefined ? {} : { path: inside });
      return contents.map((each) => ({
        ...each,
        change: { ...each.change, path: absoluteIn(root, each.change.path) },
      }));
    });
    return (await Promise.all(found)).flat();
  }

  async subscribe(onGroup: (group: Group) => void): Promise<() => void> {
    const ends = await Promise.all(
      this.#roots().map(({ root, recorder }) =>
        recorder.subscribe((group) => onGroup(absoluteGroup(root, group))),
      ),
    );
    return () => {
      for (const end of ends) end();
    };
  }

  async coverage(): Promise<Coverage> {
    const all = await Promise.all(this.#roots().map(({ recorder }) => recorder.coverage()));
    return all[0] ?? { mode: 'off', reason: 'no folder is allowed' };
  }

  async close(): Promise<void> {
    await Promise.all(this.#roots().map(({ recorder }) => recorder.close()));
    await this.#onClose();
  }

  async #resume(roots: readonly CoveredRoot[], id: string, running?: string): Promise<Group[]> {
    const earlier: Group[] = [];
    for (const { root, recorder } of roots)
      earlier.push(...(await recorder.resume(id, running)).map((group) => absoluteGroup(root, group)));
    return earlier;
  }

  #concerned(path: string | undefined): readonly CoveredRoot[] {
    if (path === undefined) return this.#roots();
    return this.#roots().filter(({ root }) => pathInRoot(root, path) !== undefined);
  }
}

function writtenIn(root: string, written: readonly WrittenFile[]): WrittenFile[] {
  return written.flatMap((file) => {
    const path = pathInRoot(root, file.path);
    return path === undefined || path === '' ? [] : [{ ...file, path }];
  });
}

async function joinedFrom(
  roots: readonly CoveredRoot[],
  part: (root: CoveredRoot) => Promise<Group | undefined>,
): Promise<Group | undefined> {
  const parts: Group[] = [];
  for (const each of roots) {
    const group = await part(each);
    if (group) parts.push(absoluteGroup(each.root, group));
  }
  return joinById(parts)[0];
}

/** Parts of one group have the same id and come from the same server. Newest first. */
function joinById(parts: readonly Group[]): Group[] {
  const joined = new Map<string, Group>();
  for (const part of parts) {
    const key = `${part.id} ${part.by.server}`;
    const known = joined.get(key);
    joined.set(key, known ? joinGroups(known, part) : part);
  }
  return [...joined.values()].sort((a, b) => b.order - a.order);
}

function joinGroups(one: Group, other: Group): Group {
  const both = <T>(a: readonly T[] = [], b: readonly T[] = []): T[] => [...a, ...b];
  const heads = both(one.heads, other.heads);
  const notCovered = both(one.notCovered, other.notCovered);
  const unsaved = (one.unsaved ?? 0) + (other.unsaved ?? 0);
  return {
    ...one,
    order: Math.max(one.order, other.order),
    to: Math.max(one.to, other.to),
    changes: [...one.changes, ...other.changes],
    ...(heads.length > 0 && { heads }),
    ...(notCovered.length > 0 && { notCovered }),
    ...(unsaved > 0 && { unsaved }),
  };
}

function joinPlans(plans: readonly Plan[]): Omit<Plan, 'groups' | 'selection' | 'missing'> {
  return {
    ready: plans.flatMap(({ ready }) => ready),
    already: plans.flatMap(({ already }) => already),
    conflicts: plans.flatMap(({ conflicts }) => conflicts),
    notKept: plans.flatMap(({ notKept }) => notKept),
    inUse: plans.flatMap(({ inUse }) => inUse),
    heads: plans.flatMap(({ heads }) => heads),
    merged: plans.flatMap(({ merged }) => merged),
  };
}

function isConcerned(root: string, plan: Plan): boolean {
  const { ready, merged, conflicts } = planInRoot(root, plan);
  return ready.length + merged.length + conflicts.length > 0;
}

function joinOutcomes(given: Plan, outcomes: readonly Outcome[]): Outcome {
  const groups = outcomes.flatMap(({ group }) => (group ? [group] : []));
  const refused = outcomes.find((outcome) => outcome.refused)?.refused;
  const group = joinById(groups)[0];
  const { selection, missing } = given;
  const plans = outcomes.map(({ plan }) => plan);
  return {
    ...(groups.length === 0 && { refused: refused ?? 'nothing' }),
    plan: outcomes.length === 0 ? given : { ...joinPlans(plans), groups: given.groups, selection, missing },
    ...(group && { group }),
    restored: outcomes.flatMap(({ restored }) => restored),
    failed: outcomes.flatMap(({ failed }) => failed),
  };
}
