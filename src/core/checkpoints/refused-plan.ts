import type { UndoPlan } from './plan-undo.ts';

type Planned = Pick<UndoPlan, 'heads' | 'conflicts' | 'ready'> & {
  readonly merged: readonly { readonly path: string }[];
};

type Allowed = { readonly partial?: boolean | undefined; readonly filesOnly?: boolean | undefined };

/** Why nothing of a plan is done; undefined if it is. */
export function whyRefused(plan: Planned, allowed: Allowed): 'heads' | 'conflicts' | 'nothing' | undefined {
  if (plan.heads.length > 0 && !allowed.filesOnly) return 'heads';
  if (openConflicts(plan).length > 0 && !allowed.partial) return 'conflicts';
  return plan.ready.length + plan.merged.length === 0 ? 'nothing' : undefined;
}

/** The conflicts that no merge resolves. */
export function openConflicts({ conflicts, merged }: Planned): UndoPlan['conflicts'] {
  return conflicts.filter(({ path }) => !merged.some((file) => file.path === path));
}
