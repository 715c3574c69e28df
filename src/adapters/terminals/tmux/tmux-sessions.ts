import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { foldersOfServers, isPrivateFolder, isPrivateSocket, readNote } from '../private-folders.ts';
import { fromTmuxName, toTmuxName } from './tmux-names.ts';

/** A terminal that a person can attach to. */
export type TmuxSession = { readonly name: string; readonly directory: string; readonly socket: string };

/** In the folder of a server: the path of its socket. */
const SOCKET_RECORD = 'socket';

export function recordSocket(serverFolder: string, socket: string): void {
  writeFileSync(join(serverFolder, SOCKET_RECORD), socket, { mode: 0o600, flag: 'wx' });
}

/** The terminals of all servers of this user that were started with tmux. Nothing of other users is contacted. */
export function listTmuxSessions(state: string): TmuxSession[] {
  const all = foldersOfServers(state);
  if (all === undefined) return [];
  return readdirSync(all)
    .map((name) => join(all, name))
    .filter(isPrivateFolder)
    .map((folder) => readNote(join(folder, SOCKET_RECORD)))
    .filter((socket) => socket !== undefined && isAbsolute(socket) && isPrivateSocket(socket))
    .flatMap((socket) => sessionsOf(socket!));
}

/** Shows the terminal until the person detaches (C-b d); gives the exit code. */
export function attachToTmux(
  { name, socket }: TmuxSession,
  options: { readonly watchOnly: boolean },
): Promise<number> {
  const target = ['-t', `=${toTmuxName(name)}`];
  const args = ['-u', '-S', socket, 'attach-session', ...(options.watchOnly ? ['-r'] : []), ...target];
  // tmux refuses to attach from within tmux unless it does not know.
  const client = spawn('env', ['-u', 'TMUX', 'tmux', ...args], { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    client.once('error', reject);
    client.once('exit', (code) => resolve(code ?? 1));
  });
}

function sessionsOf(socket: string): TmuxSession[] {
  try {
    const format = '#{session_name}\t#{pane_current_path}';
    // Without -u, tmux writes `_` for a tab where the locale is not UTF-8.
    const list = execFileSync('tmux', ['-u', '-S', socket, 'list-sessions', '-F', format], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return list
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('\t'))
      .map(([name = '', directory = '']) => ({ name: fromTmuxName(name), directory, socket }));
  } catch {
    // The tmux server of that socket is gone.
    return [];
  }
}
