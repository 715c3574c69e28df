import type { Plan, Planned } from '../plan.ts';

/** One of several changes that are made together, all or none. */
export type FileChange<P extends Planned<P>> =
  | {
      readonly kind: 'edit';
      readonly path: string;
      readonly plan: Plan<P>;
      /** Where the file goes with its new content; nothing may be there. */
      readonly moveTo?: string | undefined;
    }
  | { readonly kind: 'create'; readonly path: string; readonly content: string }
  | { readonly kind: 'remove'; readonly path: string };
