import { appendFileSync } from 'node:fs';
import { screen } from './environment.ts';

// The only place that prints. While the server runs, stdout belongs to the protocol and nothing here is used.

type Colour = 'red' | 'green' | 'cyan' | 'yellow' | 'dim' | 'bold';
const codes: Record<Colour, [number, number]> = {
  red: [31, 39],
  green: [32, 39],
  cyan: [36, 39],
  yellow: [33, 39],
  dim: [2, 22],
  bold: [1, 22],
};

export function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, undefined, 2));
}

export function complain(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** All that was printed has left. */
export function flushed(): Promise<void> {
  return new Promise((resolve) => {
    if (process.stdout.destroyed) resolve();
    else process.stdout.write('', () => resolve());
  });
}

export function paint(colour: Colour, text: string): string {
  if (!screen().colour) return text;
  const [on, off] = codes[colour];
  return `\x1b[${on}m${text}\x1b[${off}m`;
}

export function paintDiff(diff: string): string {
  return diff
    .split('\n')
    .map((line) => paintDiffLine(line))
    .join('\n');
}

function paintDiffLine(line: string): string {
  if (line.startsWith('+++') || line.startsWith('---')) return paint('bold', line);
  if (line.startsWith('@@')) return paint('cyan', line);
  if (line.startsWith('+')) return paint('green', line);
  return line.startsWith('-') ? paint('red', line) : line;
}

/** A log to a file, or nowhere; a log that cannot be written must not stop the work. */
export function fileLog(path: string | undefined): (line: string) => void {
  if (path === undefined) return () => {};
  return (line) => {
    try {
      appendFileSync(path, `${new Date().toISOString()} ${process.pid} ${line}\n`);
    } catch (error) {
      complain(`corvid: cannot write the log: ${(error as Error).message}`);
    }
  };
}
