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

  /** Newest first, by all clients. */
  list(filter?: GroupFilter): Promise<Group[]> {
    return this.#all.list(filter);
  }

  plan(selection: Selection, options?: { merge?: boolean }): Promise<Plan> {
    return this.#all.plan(selection, options);
  }

  apply(plan: Plan, options: ApplyOptions = {}): Promise<Outcome> {
    return this.#all.apply(plan, { ...options, client: this.client });
  }

  diff(id: string, filter?: { path?: string }): Promise<ChangeContents[]> {
    return this.#all.diff(id, filter);
  }

  subscribe(onGroup: (group: Group) => void): Promise<() => void> {
    return this.#all.subscribe(onGroup);
  }

  coverage(): Promise<Coverage> {
    return this.#all.coverage();
  }

  close(): Promise<void> {
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
