import type { Group } from '../core/checkpoints/group.ts';
import type { Selection } from '../core/checkpoints/select-groups.ts';
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
} from '../ports/checkpoints.ts';

/** The checkpoints of one client: what it does is recorded under its name, and never fails because of that. */
export class ClientCheckpoints {
  readonly client: string;
  readonly #all: Checkpoints;
  /** Records that their calls did not wait for. */
  readonly #pending = new Set<Promise<unknown>>();

  constructor(all: Checkpoints, client: string) {
    this.#all = all;
    this.client = client;
  }

  /** Changes from now on belong to this call, until its group is ended. */
  async begin(call: Omit<RecordedCall, 'client'>): Promise<OpenGroup> {
    try {
      const open = await this.#all.begin({ ...call, client: this.client });
      return {
        ...open,
        collect: () => open.collect().catch(() => undefined),
        pause: () => open.pause().catch(() => undefined),
        resume: (running) => open.resume(running).catch(() => []),
        end: (written) => open.end(written).catch(() => undefined),
      };
    } catch {
      return notRecorded;
    }
  }

  /** Questions are answered when this record is made. */
  follow<T>(record: Promise<T>): Promise<T> {
    const ended = record.catch(() => {}).finally(() => this.#pending.delete(ended));
    this.#pending.add(ended);
    return record;
  }

  async #settled(): Promise<void> {
    await Promise.all(this.#pending);
  }

  /** Newest first, by all clients. */
  async list(filter?: GroupFilter): Promise<Group[]> {
    await this.#settled();
    return this.#all.list(filter);
  }

  async plan(selection: Selection, options?: { merge?: boolean }): Promise<Plan> {
    await this.#settled();
    return this.#all.plan(selection, options);
  }

  async apply(plan: Plan, options: ApplyOptions = {}): Promise<Outcome> {
    await this.#settled();
    return this.#all.apply(plan, { ...options, client: this.client });
  }

  async diff(id: string, filter?: { path?: string }): Promise<ChangeContents[]> {
    await this.#settled();
    return this.#all.diff(id, filter);
  }

  subscribe(onGroup: (group: Group) => void): Promise<() => void> {
    return this.#all.subscribe(onGroup);
  }

  coverage(): Promise<Coverage> {
    return this.#all.coverage();
  }

  async close(): Promise<void> {
    await this.#settled();
    return this.#all.close();
  }
}

const notRecorded: OpenGroup = {
  id: '',
  earlier: [],
  collect: async () => undefined,
  pause: async () => undefined,
  resume: async () => [],
  end: async () => undefined,
};
