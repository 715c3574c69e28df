import { spawn } from '@lydell/node-pty';
import { renderScreen } from '../../src/core/terminal/output/screen.ts';
import { afterTest } from '../after-test.ts';
import { corvidCommand } from '../corvid-client.ts';
import type { Shell } from './shell.ts';

// The real command in a real terminal.

export type PtySession = {
  /** All output so far. */
  readonly output: () => string;
  /** The screen as it is now. */
  readonly screen: () => Promise<string>;
  /** Waits for this text, or for output that matches the pattern. */
  readonly until: (expected: string | RegExp) => Promise<void>;
  readonly press: (keys: string) => void;
  /** The exit code. */
  readonly ended: Promise<number>;
  /** The number of the signal that ended it, 0 if none. */
  readonly signal: () => number;
};

export type PtyOptions = { readonly columns?: number; readonly env?: Readonly<Record<string, string>> };

export function startInTerminal(shell: Shell, args: readonly string[], options: PtyOptions = {}): PtySession {
  return startProgram(shell, process.execPath, [corvidCommand, ...args], options);
}

/** The same for another program, such as a shell that runs the command. */
export function startProgram(
  { folder, environment }: Shell,
  program: string,
  args: readonly string[],
  { columns = 80, env = {} }: PtyOptions = {},
): PtySession {
  const size = { cols: columns, rows: 50 };
  const terminal = spawn(program, [...args], {
    ...size,
    cwd: folder,
    env: { ...environment, ...env },
  });
  let output = '';
  const listeners = new Set<() => void>();
  terminal.onData((data) => {
    output += data;
    for (const listener of listeners) listener();
  });
  let hasEnded = false;
  let signalNumber = 0;
  const ended = new Promise<number>((resolve) => {
    terminal.onExit(({ exitCode, signal = 0 }) => {
      hasEnded = true;
      signalNumber = signal;
      for (const listener of listeners) listener();
      resolve(exitCode);
    });
  });
  afterTest(() => !hasEnded && terminal.kill('SIGKILL'));
  return {
    output: () => output,
    screen: () => renderScreen(output, size),
    until: (expected) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const isThere = typeof expected === 'string' ? output.includes(expected) : expected.test(output);
          if (!isThere && !hasEnded) return;
          listeners.delete(look);
          if (isThere) resolve();
          else reject(new Error(`The command ended without ${expected}: ${JSON.stringify(output)}`));
        };
        listeners.add(look);
        look();
      }),
    press: (keys) => terminal.write(keys),
    ended,
    signal: () => signalNumber,
  };
}
