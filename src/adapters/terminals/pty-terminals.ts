import { closeSync, constants, openSync } from 'node:fs';
import type { IPty } from '@lydell/node-pty';
import { TERMINAL_SIZE } from '../../core/terminal/terminal-size.ts';
import type { ShellEvents, ShellRequest, Terminals } from '../../ports/terminals.ts';
import { listenersOn } from '../processes/listeners.ts';
import { readProcess } from '../processes/process-table.ts';
import { type ProcessTree, TREE_MARK } from '../processes/process-tree.ts';
import { findBash } from './find-bash.ts';
import { interruptForeground, lookAtForeground, typeAndWait } from './foreground.ts';
import { loadPty } from './load-pty.ts';
import { type OpenOptions, openedTerminals, type ShellHome, type StartedShell } from './opened-terminals.ts';
import { existingDirectory } from './terminal-folder.ts';
import { createWriteQueue } from './write-queue.ts';

/** What the module has on Unix and does not declare. */
type UnixPty = IPty & { readonly fd?: number; readonly ptsName?: string };

/** Terminals of this process. */
export function ptyTerminals(options: OpenOptions): Terminals {
  return openedTerminals(options, async (request, home, events) => {
    const { spawn } = await loadPty();
    return startShell(spawn, request, home, events);
  });
}

function startShell(
  spawn: typeof import('@lydell/node-pty').spawn,
  request: ShellRequest,
  home: ShellHome,
  events: ShellEvents,
): StartedShell {
  const { handover, tree } = home;
  const pty = spawnShell(spawn, request, home);
  // It waits for its token: nothing that it starts can be missed.
  tree.adopt(pty.pid);
  const letGo = holdOpen(pty.ptsName, tree);
  const queue = createWriteQueue(pty.fd!);
  let isEnding = false;
  const hasEnded = new Promise<void>((resolve) => {
    pty.onExit(({ exitCode, signal }) => {
      queue.close();
      if (!isEnding) letGo();
      resolve();
      events.ended(signal ? 128 + signal : exitCode);
    });
  });
  pty.onData((chunk) => events.bytes(chunk as unknown as Uint8Array));

  const typeInput = (text: string) => {
    handover.noteTyping();
    tree.commandStarts();
    queue.write(text);
  };

  return {
    submit(number, command) {
      handover.submit(number, command);
      tree.commandStarts();
    },
    type: queue.write,
    typeInput,
    answersPrograms: false,
    foreground: () => lookAtForeground(pty.pid, pty.ptsName ?? ''),
    typeAndWait: (text) => typeAndWait(pty.pid, () => typeInput(text)),
    isRunning: (pid) => readProcess(pid) !== undefined,
    listeners: (port) => listenersOn(port, pty.pid),
    interrupt: () => interruptForeground(pty.pid),
    async end() {
      queue.close();
      isEnding = true;
      await tree.end();
      letGo();
      await hasEnded;
    },
  };
}

function spawnShell(
  spawn: typeof import('@lydell/node-pty').spawn,
  request: ShellRequest,
  { handover, own, mark }: ShellHome,
): UnixPty {
  const startFile = handover.writeStartFile(
    request.startFile({ inbox: handover.inbox, own, isWatched: false }),
  );
  return spawn(findBash(request.environment.PATH), ['--init-file', startFile, '--noediting', '-i'], {
    ...TERMINAL_SIZE,
    cwd: existingDirectory(request.directory),
    env: { ...request.environment, [TREE_MARK]: mark },
    encoding: null,
  });
}

/** While the other end is held open, what a shell prints right before it ends is not lost. */
function holdOpen(tty: string | undefined, tree: ProcessTree): () => void {
  if (tty === undefined) return () => {};
  let descriptor: number | undefined;
  try {
    descriptor = openSync(tty, constants.O_RDWR | constants.O_NOCTTY);
    tree.hold(tty);
  } catch {
    // Then the last lines may be lost, and nothing else.
  }
  return () => {
    if (descriptor === undefined) return;
    tree.release(tty);
    closeSync(descriptor);
    descriptor = undefined;
  };
}
