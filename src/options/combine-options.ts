import { type AllOptions, allOptions, fileOptions } from './all-options.ts';
import type { OptionEntry, OptionTable } from './option.ts';

/** An option in a configuration file; its value is checked. */
export type FileEntry = { readonly name: string; readonly value: unknown; readonly line: number };

export type ConfigFile = { readonly path: string; readonly entries: readonly FileEntry[] };

export type Sources = {
  readonly flags: AllOptions;
  /** The user's own file. */
  readonly user: ConfigFile | undefined;
  /** Files in the user's projects, which others may have written. */
  readonly projects: readonly ConfigFile[];
};

export type ConfigLine = { readonly file: string; readonly line: number };

/** Where a value comes from. */
export type Origin = 'flag' | ConfigLine;

/** What a project's file says and may not say. */
export type Ignored = ConfigLine & {
  readonly name: string;
  readonly value: unknown;
  readonly reason: string;
};

/** The tools that a project's file leaves on offer. */
export type ToolLimit = ConfigLine & {
  readonly name: string;
  readonly choice: Pick<AllOptions, 'tools' | 'toolset'>;
};

export type Settings = {
  /** The files that were read. */
  readonly files: readonly string[];
  readonly options: AllOptions;
  readonly origins: Readonly<Record<string, readonly Origin[]>>;
  readonly ignored: readonly Ignored[];
  readonly toolLimits: readonly ToolLimit[];
};

type Chosen = { readonly value: unknown; readonly origins: readonly Origin[] };

/** A flag wins over the files. A project's file can only make the user's settings stricter. */
export function combineOptions({ flags, user, projects }: Sources): Settings {
  const chosen = new Map<string, Chosen>();
  for (const { name, value, line } of user?.entries ?? [])
    chosen.set(name, { value, origins: [{ file: user!.path, line }] });
  for (const [name, value] of Object.entries(flags)) {
    const before = addsUp(name) ? chosen.get(name) : undefined;
    chosen.set(name, before ? added(before, value, 'flag') : { value, origins: ['flag'] });
  }
  const ignored: Ignored[] = [];
  const toolLimits: ToolLimit[] = [];
  for (const { path: file, entries } of projects)
    for (const { name, value, line } of entries) {
      const place = { file, line };
      if (fileOptions[name]!.project === 'remove') {
        toolLimits.push({ ...place, name, choice: { [name]: value } });
        continue;
      }
      const narrowed = narrow(name, value, { place, before: chosen.get(name) });
      if (narrowed.chosen) chosen.set(name, narrowed.chosen);
      if (narrowed.refused) ignored.push({ ...place, name, ...narrowed.refused });
    }
  return {
    files: [...(user ? [user] : []), ...projects].map(({ path }) => path),
    options: Object.fromEntries([...chosen].map(([name, { value }]) => [name, value])),
    origins: Object.fromEntries([...chosen].map(([name, { origins }]) => [name, origins])),
    ignored,
    toolLimits,
  };
}

/** The lists of all sources count together. */
function addsUp(name: string): boolean {
  const table: OptionTable = allOptions;
  return table[name]?.project === 'add';
}

function added({ value, origins }: Chosen, more: unknown, origin: Origin): Chosen {
  return { value: [...(value as string[]), ...(more as string[])], origins: [...origins, origin] };
}

type Narrowed = { readonly chosen?: Chosen; readonly refused?: Pick<Ignored, 'value' | 'reason'> };

function narrow(
  name: string,
  value: unknown,
  { place, before }: { readonly place: ConfigLine; readonly before: Chosen | undefined },
): Narrowed {
  const option = fileOptions[name]!;
  if (option.project === undefined)
    return { refused: { value, reason: 'the file of a project cannot set it' } };
  if (option.project === 'add') return addDenied(value as readonly string[], place, before);
  if (before?.origins.includes('flag')) return {};
  const present = before ? before.value : option.default;
  if (option.project === 'any') return { chosen: { value, origins: [place] } };
  if (value === present) return {};
  if (isStricter(option, value, present)) return { chosen: { value, origins: [place] } };
  return { refused: { value, reason: `it is less strict than ${JSON.stringify(present)}` } };
}

function addDenied(globs: readonly string[], place: ConfigLine, before: Chosen | undefined): Narrowed {
  const stricter = globs.filter((glob) => !glob.startsWith('!'));
  const exception = globs.find((glob) => glob.startsWith('!'));
  return {
    ...(stricter.length > 0 && { chosen: added(before ?? { value: [], origins: [] }, stricter, place) }),
    ...(exception !== undefined && {
      refused: { value: exception, reason: 'the file of a project cannot make an exception' },
    }),
  };
}

function isStricter({ type, choices = [] }: OptionEntry, value: unknown, present: unknown): boolean {
  if (type === 'boolean') return value === true;
  if (type === 'number') return (value as number) < (present as number);
  return choices.indexOf(value as string) < choices.indexOf(present as string);
}
