type EffectFacts = {
  /** How a person reads it: `Read notes.txt`. */
  readonly verb: string;
  /** The kind of an editor's card. */
  readonly cardKind: 'read' | 'search' | 'edit' | 'execute' | 'fetch';
  /** The parameter that names what a call is about. */
  readonly subject: string;
  /** Not on offer in read-only mode. */
  readonly writes: boolean;
  /** Cannot be undone. */
  readonly isDestructive: boolean;
  /** Reaches beyond the allowed folders. */
  readonly isOpenWorld: boolean;
  /** On offer only if the user asks for it. */
  readonly isOptIn?: boolean;
  /** What a refusal of the input says. */
  readonly unchangedNotice: string;
};

const file = { isDestructive: false, isOpenWorld: false, unchangedNotice: 'Nothing was changed.' };

/** What tools may do to the world; hints, kinds, verbs, toolsets and read-only mode follow from it. */
export const effects = {
  read: { ...file, verb: 'Read', cardKind: 'read', subject: 'path', writes: false },
  search: { ...file, verb: 'Search', cardKind: 'search', subject: 'pattern', writes: false },
  edit: { ...file, verb: 'Edit', cardKind: 'edit', subject: 'path', writes: true },
  run: {
    verb: 'Run',
    cardKind: 'execute',
    subject: 'command',
    writes: true,
    isDestructive: true,
    isOpenWorld: true,
    unchangedNotice: 'Nothing was run.',
  },
  fetch: {
    verb: 'Fetch',
    cardKind: 'fetch',
    subject: 'url',
    writes: false,
    isDestructive: false,
    isOpenWorld: true,
    isOptIn: true,
    unchangedNotice: 'Nothing was fetched.',
  },
} as const satisfies Readonly<Record<string, EffectFacts>>;

export type Effect = keyof typeof effects;

export function isOptIn(effect: Effect): boolean {
  const facts: EffectFacts = effects[effect];
  return facts.isOptIn ?? false;
}
