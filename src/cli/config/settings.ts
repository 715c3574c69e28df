import { homedir } from 'node:os';
import { join } from 'node:path';
import { allOptions } from '../../options/all-options.ts';
import {
  type ConfigFile,
  combineOptions,
  type Ignored,
  type Settings,
} from '../../options/combine-options.ts';
import { brief } from '../../tools/call/received-value.ts';
import type { FlagValues } from '../arguments/flag-values.ts';
import { configFile, defaultRoots } from '../environment.ts';
import { CommandError } from '../errors/command-error.ts';
import { optionsInFlags } from './flag-options.ts';
import { readConfigFile } from './read-config-file.ts';

export const PROJECT_FILE = '.corvid.json';

/** What the flags and the configuration files say. Throws for a file that cannot be used. */
export async function settingsOf(values: FlagValues): Promise<Settings> {
  const flags = optionsInFlags(allOptions, values);
  const user = await userFile();
  const own = combineOptions({ flags, user, projects: [] });
  if (own.options.ignoreProjectFile) return own;
  const projects = await projectFiles(own.options.roots ?? defaultRoots());
  return projects.length === 0 ? own : combineOptions({ flags, user, projects });
}

/** What the flags alone say. */
export function flagSettings(values: FlagValues): Settings {
  return combineOptions({ flags: optionsInFlags(allOptions, values), user: undefined, projects: [] });
}

/** `/project/.corvid.json:3: …` */
export function ignoredText({ file, line, name, value, reason }: Ignored): string {
  return `${file}:${line}: \`${name}\`: ${brief(JSON.stringify(value), 80)} is ignored: ${reason}`;
}

function userFile(): Promise<ConfigFile | undefined> {
  return load(configFile(), { isProject: false });
}

async function projectFiles(roots: readonly string[]): Promise<ConfigFile[]> {
  const paths = new Set(roots.map((root) => join(root, PROJECT_FILE)));
  const files = await Promise.all([...paths].map((path) => load(path, { isProject: true })));
  return files.filter((file) => file !== undefined);
}

async function load(path: string, { isProject }: { isProject: boolean }): Promise<ConfigFile | undefined> {
  const fail = (reason: string, line?: number): never => {
    const where = line === undefined ? path : `${path}:${line}`;
    throw new CommandError(`${where}: ${reason}`, isProject ? PROJECT_HINT : USER_HINT);
  };
  try {
    const text = readConfigFile(path, { followsLinks: !isProject });
    if (text === undefined) return undefined;
    const { parseConfig } = await import('./parse-config.ts');
    return { path, entries: parseConfig(text, homedir()) };
  } catch (error) {
    const { message, line } = error as Error & { line?: number };
    return fail(message, line);
  }
}

const USER_HINT = 'Correct the file. docs/configuration.md lists the keys and what they take.';
const PROJECT_HINT = `${USER_HINT} With --ignore-project-file it is not read.`;
