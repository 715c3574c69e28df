import { keyInModes, typedText } from '../../core/terminal/typed-text.ts';
import { utf8 } from '../../core/text/document/utf8.ts';
import type { Command } from '../command/terminal-command.ts';
import type { RunningShell } from '../start-shell.ts';
import { lineTooLongError } from '../terminal-errors.ts';

const MAX_LINE_BYTES = 4095;
const INTERRUPT = '\x03';

/** What is typed into a running program. */
export type Typing = {
  readonly text: string;
  readonly withEnter: boolean;
};

/** Types a text into the running program, and Enter after the program has read the text. */
export async function typeText({ terminal }: RunningShell, command: Command, typing: Typing): Promise<void> {
  const { text, enter } = typedText(typing.text, typing.withEnter, command.requests.modes);
  const { waitsFor, takesLines } = await terminal.foreground();
  const longest = Math.max(...text.split('\r').map((line) => utf8.encode(line).length));
  if (longest > MAX_LINE_BYTES && waitsFor === 'line' && takesLines !== false)
    throw lineTooLongError(longest, MAX_LINE_BYTES);
  if (takesLines !== false || text === '' || enter === '') return terminal.typeInput(text + enter);
  await terminal.typeAndWait(text);
  // The text may have been the key that ends the program.
  if (command.isRunning) terminal.typeInput(enter);
}

/** Presses a key, given as the bytes that it sends. */
export async function pressKey(shell: RunningShell, command: Command, key: string): Promise<void> {
  if (key === INTERRUPT) return interrupt(shell, command);
  shell.terminal.typeInput(keyInModes(key, command.requests.modes));
}

export async function interrupt({ terminal }: RunningShell, command: Command): Promise<void> {
  const before = await terminal.foreground();
  command.wasInterrupted = true;
  terminal.typeInput(INTERRUPT);
  const { waitsFor, takesSignals, isShell } = await terminal.foreground();
  // A shell that is just starting a program loses the signal.
  if (before.isShell && !isShell && command.isRunning) terminal.typeInput(INTERRUPT);
  // A program that left the terminal in raw mode prevents C-c from being a signal for the next one.
  if (takesSignals === false && waitsFor === 'nothing') terminal.interrupt();
}
