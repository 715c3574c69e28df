import { inspect } from 'node:util';
import { errorCodes } from '../core/errors.ts';
import { screen } from './environment.ts';
import { FAILED, USAGE } from './exit-codes.ts';
import { complain, printJson } from './output/output.ts';
import { fitted } from './output/two-columns.ts';
import { isUsageError } from './usage-error.ts';

/** How a failure is told. */
export type Manner = {
  /** The command that failed, if it is one. */
  readonly command: string | undefined;
  readonly json: boolean;
  readonly verbose: boolean;
};

/** Tells a failure of any command and gives the exit code. */
export function tellFailure(error: unknown, { command, json, verbose }: Manner): number {
  if (json) printJson(failureJson(error, verbose));
  else {
    const line = `corvid: ${inOneLine(messageOf(error))}`;
    complain(isUsageError(error) ? fitted(line, screen().errorColumns) : line);
    const hint = isUsageError(error) ? usageHint(error.topic ?? command) : hintOf(error);
    // Lines of its own are for copying.
    if (hint !== undefined) complain(hint.includes('\n') ? hint : fitted(hint, screen().errorColumns));
    if (verbose) complain(inspect(error));
  }
  return isUsageError(error) ? USAGE : FAILED;
}

/** The shape of every failure in JSON. */
function failureJson(error: unknown, verbose: boolean): object {
  const facts = isRefusal(error)
    ? { code: error.code, name: error.name }
    : { name: isUsageError(error) ? 'USAGE' : 'FAILED' };
  const hint = hintOf(error);
  return {
    ok: false,
    error: {
      ...facts,
      message: messageOf(error),
      ...(hint !== undefined && { hint }),
      ...(verbose && { stack: inspect(error) }),
    },
  };
}

/** By its name: commands that are loaded on first use bring a class of their own. */
function isRefusal(error: unknown): error is { code: number; name: string } {
  return error instanceof Error && error.name in errorCodes;
}

function hintOf(error: unknown): string | undefined {
  const { hint } = (error ?? {}) as { hint?: unknown };
  return typeof hint === 'string' ? hint : undefined;
}

function usageHint(command: string | undefined): string {
  return `\`corvid ${command === undefined ? '' : `${command} `}--help\` shows how to call it.`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function inOneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, ' ');
}
