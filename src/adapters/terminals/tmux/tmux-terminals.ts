import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { quoteForBash } from '../../../core/terminal/shell/bash-quoting.ts';
import { TERMINAL_SIZE } from '../../../core/terminal/terminal-size.ts';
import type { ShellEvents, ShellRequest, Terminals } from '../../../ports/terminals.ts';
import { listenersOn } from '../../processes/listeners.ts';
import { childrenOf, readProcess } from '../../processes/process-table.ts';
import { openProcessTree, type ProcessTree, TREE_MARK } from '../../processes/process-tree.ts';
import { findBash } from '../find-bash.ts';
import { interruptForeground, lookAtForeground, typeAndWait } from '../foreground.ts';
import {
  type OpenOptions,
  openedTerminals,
  type ServerHome,
  type ShellHome,
  type StartedShell,
  type StartShell,
} from '../opened-terminals.ts';
import { createSocketPath, readNote } from '../private-folders.ts';
import { existingDirectory } from '../terminal-folder.ts';
import { obstacle, openTmuxControl, type TmuxControl } from './tmux-control.ts';
import { toTmuxName } from './tmux-names.ts';
import { recordSocket } from './tmux-sessions.ts';

const KILLED = 137;

/** tmux takes commands of a limited length. */
const MAX_BYTES_AT_ONCE = 200;

const settings = `set -g default-terminal xterm-256color
set -g default-size ${TERMINAL_SIZE.cols}x${TERMINAL_SIZE.rows}
set -g status off
set -g history-limit 5000
set -s escape-time 0
set -s exit-empty on
`;

/** The files of a tmux server. */
type TmuxServer = { readonly socket: string; readonly settingsFile: string };

/** Terminals of a tmux server of our own, which a person can attach to. */
export function tmuxTerminals(options: OpenOptions): Terminals {
  const servers = new Map<string, TmuxServer>();
  const serverOf = (home: ServerHome): TmuxServer => {
    const server = servers.get(home.folder) ?? prepareServer(home, options);
    servers.set(home.folder, server);
    return server;
  };
  // Clients that start together would each start a server.
  let starting: Promise<unknown> = Promise.resolve();
  const startInTurn: StartShell = (request, home, events) => {
    const started = starting.then(() => startShell(request, home, events, serverOf(home.server)));
    starting = started.catch(() => {});
    return started;
  };
  return openedTerminals(options, startInTurn, endServer);
}

function prepareServer({ folder, addFolder }: ServerHome, options: OpenOptions): TmuxServer {
  const settingsFile = join(folder, 'tmux.conf');
  writeFileSync(settingsFile, settings, { mode: 0o600, flag: 'wx' });
  const socket = createSocketPath(folder, options);
  if (dirname(socket) !== folder) addFolder(dirname(socket));
  recordSocket(folder, socket);
  return { socket, settingsFile };
}

/** The tmux server runs apart from this process, and ends by itself only when its last session does. */
function endServer({ mark }: ServerHome): Promise<void> {
  return openProcessTree({ mark, cgroup: undefined, onFound: () => {} }).end();
}

async function startShell(
  request: ShellRequest,
  home: ShellHome,
  events: ShellEvents,
  server: TmuxServer,
): Promise<StartedShell> {
  const { handover, tree } = home;
  const { control, hasEnded } = await openPane(request, home, events, server);
  // The size stays as it is when a person attaches. As a setting from the start it makes some versions of tmux crash.
  control.send(`resize-window -x ${TERMINAL_SIZE.cols} -y ${TERMINAL_SIZE.rows}`);
  const { panePid, tty } = await adoptPane(control, tree);
  // The shell is the one process that the shell around it waits for.
  const shellPid = () => childrenOf(panePid)[0] ?? panePid;
  tree.adopt(shellPid());

  const typeInput = (text: string) => {
    handover.noteTyping();
    tree.commandStarts();
    sendKeys(control, text);
  };

  return {
    submit(number, command) {
      handover.submit(number, command);
      tree.commandStarts();
    },
    type: (text) => sendKeys(control, text),
    typeInput,
    answersPrograms: true,
    typeAndWait: (text) =>
      typeAndWait(shellPid(), () => {
        typeInput(text);
        return control.ask('display-message -p x');
      }),
    async foreground() {
      const foreground = await lookAtForeground(shellPid(), tty);
      // What the pane printed before goes through tmux: after two answers of its own it has passed that on.
      if (foreground.waitsFor !== 'nothing')
        for (const _ of [1, 2]) await control.ask('display-message -p x');
      return foreground;
    },
    isRunning: (pid) => readProcess(pid) !== undefined,
    listeners: (port) => listenersOn(port, shellPid()),
    interrupt: () => interruptForeground(shellPid()),
    async end() {
      await tree.end();
      control.close();
      await hasEnded;
    },
  };
}

