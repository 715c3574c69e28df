import type { Author, Group, GroupChange, Head, HeadMove } from '../../../core/checkpoints/group.ts';
import { type Claim, Ledger } from '../../../core/checkpoints/ledger.ts';
import { isSameContent, type PathChange, type PathState } from '../../../core/checkpoints/path-state.ts';
import { contentsOf } from '../../../core/checkpoints/retention.ts';
import { concernsPath, type Selection } from '../../../core/checkpoints/select-groups.ts';
import { takenBack } from '../../../core/checkpoints/taken-back.ts';
import type {
  ApplyOptions,
  ChangeContents,
  Coverage,
  GroupFilter,
  Outcome,
  Plan,
  RecordedCall,
  WrittenFile,
} from '../../../ports/checkpoints.ts';
import { contentsOfChanges } from './change-contents.ts';
import type { FoundChanges } from './covered-tree.ts';
import { newGroupId } from './group-ids.ts';
import { movesBetween } from './head-moves.ts';
import { withLineCounts } from './line-counts.ts';
import { groupsOfOthers } from './other-servers.ts';
import type { Begun, RecorderParts, RootRecorder } from './root-recorder.ts';
import { createQueue } from './serially.ts';
import { Undoing } from './undoing.ts';

type OpenCall = {
  readonly heads: ReadonlyMap<string, Head>;
  readonly unsaved: number;
  readonly isPartial: boolean;
  readonly notCovered: Set<string>;
  readonly takesBack: boolean;
};

/** So long a command waits until all files are known. */
const MAX_WAIT_MS = 2_000;

