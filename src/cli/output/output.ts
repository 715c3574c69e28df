import { appendFileSync } from 'node:fs';
import { beginningIn, displayColumns } from '../../core/text/columns.ts';
import { visibleLine, visibleText } from '../../core/text/visible-text.ts';
import { screen } from '../environment.ts';

// The only file that prints. While the server runs, stdout is used for the protocol, and nothing here is called.

export type Colour = 'red' | 'green' | 'cyan' | 'yellow' | 'dim' | 'bold' | 'reverse';
const codes: Record<Colour, [number, number]> = {
  red: [31, 39],
  green: [32, 39],
  cyan: [36, 39],
  yellow: [33, 39],
  dim: [2, 22],
  bold: [1, 22],
  reverse: [7, 27],
};

let markClosed = () => {};
const closed = new Promise<void>((resolve) => {
  markClosed = resolve;
});

/**
 * A closed pipe, as with `| head`, is not an error: the command runs to its end. Returns a function that makes it an
 * error again.
 */
export function ignoreClosedPipes(): () => void {
  const onOutput = (error: NodeJS.ErrnoException) => {
    onErrors(error);
    markClosed();
  };
  const onErrors = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  };
  process.stdout.on('error', onOutput);
  process.stderr.on('error', onErrors);
  return () => {
    process.stdout.off('error', onOutput);
    process.stderr.off('error', onErrors);
  };
}

/** Resolves when stdout is closed, which only printing can detect. */
export function stdoutClosed(): Promise<void> {
  return closed;
}

export function print(text: string): void {
  clearStatus();
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

export function printJson(value: unknown): void {
  print(asJson(value, 2));
}

/** One value on one line, for an endless list. */
export function printJsonLine(value: unknown): void {
  print(asJson(value));
}

/** Escapes control characters that JSON allows and a terminal would interpret. */
function asJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(
    /[\u007f-\u009f]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  );
}

export function printError(text: string): void {
  clearStatus();
  process.stderr.write(`${screen().showsErrors ? visibleText(text) : text}\n`);
}

/** Output of another program, unchanged, to stderr. */
export function passThrough(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Foreign text without characters that a terminal would interpret. */
export function printable(text: string): string {
  return screen().showsOutput ? visibleText(text) : text;
}

/** The same for text that must stay on one line. */
export function printableLine(text: string): string {
  return visibleLine(text);
}

let hasStatus = false;

/**
 * Shows a status line at the bottom of a terminal until something is printed. A text that is too long is cut before the
 * tail.
 */
export function showStatus(text: string, tail = ''): void {
  const { statusColumns } = screen();
  if (statusColumns === undefined) return;
  // Room for the echo of a key such as Ctrl-C, which must not wrap.
  const line = beginningIn(visibleLine(text), statusColumns - 3 - displayColumns(tail)) + tail;
  process.stderr.write(`\r\x1b[K${line}`);
  hasStatus = true;
}

export function clearStatus(): void {
  if (hasStatus) process.stderr.write('\r\x1b[K');
  hasStatus = false;
}

/** Resolves when everything printed has been written. */
export function flushed(): Promise<void> {
  return new Promise((resolve) => {
    if (process.stdout.destroyed) resolve();
    else process.stdout.write('', () => resolve());
  });
}

export function paint(colour: Colour, text: string): string {
  if (text === '' || !screen().colour) return text;
  const [on, off] = codes[colour];
  return `\x1b[${on}m${text}\x1b[${off}m`;
}

/** Logs to a file, or nowhere. A log that cannot be written does not stop the command. */
export function fileLog(path: string | undefined): (line: string) => void {
  if (path === undefined) return () => {};
  let hasFailed = false;
  return (line) => {
    try {
      appendFileSync(path, `${new Date().toISOString()} ${process.pid} ${line}\n`, { mode: 0o600 });
    } catch (error) {
      if (!hasFailed) printError(`corvid: cannot write the log: ${(error as Error).message}`);
      hasFailed = true;
    }
  };
}
