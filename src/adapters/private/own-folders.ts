import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where Corvid keeps its history by default. */
export function defaultStateDirectory(environment: Environment): string {
  const { XDG_STATE_HOME: given } = environment;
  if (given && isAbsolute(given)) return join(given, 'corvid');
  if (environment.LOCALAPPDATA) return join(environment.LOCALAPPDATA, 'corvid', 'state');
  return join(homedir(), '.local', 'state', 'corvid');
}

/** Where the command keeps its compiled code. */
export function cacheDirectory({ XDG_CACHE_HOME: given }: Environment): string {
  return join(given || join(homedir(), '.cache'), 'corvid');
}

/** Where the user keeps settings for Corvid. A relative path, which the specification forbids, would be the project's. */
export function configDirectory({ XDG_CONFIG_HOME: given }: Environment): string {
  return join(given && isAbsolute(given) ? given : join(homedir(), '.config'), 'corvid');
}