/** Records what calls change in one folder. Paths are relative to it. */
export class Recorder implements RootRecorder {
  readonly #parts: RecorderParts;
  readonly #ledger = new Ledger();
  readonly #open = new Map<string, OpenCall>();
  readonly #inTurn = createQueue();
  readonly #undoing: Undoing;
  /** What file tools wrote before all files were known. */
  readonly #early: Claim[] = [];
  /** When changes were last looked for. */
  #lookedAt = 0;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
    this.#undoing = new Undoing(parts, {
      settle: (options) => this.#settleOthers(options),
      claim: (group) => this.#claim(group),
      newId: () => this.#newId(),
      nextOrder: () => this.#nextOrder(),
    });
  }

  /** Changes from now on belong to this call; earlier ones do not. */
  begin(call: RecordedCall, id?: string): Promise<Begun> {
    return this.#inTurn(async () => {
      await this.#nextOrder();
      // A file tool knows what it writes.
      await this.#parts.tree.ready(call.runsProgram ? MAX_WAIT_MS : 0);
      const own = id ?? (await this.#newId());
      const entry = { id: own, by: this.#authorOf(call), takesAll: call.runsProgram };
      // It may be writing already.
      if (!call.runsProgram) this.#ledger.begin(entry, this.#parts.now());
      const { earlier, unsaved, isPartial } = await this.#settleOthers({ note: call.running });
      const heads = await this.#parts.tree.heads();
      const { takesBack = false } = call;
      this.#open.set(own, { heads, unsaved, isPartial, notCovered: new Set(), takesBack });
      if (call.runsProgram) this.#ledger.begin(entry, this.#parts.now());
      return { id: own, earlier };
    });
  }

  /** What a call has changed so far; it is stored, so that it can be undone before the call ends. */
  collect(id: string): Promise<Group | undefined> {
    return this.#inTurn(async () => {
      await this.#settleOthers();
      return this.#store(id, this.#ledger.changesOf(id));
    });
  }

  pause(id: string): Promise<Group | undefined> {
    return this.#inTurn(async () => {
      await this.#settleOthers();
      this.#ledger.setPaused(id, true);
      return this.#store(id, this.#ledger.changesOf(id));
    });
  }

  resume(id: string, running?: string): Promise<readonly Group[]> {
    return this.#inTurn(async () => {
      const { earlier } = await this.#settleOthers({ note: running });
      this.#ledger.setPaused(id, false);
      return earlier;
    });
  }

  end(id: string, written: readonly WrittenFile[] = []): Promise<Group | undefined> {
    return this.#inTurn(async () => {
      const claims = await this.#claimsOf(written);
      await this.#saveOthers(await this.#settleClaims(id, claims));
      const group = await this.#store(id, this.#ledger.changesOf(id));
      this.#ledger.end(id);
      this.#open.delete(id);
      this.#parts.onCall?.();
      return group;
    });
  }

  async list({ id, path, limit }: GroupFilter = {}): Promise<Group[]> {
    const all = [...(await this.#parts.groups.list())].reverse();
    const wanted = all.filter(
      (group) =>
        (id === undefined || group.id === id) &&
        (path === undefined || group.changes.some((change) => concernsPath(change.path, path))),
    );
    return wanted.slice(0, limit);
  }

  plan(selection: Selection, options: { merge?: boolean } = {}): Promise<Plan> {
    return this.#inTurn(() => this.#undoing.plan(selection, options));
  }

  apply(plan: Plan, options: ApplyOptions & { id?: string } = {}): Promise<Outcome> {
    return this.#inTurn(() => this.#parts.alone(() => this.#undoing.apply(plan, options)));
  }

  async diff(id: string, filter: { path?: string } = {}): Promise<ChangeContents[]> {
    const group = (await this.list({ id }))[0];
    return group ? contentsOfChanges(group.changes, filter, this.#parts.contents) : [];
  }

  subscribe(onGroup: (group: Group) => void): Promise<() => void> {
    return this.#parts.groups.subscribe(onGroup);
  }

  /** The ids of the contents that the groups of open calls name. */
  neededContents(): string[] {
    return [...this.#open.keys()].flatMap((id) => contentsOf(this.#ledger.changesOf(id)));
  }

  coverage(): Promise<Coverage> {
    return this.#parts.tree.coverage();
  }

  async close(): Promise<void> {
    await this.#parts.onClose?.();
    await this.#inTurn(() => this.#parts.tree.close());
  }

  /** Assigns what changed to the open commands; if there are none, to another author. */
  async #settleOthers(
    options: { note?: string | undefined; isThorough?: boolean } = {},
  ): Promise<{ earlier: Group[]; unsaved: number; isPartial: boolean }> {
    const { changes, unsaved, isPartial = false } = await this.#find(options);
    const others = this.#ledger.settle(changes, this.#parts.now());
    const earlier = await this.#saveOthers(others, options.note);
    return { earlier, unsaved, isPartial };
  }

  async #find(options: { isThorough?: boolean } = {}): Promise<FoundChanges> {
    const found = await this.#parts.tree.changes(options);
    for (const { notCovered } of this.#open.values())
      for (const path of found.notCovered) notCovered.add(path);
    if (found.isPartial || this.#early.length === 0) return found;
    const early = this.#early.splice(0);
    const isClaimed = ({ path, after }: PathChange) =>
      early.some((claim) => claim.path === path && isSameContent(claim.after, after));
    return { ...found, changes: found.changes.filter((change) => !isClaimed(change)) };
  }

  async #settleClaims(id: string, claims: readonly Claim[]): Promise<GroupChange[]> {
    const { changes: found, isPartial } = await this.#find();
    // They will be found later, when all files are known.
    if (isPartial) this.#early.push(...claims);
    return this.#ledger.settleClaims(id, { found, claims }, this.#parts.now());
  }

  /** Stores what belongs to no call here. What another server has stored is named after it. */
  async #saveOthers(changes: readonly GroupChange[], note?: string): Promise<Group[]> {
    const { groups, now, server } = this.#parts;
    const from = this.#lookedAt;
    this.#lookedAt = now();
    if (changes.length === 0) return [];
    const { recorded, rest } = groupsOfOthers(changes, await groups.list(), { server, since: from });
    if (rest.length === 0) return recorded;
    const by: Author = { kind: 'other', server, ...(note !== undefined && { note }) };
    const [id, order] = [await this.#newId(), await this.#nextOrder()];
    const group = await this.#withLines({ id, order, from, to: now(), by, changes: rest });
    await groups.save(group);
    return [...recorded, group];
  }

  /** The group of an open call, stored if it holds anything to undo. */
  async #store(id: string, changes: readonly GroupChange[]): Promise<Group | undefined> {
    const open = this.#open.get(id);
    const entry = this.#ledger.find(id);
    if (!open || !entry) return undefined;
    const heads = changes.length > 0 ? movesBetween(open.heads, await this.#parts.tree.heads()) : [];
    const { by, from } = entry;
    const undone = open.takesBack ? takenBack(await this.#parts.groups.list(), changes) : {};
    const facts = { ...factsOf(open, heads), ...undone };
    const isWorthIt = changes.length > 0 || by.label !== undefined;
    if (!isWorthIt && !facts.notCovered && !facts.isPartial) return undefined;
    const order = await this.#nextOrder();
    const group = await this.#withLines({ id, order, from, to: this.#parts.now(), by, changes, ...facts });
    if (isWorthIt) await this.#parts.groups.save(group);
    return group;
  }

  async #withLines(group: Group): Promise<Group> {
    return { ...group, changes: await withLineCounts(group.changes, this.#parts.contents) };
  }

  /** Assigns the changes of an undo to the undo, whatever else happened meanwhile. */
  async #claim({ id, by, from, changes }: Group): Promise<GroupChange[]> {
    this.#ledger.begin({ id, by, takesAll: false }, from);
    await this.#saveOthers(await this.#settleClaims(id, changes));
    const claimed = this.#ledger.changesOf(id);
    this.#ledger.end(id);
    return claimed;
  }

  /** What the call says that it wrote, with the permissions that are there. */
  async #claimsOf(written: readonly WrittenFile[]): Promise<Claim[]> {
    const claims: PathChange[] = [];
    const states = await this.#parts.tree.statesOf(written.map(({ path }) => path));
    for (const file of written) {
      const { path, before, after } = file;
      const now = states.get(path);
      const mode = now?.kind === 'file' ? now.mode : (file.mode ?? 0o644);
      const [from, to] = await Promise.all([this.#saved(before, mode), this.#saved(after, mode)]);
      if (!file.isFolder) claims.push({ path, before: from, after: to });
      else if (now?.kind === 'folder') claims.push({ path, after: now });
    }
    return claims;
  }

  async #saved(content: Uint8Array | undefined, mode: number): Promise<PathState | undefined> {
    if (!content) return undefined;
    const file = { kind: 'file', mode, size: content.length } as const;
    // An edit goes on also if there is no room for what it replaces.
    const id = await this.#parts.contents.save(content).catch(() => undefined);
    return id === undefined ? { ...file, notSaved: 'quota' } : { ...file, id };
  }

  async #newId(): Promise<string> {
    const known = new Set((await this.#parts.groups.list()).map(({ id }) => id));
    return newGroupId((id) => known.has(id) || this.#open.has(id));
  }

  /** Groups of other servers and of earlier ones count, too. */
  async #nextOrder(): Promise<number> {
    const newest = (await this.#parts.groups.list()).at(-1);
    return this.#ledger.next(this.#parts.now(), newest?.order);
  }

  #authorOf({ tool, client, terminal, command, label }: RecordedCall): Author {
    return {
      kind: 'call',
      server: this.#parts.server,
      tool,
      ...(client !== undefined && { client }),
      ...(terminal !== undefined && { terminal }),
      ...(command !== undefined && { command }),
      ...(label !== undefined && { label }),
    };
  }
}

function factsOf(
  { notCovered, unsaved, isPartial }: OpenCall,
  heads: readonly HeadMove[],
): Pick<Group, 'heads' | 'notCovered' | 'unsaved' | 'isPartial'> {
  return {
    ...(heads.length > 0 && { heads }),
    ...(notCovered.size > 0 && { notCovered: [...notCovered].sort() }),
    ...(unsaved > 0 && { unsaved }),
    ...(isPartial && { isPartial }),
  };
}
