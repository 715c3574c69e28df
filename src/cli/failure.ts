import { inspect } from 'node:util';
import { ToolError } from '../core/errors.ts';
import { screen } from './environment.ts';
import { FAILED, USAGE } from './exit-codes.ts';
import { complain, printJson } from './output/output.ts';
import { fitted } from './output/two-columns.ts';
import { UsageError } from './usage-error.ts';

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
    complain(error instanceof UsageError ? fitted(line, screen().errorColumns) : line);
    const hint = error instanceof UsageError ? usageHint(error.topic ?? command) : hintOf(error);
    // Lines of its own are for copying.
    if (hint !== undefined) complain(hint.includes('\n') ? hint : fitted(hint, screen().errorColumns));
    if (verbose) complain(inspect(error));
  }
  return error instanceof UsageError ? USAGE : FAILED;
}

/** The shape of every failure in JSON. */
function failureJson(error: unknown, verbose: boolean): object {
  const facts =
    error instanceof ToolError
      ? { code: error.code, name: error.name }
      : { name: error instanceof UsageError ? 'USAGE' : 'FAILED' };
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
