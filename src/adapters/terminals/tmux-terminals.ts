import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quoteForBash } from '../../core/terminal/bash-quoting.ts';
import { TERMINAL_SIZE } from '../../core/terminal/terminal-size.ts';
import type { Shell, ShellEvents, ShellRequest, Terminals } from '../../ports/terminals.ts';
import { findBash } from './find-bash.ts';
import { interruptForeground, lookAtForeground } from './foreground.ts';
import { openedTerminals, type ShellHome, type StartShell } from './opened-terminals.ts';
import { endFamily, FAMILY_MARK } from './process-family.ts';
import {
  createHandover,
  existingDirectory,
  noteTyping,
  TMUX_SOCKET,
  writeStartFile,
} from './terminal-folder.ts';
import { openTmuxControl, type TmuxControl } from './tmux-control.ts';

const SERVER = '.server.';
const KILLED = 137;

/** tmux takes commands of a limited length. */
const MOST_BYTES_AT_ONCE = 200;

const settings = `set -g default-terminal xterm-256color
set -g default-size ${TERMINAL_SIZE.cols}x${TERMINAL_SIZE.rows}
set -g status off
set -g history-limit 5000
set -s escape-time 0
set -s exit-empty on
`;

/** Terminals of a tmux server of our own, which a person can attach to. */
export function tmuxTerminals(): Terminals {
  // Clients that start together would each start a server.
  let starting: Promise<unknown> = Promise.resolve();
  const startInTurn: StartShell = (...given) => {
    const started = starting.then(() => startShell(...given));
    starting = started.catch(() => {});
    return started;
  };
  return openedTerminals(startInTurn, (mark) => endFamily({ shellPid: undefined, mark: `${mark}${SERVER}` }));
}

async function startShell(request: ShellRequest, home: ShellHome, events: ShellEvents): Promise<Shell> {
  const { folder, mark } = home;
  const exitFile = join(folder, 'exited');
  const pidFile = join(folder, 'pid');
  for (const file of [exitFile, pidFile]) rmSync(file, { force: true });
  let settle = () => {};
  const hasEnded = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const watch = createTextWatch(lastWords(mark), () => {
    opening.then(
      (control) => control.tell('kill-pane'),
      () => {},
    );
  });
  const opening = openTmuxControl(
    sessionArguments(request, home, { exitFile, pidFile }),
    environmentOf(request, mark),
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
  const control = await opening;
  // The size stays as it is when a person attaches. As a setting from the start it makes some versions of tmux crash.
  control.tell(`resize-window -x ${TERMINAL_SIZE.cols} -y ${TERMINAL_SIZE.rows}`);
  const [panePid, tty = ''] = (await control.ask("display-message -p '#{pane_pid} #{pane_tty}'")).split(' ');
  const shellPid = () => Number(readFileSync(pidFile, 'utf8'));

  return {
    hand: createHandover(folder),
    type: (text) => sendKeys(control, text),
    typeInput(text) {
      noteTyping(folder);
      sendKeys(control, text);
    },
    async foreground() {
      const foreground = await lookAtForeground(shellPid(), tty);
      // What the pane printed before goes through tmux: after two answers of its own it has passed that on.
      if (foreground.waitsFor !== 'nothing')
        for (const _ of [1, 2]) await control.ask('display-message -p x');
      return foreground;
    },
    interrupt: () => interruptForeground(shellPid()),
    async end() {
      await endFamily({ shellPid: Number(panePid), mark });
      control.close();
      await hasEnded;
    },
  };
}

function sessionArguments(
  request: ShellRequest,
  { folder, base, mark }: ShellHome,
  { exitFile, pidFile }: { exitFile: string; pidFile: string },
): string[] {
  const settingsFile = join(base, 'tmux.conf');
  writeFileSync(settingsFile, settings, { mode: 0o600 });
  const tellPid = `builtin printf %s "$$" >${quoteForBash(pidFile)}\n`;
  const startFile = writeStartFile(folder, tellPid + request.startFile(folder), request.fresh);
  const bash = findBash(request.environment.PATH);
  const shell = [bash, '--init-file', startFile, '--noediting', '-i'].map(quoteForBash).join(' ');
  // tmux forgets how a shell ended, so a shell around it writes it down. And what a pane prints right before its end
  // may go with it, so that shell stays until its last words have come through, or nobody is there to hear them.
  const stay = `builtin printf %s ${quoteForBash(lastWords(mark))}; read -rs -t 10`;
  const command = `exec 3>&2 2>/dev/null; ${shell} 2>&3 3>&-; echo $? >${quoteForBash(exitFile)}; ${stay}`;
  const { cols, rows } = TERMINAL_SIZE;
  return [
    ...['-u', '-S', join(base, TMUX_SOCKET), '-f', settingsFile, '-C', 'new-session'],
    ...['-s', request.name.replaceAll('.', '_'), '-x', String(cols), '-y', String(rows)],
    ...['-e', `${FAMILY_MARK}=${mark}`, '-c', existingDirectory(request.directory)],
    ...[bash, '-c', command],
  ];
}

/** A sequence that no terminal shows. */
function lastWords(mark: string): string {
  return `\x1b]633;over;${mark}\x07`;
}

/** Tells when a text comes by, in one piece or in several. */
function createTextWatch(text: string, onSeen: () => void): (chunk: Uint8Array) => void {
  const wanted = Buffer.from(text);
  let tail: Uint8Array = new Uint8Array();
  return (chunk) => {
    const seen = Buffer.concat([tail, chunk]);
    if (seen.includes(wanted)) onSeen();
    tail = seen.subarray(Math.max(0, seen.length - wanted.length + 1));
  };
}

/** The first client's environment is that of the tmux server and of all its shells. */
function environmentOf({ environment }: ShellRequest, mark: string): Record<string, string> {
  return { ...environment, [FAMILY_MARK]: `${mark.split('.', 1)[0]}${SERVER}` };
}

function sendKeys(control: TmuxControl, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  for (let at = 0; at < bytes.length; at += MOST_BYTES_AT_ONCE) {
    const piece = bytes.subarray(at, at + MOST_BYTES_AT_ONCE);
    control.tell(`send-keys -H ${Array.from(piece, (byte) => byte.toString(16)).join(' ')}`);
  }
}

function exitCodeIn(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return KILLED;
  }
}
