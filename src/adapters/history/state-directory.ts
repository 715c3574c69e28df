import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where Corvid keeps its history unless told otherwise. */
export function defaultStateDirectory(environment: Environment): string {
  const { XDG_STATE_HOME: given } = environment;
  if (given && isAbsolute(given)) return join(given, 'corvid');
  if (environment.LOCALAPPDATA) return join(environment.LOCALAPPDATA, 'corvid', 'state');
  return join(homedir(), '.local', 'state', 'corvid');
}
