import { Terminal } from '@xterm/headless';
import type { ScreenSize } from '../terminal-size.ts';
import { createCountLimiter } from './limited-counts.ts';

/** Lines of the scrollback. */
const MAX_LINES = 10_000;

/** The emulator lets other work go on between two pieces. */
const PIECE = 256;

const ROWS_AT_ONCE = 1_000;

/** What a person would see: the screen of a full-screen program, else all lines that were printed. */
export async function renderScreen(text: string, size: ScreenSize): Promise<string> {
  const terminal = new Terminal({ ...size, scrollback: MAX_LINES, logLevel: 'off', allowProposedApi: true });
  const limit = createCountLimiter(size);
  for (let at = 0; at < text.length; at += PIECE) terminal.write(limit(text.slice(at, at + PIECE)));
  await written(terminal);
  const lines = await linesOf(terminal);
  terminal.dispose();
  while (lines.at(-1) === '') lines.pop();
  return lines.join('\n');
}

/** When the emulator has done what it was given; other work goes on until then. */
function written(terminal: Terminal): Promise<void> {
  return new Promise((resolve) => terminal.write('', resolve));
}

/** A line that was only wrapped is one line. */
async function linesOf(terminal: Terminal): Promise<string[]> {
  const { buffer } = terminal;
  const { cursorX, cursorY, baseY, type } = buffer.active;
  // The space between a prompt and the cursor is part of the prompt.
  const cursorRow = type === 'normal' ? baseY + cursorY : -1;
  const lines: string[] = [];
  for (let row = 0; row < buffer.active.length; row++) {
    if (row % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await written(terminal);
    const line = buffer.active.getLine(row)!;
    const continues = buffer.active.getLine(row + 1)?.isWrapped === true;
    const text = continues ? line.translateToString() : withoutTrailingSpaces(line.translateToString(true));
    const whole =
      row === cursorRow && text.length < cursorX ? line.translateToString(false, 0, cursorX) : text;
    if (line.isWrapped && lines.length > 0) lines[lines.length - 1] += whole;
    else lines.push(whole);
  }
  return lines;
}

/** A regular expression would look at each run of spaces as often as it is long. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end--;
  return line.slice(0, end);
}
