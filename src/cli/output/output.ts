import { appendFileSync } from 'node:fs';
import { beginningIn, columnsOf } from '../../core/text/columns.ts';
import { visibleLine, visibleText } from '../../core/text/visible-text.ts';
import { screen } from '../environment.ts';

// The only place that prints. While the server runs, stdout belongs to the protocol and nothing here is used.

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

let tellGone = () => {};
const gone = new Promise<void>((resolve) => {
  tellGone = resolve;
});

/**
 * Someone who reads only the first lines, as `| head` does, is no failure: what is under way goes on to its own end. Gives
 * what ends this.
 */
export function outliveReaders(): () => void {
  const onOutput = (error: NodeJS.ErrnoException) => {
    onErrors(error);
    tellGone();
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

/** Once it has turned out, by printing something, that nobody reads what is printed. */
export function readerGone(): Promise<void> {
  return gone;
}

export function print(text: string): void {
  clearStatus();
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

export function printJson(value: unknown): void {
  print(asJson(value, 2));
}

/** One value in one line, for a list without an end. */
export function printJsonLine(value: unknown): void {
  print(asJson(value));
}

/** JSON leaves some characters as they are that a terminal would obey. */
function asJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(
    /[\u007f-\u009f]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  );
}

export function complain(text: string): void {
  clearStatus();
  process.stderr.write(`${screen().showsErrors ? visibleText(text) : text}\n`);
}

/** What a program of the user says to the user. */
export function passOn(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Text that is not ours, in which nothing can drive the terminal that shows it. */
export function shown(text: string): string {
  return screen().showsOutput ? visibleText(text) : text;
}

/** The same for what must stay in its line, wherever it is read. */
export function shownInLine(text: string): string {
  return visibleLine(text);
}

let hasStatus = false;

/**
 * Says in one line at the bottom of a terminal what is going on, until something is printed. What there is no room for
 * is left out before the tail.
 */
export function showStatus(text: string, tail = ''): void {
  const { statusColumns } = screen();
  if (statusColumns === undefined) return;
  // A key such as Ctrl-C is echoed behind it, and must not wrap.
  const line = beginningIn(visibleLine(text), statusColumns - 3 - columnsOf(tail)) + tail;
  process.stderr.write(`\r\x1b[K${line}`);
  hasStatus = true;
}

export function clearStatus(): void {
  if (hasStatus) process.stderr.write('\r\x1b[K');
  hasStatus = false;
}

/** All that was printed has left. */
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

/** A log to a file, or nowhere; a log that cannot be written must not stop the work. */
export function fileLog(path: string | undefined): (line: string) => void {
  if (path === undefined) return () => {};
  let hasComplained = false;
  return (line) => {
    try {
      appendFileSync(path, `${new Date().toISOString()} ${process.pid} ${line}\n`, { mode: 0o600 });
    } catch (error) {
      if (!hasComplained) complain(`corvid: cannot write the log: ${(error as Error).message}`);
      hasComplained = true;
    }
  };
}
