import { ToolError } from '../core/errors.ts';
import { beginningOf } from '../core/text/whole-characters.ts';

const MAX_SHOWN_CHARACTERS = 1_000;

export function busyError(terminal: string, command: string, running: string, output: string): ToolError {
  const news = output === '' ? '' : `\nIts new output:\n${output}`;
  return new ToolError(
    'BUSY',
    `The command ${quoted(command)} was NOT run: ${quoted(running)} still runs in terminal "${terminal}".${news}`,
    { terminal, running: beginningOf(running, MAX_SHOWN_CHARACTERS) },
    'Send "" to wait for it, is_input: true to type into it, "C-c" to interrupt it, another `terminal` name to run beside it, or reset: true to end everything.',
  );
}

export function nothingRunningError(terminal: string, purpose: string): ToolError {
  return new ToolError(
    'NOTHING_RUNNING',
    `No command is running in terminal "${terminal}" ${purpose}.`,
    { terminal },
    'Send a command without is_input to run it.',
  );
}

export function cancelledError(terminal: string, exitCode: number | undefined): ToolError {
  const outcome =
    exitCode === undefined
      ? 'still runs although C-c was sent'
      : `ended with exit code ${exitCode} after C-c`;
  return new ToolError(
    'CANCELLED',
    `Cancelled: the command in terminal "${terminal}" ${outcome}.`,
    { terminal },
    'The next call returns what it printed; reset: true ends everything.',
  );
}

export function lineTooLongError(bytes: number, most: number): ToolError {
  return new ToolError(
    'INVALID_PARAMS',
    `A line of ${bytes} bytes cannot be typed: the program reads lines, and a terminal takes at most ${most} bytes in one.`,
    { bytes, most },
    'Nothing was typed. Write the text to a file and let the program read that.',
  );
}

/** Why there is no shell, and what to do about it. */
export type Obstacle = Error & { readonly hint?: string };

export function unavailableError({ message, hint = 'All other tools work.' }: Obstacle): ToolError {
  return new ToolError('TERMINAL_UNAVAILABLE', `No terminal can be opened: ${message}`, {}, hint);
}

export function notStartedError(terminal: string, output: string): ToolError {
  return new ToolError(
    'TERMINAL_UNAVAILABLE',
    `The shell of terminal "${terminal}" ended before it was ready.${output === '' ? '' : ` It said: ${output}`}`,
    { terminal },
    'Run `bash -i` by hand to see why, then call again.',
  );
}

function quoted(command: string): string {
  const line = command.trim().split('\n', 1)[0]!;
  return line.length > 120 ? `"${beginningOf(line, 120)}…"` : `"${line}"`;
}