/** Starts the session; `hasEnded` resolves when its pane is gone. */
async function openPane(request: ShellRequest, home: ShellHome, events: ShellEvents, server: TmuxServer) {
  const exitFile = join(home.pane, 'exited');
  let settle = () => {};
  const hasEnded = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const watch = createTextWatch(lastWords(home.mark), () => {
    opening.then(
      (control) => control.send('kill-pane'),
      () => {},
    );
  });
  const opening = openTmuxControl(
    sessionArguments(request, home, server, exitFile),
    { ...request.environment, [TREE_MARK]: home.server.mark },
    {
      bytes(chunk) {
        events.bytes(chunk);
        watch(chunk);
      },
      ended() {
        settle();
        events.ended(exitCodeIn(exitFile));
      },
    },
  );
  return { control: await opening, hasEnded };
}

/** Without the number of a process that exists the shell has not started: what there is of it is ended. */
async function adoptPane(control: TmuxControl, tree: ProcessTree): Promise<{ panePid: number; tty: string }> {
  const answer = await control.ask("display-message -p '#{pane_pid} #{pane_tty}'");
  const [, pid, tty = ''] = /^([1-9]\d*) (\S+)$/.exec(answer ?? '') ?? [];
  const panePid = Number(pid);
  if (pid !== undefined && tree.adopt(panePid)) return { panePid, tty };
  control.send('kill-session');
  control.close();
  await tree.end();
  throw obstacle(new Error(`it did not name the process of the shell (${JSON.stringify(answer ?? '')})`));
}

function sessionArguments(
  request: ShellRequest,
  { handover, own, mark }: ShellHome,
  { socket, settingsFile }: TmuxServer,
  exitFile: string,
): string[] {
  const startFile = handover.writeStartFile(
    request.startFile({ inbox: handover.inbox, own, isWatched: true }),
  );
  const bash = findBash(request.environment.PATH);
  const shell = [bash, '--init-file', startFile, '--noediting', '-i'].map(quoteForBash).join(' ');
  // tmux forgets how a shell ended, so a shell around it writes it down. And what a pane prints right before its end
  // may go with it, so that shell stays until its last words have come through, or there is no reader any more.
  const stay = `builtin printf %s ${quoteForBash(lastWords(mark))}; read -rs -t 10`;
  const command = `unset TMUX TMUX_PANE SHLVL; exec 3>&2 2>/dev/null; ${shell} 2>&3 3>&-; echo $? >${quoteForBash(exitFile)}; ${stay}`;
  const { cols, rows } = TERMINAL_SIZE;
  return [
    ...['-u', '-S', socket, '-f', settingsFile, '-C', 'new-session'],
    ...['-s', toTmuxName(request.name), '-x', String(cols), '-y', String(rows)],
    ...['-e', `${TREE_MARK}=${mark}`, '-c', existingDirectory(request.directory)],
    ...[bash, '-c', command],
  ];
}

/** A sequence that no terminal shows. */
function lastWords(mark: string): string {
  return `\x1b]633;over;${mark}\x07`;
}

/** Calls `onSeen` when a text comes by, in one piece or in several. */
function createTextWatch(text: string, onSeen: () => void): (chunk: Uint8Array) => void {
  const wanted = Buffer.from(text);
  let tail: Uint8Array = new Uint8Array();
  return (chunk) => {
    const seen = Buffer.concat([tail, chunk]);
    if (seen.includes(wanted)) onSeen();
    tail = seen.subarray(Math.max(0, seen.length - wanted.length + 1));
  };
}

function sendKeys(control: TmuxControl, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  for (let at = 0; at < bytes.length; at += MAX_BYTES_AT_ONCE) {
    const piece = bytes.subarray(at, at + MAX_BYTES_AT_ONCE);
    control.send(`send-keys -H ${Array.from(piece, (byte) => byte.toString(16)).join(' ')}`);
  }
}

function exitCodeIn(file: string): number {
  const [, code] = /^(\d{1,3})\n$/.exec(readNote(file) ?? '') ?? [];
  return code === undefined ? KILLED : Number(code);
}
