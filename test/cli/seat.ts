import { spawn } from '@lydell/node-pty';
import { afterEach } from 'vitest';
import { renderScreen } from '../../src/core/terminal/screen.ts';
import { corvidCommand } from '../corvid-client.ts';
import type { Shell } from './shell.ts';

// A person at a real terminal, in front of the real command.

export type Seat = {
  /** All that the terminal got. */
  readonly output: () => string;
  /** What a person sees now. */
  readonly screen: () => Promise<string>;
  /** Waits until the terminal has got this text, or something that fits the pattern. */
  readonly until: (expected: string | RegExp) => Promise<void>;
  readonly press: (keys: string) => void;
  /** The exit code. */
  readonly ended: Promise<number>;
};

const seats: { kill(): void }[] = [];
afterEach(() => {
  for (const seat of seats.splice(0)) seat.kill();
});

export type SeatOptions = { readonly columns?: number; readonly env?: Readonly<Record<string, string>> };

export function sitDown(
  { folder, environment }: Shell,
  args: readonly string[],
  { columns = 80, env = {} }: SeatOptions = {},
): Seat {
  const size = { cols: columns, rows: 50 };
  const terminal = spawn(process.execPath, [corvidCommand, ...args], {
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
  const ended = new Promise<number>((resolve) => {
    terminal.onExit(({ exitCode }) => {
      hasEnded = true;
      for (const listener of listeners) listener();
      resolve(exitCode);
    });
  });
  seats.push({ kill: () => !hasEnded && terminal.kill('SIGKILL') });
  return {
    output: () => output,
    screen: () => renderScreen(Buffer.from(output), size),
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
  };
}
