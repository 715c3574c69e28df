import type { Files } from '../ports/files.ts';
import type { History } from '../ports/history.ts';
import type { Locks } from '../ports/locks.ts';
import type { Syntax } from '../ports/syntax.ts';

/**
 * One setting of Corvid. The type `WorkspaceOptions`, the checks, the defaults, the flags of the command, its help and
 * completion, and the tables in the docs are derived from the tables of these.
 */
export type OptionEntry = {
  readonly type: OptionType;
  /** Of a `choice`, from the strictest to the loosest. */
  readonly choices?: readonly string[];
  readonly default?: string | number | boolean;
  /** Describes a default that is not a constant. */
  readonly defaultHelp?: string;
  /** A phrase for the command's help and the docs, without the choices and the default, which are added to it. */
  readonly help: string;
  /** The page in docs/ with more about it. */
  readonly page?: string;
  /** Its name on the command line, without the dashes; without one, only programs can set it. */
  readonly flag?: string;
  /** Placeholder of the value in the help of the command. FILE and DIR are completed. */
  readonly value?: string;
  readonly group: OptionGroup;
  /** It says how the command is started, so that a configuration file cannot set it. */
  readonly isFlagOnly?: true;
  /** What the configuration file of a project may do with it; nothing by default, since others write that file. */
  readonly project?: ProjectAccess;
};

/** The part of Corvid that an option belongs to: a command takes the flags of whole groups. */
export type OptionGroup =
  | 'workspace'
  | 'terminal'
  | 'web'
  | 'tools'
  | 'plugins'
  | 'protocol'
  | 'log'
  | 'http';

/**
 * `any`: set it.
 * `stricter`: a boolean only to true, a number only lower, a choice only one that comes before the user's.
 * `add`, `remove`: entries of the user's list.
 */
export type ProjectAccess = 'any' | 'stricter' | 'add' | 'remove';

/** The TypeScript type of an option, by its `type`; that of a `choice` follows from its choices. */
type ValueTypes = {
  boolean: boolean;
  /** Above 0; whole if it is given as a flag. */
  number: number;
  string: string;
  encoding: string;
  choice: string;
  /** As a flag, it is given several times. */
  strings: readonly string[];
  /** As a flag, it is given once, with commas between the names. */
  toolNames: readonly string[];
  variables: Readonly<Record<string, string>>;
  files: Files;
  history: History;
  locks: Locks;
  syntax: Syntax;
};

export type OptionType = keyof ValueTypes;

export type OptionTable = Readonly<Record<string, OptionEntry>>;

export type ValueOf<Of extends OptionEntry> = Of extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : ValueTypes[Of['type']];

/** What can be given for the options of a table. */
export type Given<Table extends OptionTable> = {
  -readonly [Name in keyof Table]?: ValueOf<Table[Name]>;
};

/** The same with the defaults filled in. */
export type WithDefaults<Table extends OptionTable> = Given<Table> & {
  [Name in keyof Table as Table[Name] extends { readonly default: unknown } ? Name : never]: ValueOf<
    Table[Name]
  >;
};

export function withDefaults<Table extends OptionTable>(
  table: Table,
  given: Given<Table>,
): WithDefaults<Table> {
  const defaults = Object.entries(table).flatMap(([name, option]) =>
    option.default === undefined ? [] : [[name, option.default] as const],
  );
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries([...defaults, ...named]) as WithDefaults<Table>;
}
