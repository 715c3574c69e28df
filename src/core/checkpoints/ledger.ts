import type { Author, GroupChange } from './group.ts';
import { composeChanges } from './group.ts';
import { isSameContent, isSameState, type PathChange, type PathState, whyNotKept } from './path-state.ts';

/** A change that a file tool made itself: it belongs to its call, whatever else runs. */
export type Claim = PathChange;

type OpenEntry = {
  readonly id: string;
  readonly by: Author;
  readonly from: number;
  /** Whether all changes that are found while it is open belong to it. */
  readonly takesAll: boolean;
  /** Nothing belongs to it at the moment: no call waits for its command. */
  isPaused: boolean;
  readonly changes: GroupChange[];
};

/**
 * Assigns changes to the calls that are open when they are found. Those that are found while no command runs belong to
 * another author.
 */
export class Ledger {
  readonly #open = new Map<string, OpenEntry>();
  /** What was found while a file tool was writing, and may be what it wrote: it says so at its end. */
  #held: PathChange[] = [];
  #last = 0;

  /** A number larger than all before it, and near to the time: the clock may be set back. */
  next(now: number, known = 0): number {
    this.#last = Math.max(now, known + 1, this.#last + 1);
    return this.#last;
  }

  /** Changes that were made before must be settled first. */
  begin(call: { id: string; by: Author; takesAll: boolean }, now: number): void {
    this.#open.set(call.id, { ...call, isPaused: false, from: now, changes: [] });
  }

  /**
   * Assigns what was found. Returns the changes that belong to none of the open calls; as long as a file tool other than
   * `except` writes, they are held back.
   */
  settle(found: readonly PathChange[], now: number, except?: string): GroupChange[] {
    const open = [...this.#open.values()];
    const takers = open.filter(({ takesAll, isPaused }) => takesAll && !isPaused);
    const at = this.next(now);
    if (takers.length === 0) return this.#holdBack(found, at, except);
    const changes = this.#withHeld(found).map((change) => ({ ...change, at }));
    for (const taker of takers) {
      const shared = takers.filter((other) => other !== taker).map(({ id }) => id);
      taker.changes.push(...changes.map((change) => (shared.length > 0 ? { ...change, shared } : change)));
    }
    return [];
  }

  /**
   * Assigns what was found, of which one call made `claims` itself, in their order. What happened to the same paths
   * before and after the claims belongs to the others.
   */
  settleClaims(
    id: string,
    given: { found: readonly PathChange[]; claims: readonly Claim[] },
    now: number,
  ): GroupChange[] {
    const { claims } = given;
    const found = this.#withHeld(given.found);
    const byPath = new Map(found.map((change) => [change.path, change]));
    this.#releaseClaimed(claims.filter(({ path }) => !byPath.has(path)));
    const chains = [...new Set(claims.map(({ path }) => path))].map((path) =>
      split(
        byPath.get(path),
        claims.filter((claim) => claim.path === path),
      ),
    );
    const claimed = new Set(claims.map(({ path }) => path));
    const elsewhere = found.filter(({ path }) => !claimed.has(path));
    const others = this.settle([...elsewhere, ...chains.flatMap(({ earlier }) => earlier)], now, id);
    const at = this.next(now);
    const own = chains.flatMap((chain) => chain.claims);
    this.#open.get(id)?.changes.push(...own.map((claim) => ({ ...claim, at })));
    const later = chains.flatMap((chain) => chain.later);
    return later.length === 0 ? others : [...others, ...this.settle(later, now, id)];
  }

  find(id: string): { by: Author; from: number } | undefined {
    return this.#open.get(id);
  }

  /** Changes that were made before must be settled first. */
  setPaused(id: string, isPaused: boolean): void {
    const entry = this.#open.get(id);
    if (entry) entry.isPaused = isPaused;
  }

  /** What a call has changed so far. */
  changesOf(id: string): GroupChange[] {
    return composeChanges(this.#open.get(id)?.changes ?? []);
  }

  end(id: string): void {
    this.#open.delete(id);
  }

  #holdBack(found: readonly PathChange[], at: number, except: string | undefined): GroupChange[] {
    const changes = this.#withHeld(found);
    if ([...this.#open.values()].every(({ id, isPaused }) => id === except || isPaused))
      return changes.map((change) => ({ ...change, at }));
    this.#held = changes;
    return [];
  }

  /** What was held back comes first, and one change for each path. */
  #withHeld(found: readonly PathChange[]): PathChange[] {
    const held = this.#held.splice(0);
    if (held.length === 0) return [...found];
    const joined = composeChanges([...held, ...found].map((change) => ({ ...change, at: 0 })));
    return joined.map(({ path, before, after }) => ({ path, before, after }));
  }

  /** What a file tool wrote may have been found before it said so, while a command ran. */
  #releaseClaimed(claims: readonly Claim[]): void {
    for (const { path, before, after } of claims)
      for (const entry of this.#open.values()) {
        const at = entry.changes.findLastIndex((change) => change.path === path);
        const last = entry.changes[at];
        if (!entry.takesAll || !last) continue;
        if (isSameState(last.before, before) && isSameState(last.after, after)) entry.changes.splice(at, 1);
      }
  }
}

type Split = { readonly earlier: PathChange[]; readonly claims: Claim[]; readonly later: PathChange[] };

/** What happened to a path before, by and after the claims, which are in order. */
function split(found: PathChange | undefined, claims: readonly Claim[]): Split {
  // Nothing was found if the file is as it was at first, or if the path is not covered.
  if (!found) return { earlier: [], claims: [...claims], later: [] };
  const { path } = found;
  const own = claims.map(({ before, after }, at) => ({
    path,
    before: at === 0 ? withFacts(before, found.before) : before,
    after: at === claims.length - 1 ? withFacts(after, found.after) : after,
  }));
  const [first, last] = [own[0]!, own.at(-1)!];
  return {
    claims: own,
    earlier: mayBeSame(found.before, first.before)
      ? []
      : [{ path, before: found.before, after: first.before }],
    later: mayBeSame(last.after, found.after) ? [] : [{ path, before: last.after, after: found.after }],
  };
}

/** A tool knows the content alone; what was found has the permissions, too. */
function withFacts(claimed: PathState | undefined, found: PathState | undefined): PathState | undefined {
  return isSameContent(claimed, found) ? found : claimed;
}

/** A tool knows the content that it replaced, also if it was not saved. */
function mayBeSame(one: PathState | undefined, other: PathState | undefined): boolean {
  const isUnknown = whyNotKept(one) !== undefined || whyNotKept(other) !== undefined;
  return (isUnknown && one?.kind === other?.kind) || isSameState(one, other);
}
