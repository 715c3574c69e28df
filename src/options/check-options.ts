import { isEncodingName } from '../adapters/charsets/encoding-name.ts';
import { meantName } from '../core/text/nearest-name.ts';
import type { OptionEntry, OptionTable, OptionType } from './option.ts';
import { type WorkspaceOptions, workspaceOptions } from './workspace-options.ts';

/** What a type accepts, in words, and whether a value is that. */
type Rule = { readonly takes: string; fits(value: unknown, option: OptionEntry): boolean };

const isString = (value: unknown) => typeof value === 'string';
const strings: Rule = {
  takes: 'a list of strings',
  fits: (value) => Array.isArray(value) && value.every(isString),
};
const object: Rule = { takes: 'an object', fits: (value) => typeof value === 'object' && value !== null };

const rules: Readonly<Record<OptionType, Rule>> = {
  boolean: { takes: 'true or false', fits: (value) => typeof value === 'boolean' },
  number: { takes: 'a number above 0', fits: (value) => typeof value === 'number' && value > 0 },
  string: { takes: 'a string', fits: isString },
  encoding: {
    takes: 'the name of an encoding, such as windows-1251 or shift_jis',
    fits: (value) => typeof value === 'string' && isEncodingName(value),
  },
  choice: { takes: 'one of', fits: (value, { choices = [] }) => choices.includes(value as string) },
  strings,
  toolNames: strings,
  variables: object,
  files: object,
  history: object,
  locks: object,
  syntax: object,
};

/** Throws for the first option that does not exist, or that does not take its value. */
export function checkOptions(options: WorkspaceOptions): void {
  const table: OptionTable = workspaceOptions;
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(table, name)) throw unknownOption(name);
    const option = table[name]!;
    if (value !== undefined && !accepts(option, value))
      throw new TypeError(`Invalid option \`${name}\`: ${shown(value)}. It takes ${accepted(option)}.`);
  }
}

export function accepts(option: OptionEntry, value: unknown): boolean {
  return rules[option.type].fits(value, option);
}

/** What an option accepts, in words. */
export function accepted({ type, choices = [] }: OptionEntry): string {
  return [rules[type].takes, choices.join(', ')].filter(Boolean).join(' ');
}

function unknownOption(name: string): TypeError {
  const known = Object.keys(workspaceOptions);
  return new TypeError(
    `Unknown option \`${name}\`${meantName(name, known)} openWorkspace takes: ${known.join(', ')}.`,
  );
}

function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  return Array.isArray(value) ? `[${value.join(', ')}]` : String(value);
}
