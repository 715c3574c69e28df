import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FOLDER_PREFIX, TMUX_SOCKET } from './terminal-folder.ts';

/** A terminal that a person can attach to. */
export type TmuxSession = { readonly name: string; readonly directory: string; readonly socket: string };

/** The terminals of all servers of this user that were started with tmux. */
export function listTmuxSessions(): TmuxSession[] {
  return readdirSync(tmpdir())
    .filter((name) => name.startsWith(FOLDER_PREFIX))
    .map((name) => join(tmpdir(), name, TMUX_SOCKET))
    .filter((socket) => existsSync(socket))
    .flatMap(sessionsOf);
}

/** Shows the terminal until the person detaches (C-b d); gives the exit code. */
export function attachToTmux(
  { name, socket }: TmuxSession,
  options: { readonly watchOnly: boolean },
): Promise<number> {
  const args = ['-u', '-S', socket, 'attach-session', ...(options.watchOnly ? ['-r'] : []), '-t', `=${name}`];
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
      .map(([name = '', directory = '']) => ({ name, directory, socket }));
  } catch {
    // The server behind that socket is gone, or belongs to someone else.
    return [];
  }
}
