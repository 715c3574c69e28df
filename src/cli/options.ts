import { readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { isEncodingName } from '../adapters/charsets/encoding-name.ts';
import { refusal } from '../core/secrets/secrets.ts';
import { searchEngineOf } from '../open-web.ts';
import { deniedRoot, GlobError, pathPolicy, type WorkspaceOptions } from '../open-workspace.ts';
import {
  type Given,
  type OptionEntry,
  type OptionTable,
  type WithDefaults,
  withDefaults,
} from '../options/option.ts';
import { type ServerOptions, serverOptions } from '../options/server-options.ts';
import { workspaceOptions } from '../options/workspace-options.ts';
import { choiceFlag, type FlagValues, listFlag, numberFlag, stringFlag } from './arguments/flag-values.ts';
import { defaultRoots, stateDirectory, variable } from './environment.ts';
import { CommandError } from './errors/command-error.ts';
import { UsageError } from './errors/usage-error.ts';

/** The options of a workspace, from the flags of a command. Refuses a root that is no folder or that is denied. */
export function workspaceOptionsOf(values: FlagValues): WorkspaceOptions {
  for (const root of listFlag(values, 'root') ?? []) refuseNoFolder(root);
  const options = uncheckedOptions(values);
  const denied = deniedRoot(pathPolicy(options));
  if (!denied) return options;
  const what = values.root === undefined ? `the working directory ${denied.root}` : `--root '${denied.root}'`;
  throw new UsageError(
    `${what} is denied by the rule \`${denied.rule}\`; name another folder, or lift the rule with --allow-read '${denied.root}'`,
  );
}

/** The same, but the roots need not be folders: an editor may name some that it is about to create. */
export function uncheckedOptions(values: FlagValues): WorkspaceOptions {
  const options: WorkspaceOptions = {
    roots: defaultRoots(),
    stateDirectory: stateDirectory(),
    ...given(workspaceOptions, values),
    secrets: secretsOf(given(serverOptions, values)),
  };
  refuseBadGlob(options);
  refuseBadSearch(options);
  return options;
}

function refuseBadSearch({ webSearch }: WorkspaceOptions): void {
  try {
    searchEngineOf(webSearch);
  } catch (error) {
    throw new UsageError((error as Error).message.replace('option `webSearch`', '--web-search'));
  }
}

/** The options of the server, from the flags of a command. */
export function serverSettings(values: FlagValues): WithDefaults<typeof serverOptions> {
  return withDefaults(serverOptions, given(serverOptions, values));
}

/** The same as `workspaceOptionsOf`, for a command that reads the history: it must be a folder, or would seem empty. */
export function historyOptions(values: FlagValues): WorkspaceOptions {
  const options = workspaceOptionsOf(values);
  const { stateDirectory = '' } = options;
  if (statSync(stateDirectory, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new CommandError(`The history cannot be read: ${stateDirectory} is not a folder.`);
  return options;
}

/** The options of a table that flags were given for. */
function given<Table extends OptionTable>(table: Table, values: FlagValues): Given<Table> {
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

function refuseNoFolder(root: string): void {
  const reason = whyNoFolder(root);
  if (reason !== undefined) throw new UsageError(`--root '${root}' ${reason}; name a folder that is there`);
}

function whyNoFolder(path: string): string | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? undefined : 'is not a folder';
  } catch (error) {
    return `cannot be read: ${(error as Error).message}`;
  }
}

function refuseBadGlob(options: WorkspaceOptions): void {
  try {
    pathPolicy(options);
  } catch (error) {
    if (!(error instanceof GlobError)) throw error;
    const { flag } = workspaceOptions[error.option];
    throw new UsageError(
      `--${flag} takes a glob in the syntax of .gitignore, not '${error.glob}': ${error.reason}`,
    );
  }
}

function encodingFlag(values: FlagValues, flag: string): string | undefined {
  const name = stringFlag(values, flag);
  if (name === undefined || isEncodingName(name)) return name;
  throw new UsageError(`--${flag} takes a name such as 'windows-1251' or 'shift_jis', not '${name}'`);
}

function secretsOf({ secret = [], secretsFile }: ServerOptions): Record<string, string> {
  const named = secret.map((name) => [name, variable(name) ?? missingSecret(name)]);
  const secrets = { ...fileSecrets(secretsFile), ...Object.fromEntries(named) };
  const reason = refusal(secrets);
  if (reason !== undefined) throw new UsageError(reason);
  return secrets;
}

function missingSecret(name: string): never {
  throw new UsageError(`--secret ${name}: there is no such variable in the environment`);
}

function fileSecrets(path: string | undefined): Record<string, string> {
  if (path === undefined) return {};
  try {
    return parseEnv(readFileSync(path, 'utf8')) as Record<string, string>;
  } catch (error) {
    throw new UsageError(`--secrets-file cannot be read: ${(error as Error).message}`);
  }
}
