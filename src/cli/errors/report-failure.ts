import { inspect } from 'node:util';
import { ToolError } from '../../core/errors.ts';
import { screen } from '../environment.ts';
import { printError, printJson } from '../output/output.ts';
import { wrapToWidth } from '../output/two-columns.ts';
import { FAILED, USAGE } from './exit-codes.ts';
import { UsageError } from './usage-error.ts';

/** How a failure is reported. */
export type ReportOptions = {
  /** The command that failed, if it is known. */
  readonly command: string | undefined;
  readonly json: boolean;
  readonly verbose: boolean;
};

/** Reports a failure of any command and returns the exit code. */
export function reportFailure(error: unknown, { command, json, verbose }: ReportOptions): number {
  if (json) printJson(failureJson(error, verbose));
  else {
    const line = `corvid: ${inOneLine(messageOf(error))}`;
    printError(error instanceof UsageError ? wrapToWidth(line, screen().errorColumns) : line);
    const hint = error instanceof UsageError ? usageHint(error.topic ?? command) : hintOf(error);
    // A hint of several lines is for copying.
    if (hint !== undefined) printError(hint.includes('\n') ? hint : wrapToWidth(hint, screen().errorColumns));
    if (verbose) printError(inspect(error));
  }
  return error instanceof UsageError ? USAGE : FAILED;
}

/** Every failure in JSON has this shape. */
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
  return `Run \`corvid ${command === undefined ? '' : `${command} `}--help\` for usage.`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function inOneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, ' ');
}
