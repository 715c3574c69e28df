import { readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { isEncodingName } from '../adapters/charsets/encoding-name.ts';
import { refusal } from '../core/secrets/secrets.ts';
import { deniedRoot, GlobError, pathPolicy, type WorkspaceOptions } from '../open-workspace.ts';
import { choiceFlag, type FlagValues, listFlag, numberFlag, stringFlag } from './arguments/flag-values.ts';
import { CommandError } from './command-error.ts';
import { defaultRoots, stateDirectory, variable } from './environment.ts';
import { choices } from './flags.ts';
import { UsageError } from './usage-error.ts';

/** What the flags of a command ask of a workspace. A mistyped root would leave every file outside. */
export function workspaceOptions(values: FlagValues): WorkspaceOptions {
  for (const root of listFlag(values, 'root') ?? []) refuseNoFolder(root);
  const options = uncheckedOptions(values);
  const denied = deniedRoot(pathPolicy(options));
  if (!denied) return options;
  const what = values.root === undefined ? `the working directory ${denied.root}` : `--root '${denied.root}'`;
  throw new UsageError(
    `${what} is denied by the rule \`${denied.rule}\`; name another folder, or lift the rule with --allow-read '${denied.root}'`,
  );
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

/** The same where someone else has named the folders, or finds out whether they are there. */
export function uncheckedOptions(values: FlagValues): WorkspaceOptions {
  const roots = listFlag(values, 'root') ?? defaultRoots();
  const options: { [Key in keyof WorkspaceOptions]: WorkspaceOptions[Key] | undefined } = {
    roots,
    allowAnywhere: values['allow-anywhere'] === true,
    readOnly: values['read-only'] === true,
    deny: listFlag(values, 'deny'),
    allowRead: listFlag(values, 'allow-read'),
    unprotect: listFlag(values, 'unprotect'),
    stateDirectory: stringFlag(values, 'state-dir') ?? stateDirectory(),
    encoding: encodingFlag(values),
    matching: choiceFlag(values, 'matching', choices.matching),
    syntax: choiceFlag(values, 'syntax', choices.syntax),
    maxFileBytes: numberFlag(values, 'max-file-size'),
    maxViewCharacters: numberFlag(values, 'max-view'),
    historyEntries: numberFlag(values, 'history-entries'),
    historyBytes: numberFlag(values, 'history-size'),
    ...terminalOptions(values),
  };
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  refuseBadGlob(given);
  return given;
}

function refuseBadGlob(options: WorkspaceOptions): void {
  try {
    pathPolicy(options);
  } catch (error) {
    if (!(error instanceof GlobError)) throw error;
    const flag = error.option === 'allowRead' ? 'allow-read' : error.option;
    throw new UsageError(
      `--${flag} takes a glob in the syntax of .gitignore, not '${error.glob}': ${error.reason}`,
    );
  }
}

function encodingFlag(values: FlagValues): string | undefined {
  const name = stringFlag(values, 'encoding');
  if (name === undefined || isEncodingName(name)) return name;
  throw new UsageError(`--encoding takes a name such as 'windows-1251' or 'shift_jis', not '${name}'`);
}

/** The same for a command that is about the history: without one it would say that nothing was ever edited. */
export function historyOptions(values: FlagValues): WorkspaceOptions {
  const options = workspaceOptions(values);
  const { stateDirectory = '' } = options;
  if (statSync(stateDirectory, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new CommandError(`The history cannot be read: ${stateDirectory} is not a folder.`);
  return options;
}

function terminalOptions(values: FlagValues) {
  const secrets = { ...fileSecrets(stringFlag(values, 'secrets-file')), ...namedSecrets(values) };
  const reason = refusal(secrets);
  if (reason !== undefined) throw new UsageError(reason);
  return {
    terminal: choiceFlag(values, 'terminal', choices.terminal),
    secrets,
    passEnvironment: listFlag(values, 'pass-env'),
    maxOutputCharacters: numberFlag(values, 'max-output'),
    softTimeoutSeconds: numberFlag(values, 'soft-timeout'),
  };
}

function namedSecrets(values: FlagValues): Record<string, string> {
  const names = listFlag(values, 'secret') ?? [];
  return Object.fromEntries(names.map((name) => [name, variable(name) ?? missingSecret(name)]));
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
