import type { Checkpoints, OpenGroup, Outcome, Plan } from '../../ports/checkpoints.ts';

const nothing: OpenGroup = {
  id: '',
  earlier: [],
  collect: async () => undefined,
  pause: async () => undefined,
  resume: async () => [],
  end: async () => undefined,
};

/** Records nothing, and says why. */
export function noCheckpoints(reason: string): Checkpoints {
  const plan: Plan = {
    ...{ groups: [], ready: [], already: [], conflicts: [], notKept: [], inUse: [], heads: [] },
    ...{ selection: {}, merged: [], missing: [] },
  };
  const outcome: Outcome = { refused: 'nothing', plan, restored: [], failed: [] };
  return {
    begin: async () => nothing,
    list: async () => [],
    plan: async (selection) => ({ ...plan, selection, missing: selection.ids ?? [] }),
    apply: async () => outcome,
    diff: async () => [],
    subscribe: async () => () => {},
    coverage: async () => ({ mode: 'off', reason }),
    close: async () => {},
  };
}
