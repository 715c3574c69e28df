import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';

/** An agent that has lost its client gets this long to leave by itself, then this long to leave when told. */
const LEAVE_MS = 3_000;
const KILL_MS = 3_000;
const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;

export type AgentProcess = {
  readonly input: Writable;
  readonly output: Readable;
  /** Its exit code, or as a shell would give it. */
  readonly exited: Promise<number>;
  /** Its client is gone. */
  dismiss(): void;
  /** It must go now. */
  terminate(): void;
};

/** What it prints as errors goes where ours go. It stays in our process group, so that it dies with us. */
export function startAgent(command: readonly string[], onFailure: (reason: string) => void): AgentProcess {
  const child = spawnCommand(command, ['pipe', 'pipe', 'inherit']);
  const { stdin, stdout } = child as ChildProcess & { stdin: Writable; stdout: Readable };
  // It may leave while something is being written to it; its exit tells the rest.
  stdin.on('error', () => {});
  const timers: NodeJS.Timeout[] = [];
  const exited = exitOf(child, command, onFailure).finally(() => timers.forEach(clearTimeout));
  const terminate = () => {
    child.kill('SIGTERM');
    timers.push(setTimeout(() => child.kill('SIGKILL'), KILL_MS));
  };
  return {
    input: stdin,
    output: stdout,
    exited,
    terminate,
    dismiss() {
      stdin.end();
      timers.push(setTimeout(terminate, LEAVE_MS));
    },
  };
}

/** For a person at a terminal, as when an agent asks to log in: it has the terminal to itself. */
export function runInTerminal(
  command: readonly string[],
  onFailure: (reason: string) => void,
): Promise<number> {
  return exitOf(spawnCommand(command, 'inherit'), command, onFailure);
}

function spawnCommand([program = '', ...args]: readonly string[], stdio: StdioOptions): ChildProcess {
  // Programs that npm installs are scripts on Windows, which only a shell can start.
  if (process.platform !== 'win32') return spawn(program, args, { stdio });
  const quoted = [program, ...args].map((word) => (/^[\w@./:\\=-]+$/.test(word) ? word : `"${word}"`));
  return spawn(quoted.join(' '), { stdio, shell: true });
}

function exitOf(
  child: ChildProcess,
  [program]: readonly string[],
  onFailure: (reason: string) => void,
): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'ENOENT';
      const advice = isMissing ? 'Install it, or give its full path.' : 'Is it a program?';
      onFailure(`cannot start the agent '${program}': ${error.message}. ${advice}`);
      resolve(isMissing ? NOT_FOUND : NOT_EXECUTABLE);
    });
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}
