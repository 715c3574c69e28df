// The flags of all commands, as data: parsing, help and completion are derived from them. What a server takes comes
// from the tables of options; the rest are flags of single commands.

import { allOptions } from '../options/all-options.ts';
import type { OptionEntry, OptionGroup } from '../options/option.ts';
import { workspaceOptions } from '../options/workspace-options.ts';
import { publishedName } from './install/published.ts';

export type Flag = {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  readonly short?: string;
  /** Placeholder of the value in the help; FILE and DIR are completed. */
  readonly value?: string;
  /** The only values it takes. */
  readonly choices?: readonly string[];
  /** It takes several of these, with commas between them. */
  readonly listOf?: 'tools';
  /** A boolean that `--no-NAME` and `--NAME=false` turn off. */
  readonly negatable?: boolean;
  readonly help: string;
};

export type Flags = Readonly<Record<string, Flag>>;

const options: readonly OptionEntry[] = Object.values<OptionEntry>(allOptions);

export const commonFlags: Flags = {
  verbose: { type: 'boolean', help: 'show the stack of an unexpected failure' },
  help: { type: 'boolean', short: 'h', help: 'show this help' },
};

export const jsonFlag: Flags = { json: { type: 'boolean', help: 'print JSON, also for errors' } };

export const workspaceFlags = flagsOf('workspace');
export const terminalFlags = flagsOf('terminal');
export const toolFlags = flagsOf('tools');
const pluginFlags = flagsOf('plugins');
const logFileFlag = flagsOf('log');

/** For one call, whose terminal ends with it and cannot be attached to. */
export const oneCallFlags: Flags = {
  ...workspaceFlags,
  ...without(terminalFlags, 'terminal'),
  ...flagsOf('web'),
  ...pluginFlags,
  'no-journal': flagOf(allOptions.noJournal),
};

export const undoFlags = named(
  'root',
  'allow-anywhere',
  'deny',
  'allow-read',
  'unprotect',
  'state-dir',
  'encoding',
  'max-file-size',
  'ignore-project-file',
);
/** For taking back changes, and making them again. */
export const groupFlags: Flags = {
  id: { type: 'string', value: 'ID', help: 'the change with this id; several with commas' },
  'dry-run': { type: 'boolean', help: 'show what would change and write nothing' },
  yes: { type: 'boolean', short: 'y', help: 'do not ask' },
  partial: { type: 'boolean', help: 'leave files alone that were changed since, and restore the others' },
  merge: { type: 'boolean', help: 'merge lines into files that were changed since' },
  'files-only': { type: 'boolean', help: 'restore files although Git moved HEAD with them' },
};
export const doctorFlags = named(
  'root',
  'deny',
  'allow-read',
  'unprotect',
  'state-dir',
  'ignore-project-file',
);
export const logFlags = named('state-dir', 'deny', 'allow-read', 'ignore-project-file');
export const statsFlags = named('state-dir');

export const mcpFlags: Flags = {
  ...flagsOf('workspace', 'terminal', 'web', 'tools', 'plugins', 'protocol', 'log', 'http'),
  ...commonFlags,
};

export const acpFlags: Flags = {
  ...workspaceFlags,
  root: flagOf({ ...workspaceOptions.roots, defaultHelp: 'the folders of the session' }),
  ...terminalFlags,
  ...toolFlags,
  ...pluginFlags,
  ...flagsOf('web'),
  'no-builtin-edits': { type: 'boolean', help: "disable Claude's own editing tools; other agents ignore it" },
  name: { type: 'string', value: 'NAME', help: 'name of the MCP server in the session (default corvid)' },
  ...logFileFlag,
  ...commonFlags,
};

export const installFlags: Flags = {
  yes: { type: 'boolean', short: 'y', help: 'write without asking' },
  'dry-run': { type: 'boolean', help: 'show what would change and write nothing' },
  project: { type: 'boolean', help: "in this project's configuration instead of yours" },
  name: { type: 'string', value: 'NAME', help: 'the name of the server there (default corvid)' },
  local: {
    type: 'boolean',
    help:
      publishedName === null
        ? 'start this very program, as is done in any case while no package is published'
        : `start this very program instead of \`npx -y ${publishedName}\``,
  },
  ...jsonFlag,
  ...commonFlags,
};

function flagsOf(...groups: readonly OptionGroup[]): Flags {
  const inOrder = groups.flatMap((group) => options.filter((option) => option.group === group));
  return Object.fromEntries(
    inOrder.flatMap((option) => (option.flag ? [[option.flag, flagOf(option)]] : [])),
  );
}

function named(...names: readonly string[]): Flags {
  const all = flagsOf('workspace');
  return Object.fromEntries(names.map((name) => [name, all[name]!]));
}

function without(flags: Flags, name: string): Flags {
  const { [name]: _, ...others } = flags;
  return others;
}

function flagOf(option: OptionEntry): Flag {
  const { type, flag, value, choices } = option;
  return {
    type: type === 'boolean' ? 'boolean' : 'string',
    ...(type === 'boolean' && !flag?.startsWith('no-') && { negatable: true }),
    ...(type === 'strings' && { multiple: true }),
    ...(value !== undefined && { value }),
    ...(choices && { choices }),
    ...(type === 'toolNames' && { listOf: 'tools' }),
    help: helpOf(option),
  };
}

function helpOf(option: OptionEntry): string {
  const { type, help, choices } = option;
  const facts = [
    choices ? choices.map((choice) => `\`${choice}\``).join(', ') : '',
    type === 'strings' ? 'repeatable' : '',
    defaultOf(option),
  ].filter(Boolean);
  return facts.length === 0 ? help : `${help} (${facts.join('; ')})`;
}

function defaultOf({ type, default: value, defaultHelp }: OptionEntry): string {
  if (defaultHelp !== undefined) return `default: ${defaultHelp}`;
  if (value === undefined || type === 'boolean') return '';
  return `default ${type === 'choice' ? `\`${value}\`` : value}`;
}
