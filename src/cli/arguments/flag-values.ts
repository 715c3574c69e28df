import { UsageError } from '../errors/usage-error.ts';
import type { Flags } from '../flags.ts';

/** The values given on the command line, by flag. */
export type FlagValue = string | boolean;
export type FlagValues = Readonly<Record<string, FlagValue | FlagValue[] | undefined>>;

/** The only operand of a command, a file or a folder. */
export function atMostOne(positionals: readonly string[], command: string): string | undefined {
  if (positionals.length > 1)
    throw new UsageError(`${command} takes one file; '${positionals[1]}' is one too many`);
  if (positionals[0] === '') throw new UsageError(`${command} takes a file or a folder, not ''`);
  return positionals[0];
}

export function stringFlag(values: FlagValues, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

export function listFlag(values: FlagValues, name: string): string[] | undefined {
  const value = values[name];
  return Array.isArray(value) ? value.map(String) : undefined;
}

export function numberFlag(values: FlagValues, name: string): number | undefined {
  const value = stringFlag(values, name);
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value) && Number(value) > 0) return Number(value);
  throw new UsageError(`--${name} takes a whole number above 0, not '${value}'`);
}

/** One of a few words; the first is the default. */
export function choiceFlag<const Choice extends string>(
  values: FlagValues,
  name: string,
  choices: readonly Choice[],
): Choice {
  return oneOf(`--${name}`, stringFlag(values, name) ?? choices[0]!, choices);
}

export function oneOf<const Choice extends string>(
  flag: string,
  value: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((choice) => choice === value);
  if (choice !== undefined) return choice;
  const known = choices.map((choice) => `'${choice}'`);
  throw new UsageError(`${flag} takes ${known.slice(0, -1).join(', ')} or ${known.at(-1)}, not '${value}'`);
}

/** The flags as arguments of another Corvid command. */
export function flagArguments(values: FlagValues, flags: Flags): string[] {
  return Object.keys(flags).flatMap((name) => {
    const given = [values[name] ?? []].flat();
    return given.flatMap((value) => (value === true ? [`--${name}`] : [`--${name}`, String(value)]));
  });
}
