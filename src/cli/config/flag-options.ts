import { isEncodingName } from '../../adapters/charsets/encoding-name.ts';
import type { Given, OptionEntry, OptionTable } from '../../options/option.ts';
import { choiceFlag, type FlagValues, listFlag, numberFlag, stringFlag } from '../arguments/flag-values.ts';
import { UsageError } from '../errors/usage-error.ts';

/** The options of a table that flags were given for. */
export function optionsInFlags<Table extends OptionTable>(table: Table, values: FlagValues): Given<Table> {
  const entries = Object.entries(table).map(([name, option]) => [name, flagValue(option, values)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Given<Table>;
}

function flagValue({ type, flag, choices = [] }: OptionEntry, values: FlagValues): unknown {
  if (flag === undefined || values[flag] === undefined) return undefined;
  switch (type) {
    case 'boolean':
      return values[flag] === true;
    case 'number':
      return numberFlag(values, flag);
    case 'choice':
      return choiceFlag(values, flag, choices);
    case 'encoding':
      return encodingFlag(values, flag);
    case 'strings':
      return listFlag(values, flag);
    case 'toolNames':
      return stringFlag(values, flag)?.split(',').filter(Boolean);
    default:
      return stringFlag(values, flag);
  }
}

function encodingFlag(values: FlagValues, flag: string): string | undefined {
  const name = stringFlag(values, flag);
  if (name === undefined || isEncodingName(name)) return name;
  throw new UsageError(`--${flag} takes a name such as 'windows-1251' or 'shift_jis', not '${name}'`);
}
