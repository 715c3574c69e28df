import { closeSync, constants, openSync } from 'node:fs';
import type { IPty } from '@lydell/node-pty';
import { TERMINAL_SIZE } from '../../core/terminal/terminal-size.ts';
import type { Shell, ShellEvents, ShellRequest, Terminals } from '../../ports/terminals.ts';
import { findBash } from './find-bash.ts';
import { interruptForeground, lookAtForeground } from './foreground.ts';
import { loadPty } from './load-pty.ts';
import { openedTerminals, type ShellHome } from './opened-terminals.ts';
import { endFamily, FAMILY_MARK } from './process-family.ts';
import { createHandover, existingDirectory, noteTyping, writeStartFile } from './terminal-folder.ts';
import { createWriteQueue } from './write-queue.ts';

/** What the module has on Unix and does not declare. */
type UnixPty = IPty & { readonly fd?: number; readonly ptsName?: string };

/** Terminals of this process. */
export function ptyTerminals(): Terminals {
  return openedTerminals(async (request, home, events) => {
    const { spawn } = await loadPty();
    return startShell(spawn, request, home, events);
  });
}

function startShell(
  spawn: typeof import('@lydell/node-pty').spawn,
  request: ShellRequest,
  { folder, mark }: ShellHome,
  events: ShellEvents,
): Shell {
  const startFile = writeStartFile(folder, request.startFile(folder), request.fresh);
  const pty: UnixPty = spawn(
    findBash(request.environment.PATH),
    ['--init-file', startFile, '--noediting', '-i'],
    {
      ...TERMINAL_SIZE,
      cwd: existingDirectory(request.directory),
      env: { ...request.environment, [FAMILY_MARK]: mark },
      encoding: null,
    },
  );
  const letGo = holdOpen(pty.ptsName);
  const queue = createWriteQueue(pty.fd!);
  const hasEnded = new Promise<void>((resolve) => {
    pty.onExit(({ exitCode, signal }) => {
      queue.close();
      letGo();
      resolve();
      events.ended(signal ? 128 + signal : exitCode);
    });
  });
  pty.onData((chunk) => events.bytes(chunk as unknown as Uint8Array));

  return {
    hand: createHandover(folder),
    type: queue.write,
    typeInput(text) {
      noteTyping(folder);
      queue.write(text);
    },
    foreground: () => lookAtForeground(pty.pid, pty.ptsName ?? ''),
    interrupt: () => interruptForeground(pty.pid),
    async end() {
      queue.close();
      letGo();
      await endFamily({ shellPid: pty.pid, mark });
      await hasEnded;
    },
  };
}

/** While someone holds the other end, what a shell prints right before it ends is not lost. */
function holdOpen(tty: string | undefined): () => void {
  let descriptor: number | undefined;
  try {
    if (tty !== undefined) descriptor = openSync(tty, constants.O_RDWR | constants.O_NOCTTY);
  } catch {
    // Then the last lines may be lost, and nothing else.
  }
  return () => {
    if (descriptor !== undefined) closeSync(descriptor);
    descriptor = undefined;
  };
}
