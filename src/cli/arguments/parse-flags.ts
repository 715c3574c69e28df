import { type ParseArgsConfig, parseArgs } from 'node:util';
import { nearestName } from '../../core/text/nearest-name.ts';
import { UsageError } from '../errors/usage-error.ts';
import type { Flag, Flags } from '../flags.ts';
import type { FlagValue, FlagValues } from './flag-values.ts';
import { quoted } from './shell-words.ts';

export type Parsed = { readonly values: FlagValues; readonly positionals: readonly string[] };

/** A way to write a flag on the command line. */
type Spelling = { readonly name: string; readonly flag: Flag; readonly turnsOff?: boolean };
type Spellings = ReadonlyMap<string, Spelling>;

export function parseFlags(args: readonly string[], flags: Flags): Parsed {
  const spellings = spellingsOf(flags);
  const values: Record<string, FlagValue | FlagValue[]> = {};
  const positionals: string[] = [];
  for (const token of tokensOf(args, spellings)) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const spelling = spellings.get(token.name) ?? unknownFlag(token.rawName, spellings);
    const value =
      spelling.flag.type === 'boolean' ? booleanValue(spelling, token) : stringValue(spelling, token);
    const before = [values[spelling.name] ?? []].flat();
    values[spelling.name] = spelling.flag.multiple ? [...before, value] : value;
  }
  return { values, positionals };
}

/** Dashes can replace underscores, and `no-` turns a flag off. */
function spellingsOf(flags: Flags): Spellings {
  const spellings = new Map<string, Spelling>();
  const add = (written: string, spelling: Spelling) => {
    for (const name of [written, written.replaceAll('_', '-')])
      if (!Object.hasOwn(flags, name) || name === spelling.name) spellings.set(name, spelling);
  };
  for (const [name, flag] of Object.entries(flags)) {
    add(name, { name, flag });
    if (flag.negatable) add(`no-${name}`, { name, flag, turnsOff: true });
  }
  return spellings;
}

function tokensOf(args: readonly string[], spellings: Spellings) {
  const options: ParseArgsConfig['options'] = {};
  for (const [written, { name, flag }] of spellings)
    options[written] = { type: flag.type, ...(flag.short && written === name && { short: flag.short }) };
  const config = { options, strict: false, allowPositionals: true, tokens: true } as const;
  return parseArgs({ args: withJoinedBooleans(args, spellings), ...config }).tokens;
}

/** `--dry_run false` becomes `--dry_run=false`, so that it is not parsed as a flag and an operand. */
function withJoinedBooleans(args: readonly string[], spellings: Spellings): string[] {
  const joined: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const [arg, next] = [args[i]!, args[i + 1]];
    if (arg === '--') return [...joined, ...args.slice(i)];
    const flag = arg.startsWith('--') ? spellings.get(arg.slice(2))?.flag : undefined;
    const isSwitched = flag?.negatable === true && isBoolean(next);
    joined.push(isSwitched ? `${arg}=${next}` : arg);
    // A value is passed on as it is.
    if (flag?.type === 'string' && next !== undefined) joined.push(next);
    if (isSwitched || flag?.type === 'string') i++;
  }
  return joined;
}

type OptionToken = {
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
};

function booleanValue({ flag, turnsOff = false }: Spelling, { rawName, value }: OptionToken): boolean {
  if (value === undefined) return !turnsOff;
  if (!flag.negatable || turnsOff) throw new UsageError(`${rawName} takes no value, but got '${value}'`);
  if (isBoolean(value)) return value === 'true';
  throw new UsageError(`${rawName} takes 'true' or 'false', not '${value}'`);
}

function stringValue({ flag }: Spelling, { rawName, value, inlineValue }: OptionToken): string {
  if (value === undefined) throw new UsageError(`${rawName} needs a value: ${rawName} ${flag.value}`);
  if (inlineValue || !/^-(-|[a-z])/i.test(value)) return value;
  throw new UsageError(`${rawName} needs a value; to pass '${value}', write ${rawName}=${quoted(value)}`);
}

function isBoolean(text: string | undefined): boolean {
  return text === 'true' || text === 'false';
}

function unknownFlag(written: string, spellings: Spellings): never {
  const name = written.replace(/^-+/, '');
  // What allows more is suggested only to those who ask for it.
  const known = [...spellings.keys()].filter(
    (each) => !each.startsWith('allow-') || name.startsWith('allow'),
  );
  const near = nearestName(name, known);
  const question = near === undefined ? '' : `; did you mean '--${near}'?`;
  throw new UsageError(`there is no option '${written}'${question}`);
}
