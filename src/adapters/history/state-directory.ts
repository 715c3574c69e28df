import { homedir } from 'node:os';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where Corvid keeps its history unless told otherwise. */
export function defaultStateDirectory(environment: Environment): string {
  if (environment.XDG_STATE_HOME) return join(environment.XDG_STATE_HOME, 'corvid');
  if (environment.LOCALAPPDATA) return join(environment.LOCALAPPDATA, 'corvid', 'state');
  return join(homedir(), '.local', 'state', 'corvid');
}
