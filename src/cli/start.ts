import { config } from 'zod/v4/core';
import { type Manner, tellFailure } from './failure.ts';

/** Runs a program with its arguments; its result is the exit code. A failure is reported in the given manner. */
export function start(
  program: (args: readonly string[]) => Promise<number>,
  mannerOf: (args: readonly string[]) => Manner,
): void {
  // A server validates few messages before it must be ready: to compile each schema first takes longer than it saves.
  config({ jitless: true });
  const args = process.argv.slice(2);
  const fail = (error: unknown) => tellFailure(error, mannerOf(args));
  // Unhandled rejections arrive here too.
  process.on('uncaughtException', (error) => process.exit(fail(error)));
  program(args).then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      process.exitCode = fail(error);
    },
  );
}
