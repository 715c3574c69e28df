import { config } from 'zod/v4/core';
import { type ReportOptions, reportFailure } from './errors/report-failure.ts';

/** Runs a program with its arguments; its result is the exit code. */
export function start(
  program: (args: readonly string[]) => Promise<number>,
  reportOptions: (args: readonly string[]) => ReportOptions,
): void {
  // A server validates few messages before it must be ready: to compile each schema first takes longer than it saves.
  config({ jitless: true });
  const args = process.argv.slice(2);
  const fail = (error: unknown) => reportFailure(error, reportOptions(args));
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
