import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';

/** After its stdin has ended, an agent has this long to exit before SIGTERM, then this long before SIGKILL. */
const EXIT_MS = 3_000;
const KILL_MS = 3_000;
/** Exit codes of a shell for a program that does not exist or cannot be executed. */
const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;

export type AgentProcess = {
  readonly input: Writable;
  readonly output: Readable;
  /** The exit code; after a signal 128 plus its number, as in a shell. */
  readonly exited: Promise<number>;
  /** Ends its stdin; an agent that does not exit is terminated. */
  close(): void;
  terminate(): void;
};

/** Its stderr is ours. It stays in our process group, so that editors that kill the group kill it too. */
export function startAgent(command: readonly string[], onFailure: (reason: string) => void): AgentProcess {
  const child = spawnCommand(command, ['pipe', 'pipe', 'inherit']);
  const { stdin, stdout } = child as ChildProcess & { stdin: Writable; stdout: Readable };
  // A write fails if the agent exits meanwhile; its exit code says enough.
  stdin.on('error', () => {});
  const timers: NodeJS.Timeout[] = [];
  const exited = exitOf(child, command, onFailure).finally(() => timers.forEach(clearTimeout));
  const terminate = () => {
    child.kill('SIGTERM');
    timers.push(setTimeout(() => child.kill('SIGKILL'), KILL_MS));
  };
  const close = () => {
    stdin.end();
    timers.push(setTimeout(terminate, EXIT_MS));
  };
  return { input: stdin, output: stdout, exited, close, terminate };
}

/** For a user at a terminal, for example to log in: the agent has the terminal to itself. */
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
