import { readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { refusal } from '../core/secrets/secrets.ts';
import { searchEngineOf } from '../open-web.ts';
import { deniedRoot, GlobError, pathPolicy, type WorkspaceOptions } from '../open-workspace.ts';
import { type AllOptions, allOptions } from '../options/all-options.ts';
import type { Settings } from '../options/combine-options.ts';
import { type OptionEntry, type WithDefaults, withDefaults } from '../options/option.ts';
import { type ServerOptions, serverOptions } from '../options/server-options.ts';
import { workspaceOptions } from '../options/workspace-options.ts';
import { defaultRoots, stateDirectory, variable } from './environment.ts';
import { CommandError } from './errors/command-error.ts';
import { UsageError } from './errors/usage-error.ts';

/** The options of a workspace. Refuses a root that is no folder or that is denied. */
export function workspaceOptionsOf(settings: Settings): WorkspaceOptions {
  for (const root of settings.options.roots ?? []) refuseNoFolder(root, settings);
  const options = uncheckedOptions(settings);
  const denied = deniedRoot(pathPolicy(options));
  if (!denied) return options;
  const isGiven = settings.options.roots !== undefined;
  const what = isGiven
    ? `${givenAs('roots', settings)} '${denied.root}'`
    : `the working directory ${denied.root}`;
  throw new UsageError(
    `${what} is denied by the rule \`${denied.rule}\`; name another folder, or lift the rule with --allow-read '${denied.root}'`,
  );
}

/** The same, but the roots need not be folders: an editor may name some that it is about to create. */
export function uncheckedOptions(settings: Settings): WorkspaceOptions {
  const options: WorkspaceOptions = {
    roots: defaultRoots(),
    stateDirectory: stateDirectory(),
    ...partOf(settings.options, workspaceOptions),
    secrets: secretsOf(settings),
  };
  refuseBadGlob(options, settings);
  refuseBadSearch(options, settings);
  return options;
}

/** How an option was given: `--root`, or the place in a file. */
export function givenAs(name: keyof AllOptions, { origins }: Settings): string {
  const origin = origins[name]?.at(-1) ?? 'flag';
  const { flag }: OptionEntry = allOptions[name];
  return origin === 'flag' ? `--${flag}` : `${origin.file}:${origin.line}: \`${name}\``;
}

function partOf<Table extends object>(options: AllOptions, table: Table) {
  return Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(table, name)));
}

function refuseBadSearch({ webSearch }: WorkspaceOptions, settings: Settings): void {
  try {
    searchEngineOf(webSearch);
  } catch (error) {
    const { message } = error as Error;
    throw new UsageError(message.replace('option `webSearch`', givenAs('webSearch', settings)));
  }
}

/** The options of the server, with their defaults. */
export function serverSettings({ options }: Settings): WithDefaults<typeof serverOptions> {
  return withDefaults(serverOptions, partOf(options, serverOptions));
}

/** The same as `workspaceOptionsOf`, for a command that reads the history: it must be a folder, or would seem empty. */
export function historyOptions(settings: Settings): WorkspaceOptions {
  const options = workspaceOptionsOf(settings);
  const { stateDirectory = '' } = options;
  if (statSync(stateDirectory, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new CommandError(`The history cannot be read: ${stateDirectory} is not a folder.`);
  return options;
}

function refuseNoFolder(root: string, settings: Settings): void {
  const reason = whyNoFolder(root);
  if (reason !== undefined)
    throw new UsageError(`${givenAs('roots', settings)} '${root}' ${reason}; name a folder that is there`);
}

function whyNoFolder(path: string): string | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? undefined : 'is not a folder';
  } catch (error) {
    return `cannot be read: ${(error as Error).message}`;
  }
}

function refuseBadGlob(options: WorkspaceOptions, settings: Settings): void {
  try {
    pathPolicy(options);
  } catch (error) {
    if (!(error instanceof GlobError)) throw error;
    throw new UsageError(
      `${givenAs(error.option, settings)} takes a glob in the syntax of .gitignore, not '${error.glob}': ${error.reason}`,
    );
  }
}

function secretsOf(settings: Settings): Record<string, string> {
  const { secret = [] }: ServerOptions = settings.options;
  const named = secret.map((name) => [name, variable(name) ?? missingSecret(name, settings)]);
  const secrets = { ...fileSecrets(settings), ...Object.fromEntries(named) };
  const reason = refusal(secrets);
  if (reason !== undefined) throw new UsageError(reason);
  return secrets;
}

function missingSecret(name: string, settings: Settings): never {
  throw new UsageError(
    `${givenAs('secret', settings)} ${name}: there is no such variable in the environment`,
  );
}

function fileSecrets(settings: Settings): Record<string, string> {
  const { secretsFile: path } = settings.options;
  if (path === undefined) return {};
  try {
    return parseEnv(readFileSync(path, 'utf8')) as Record<string, string>;
  } catch (error) {
    throw new UsageError(`${givenAs('secretsFile', settings)} cannot be read: ${(error as Error).message}`);
  }
}
