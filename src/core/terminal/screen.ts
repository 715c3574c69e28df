import { Terminal } from '@xterm/headless';

export type ScreenSize = { readonly cols: number; readonly rows: number };

/** Beyond that many lines nobody scrolls back. */
const MOST_LINES = 10_000;

/** What a person would see: the screen of a full-screen program, else all lines that were printed. */
export async function renderScreen(bytes: Uint8Array, size: ScreenSize): Promise<string> {
  const terminal = new Terminal({ ...size, scrollback: MOST_LINES, logLevel: 'off', allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(bytes, resolve));
  const text = linesOf(terminal).join('\n');
  terminal.dispose();
  return text.replace(/[ \t]+$/gm, '').replace(/\s+$/, '');
}

/** A line that was only wrapped is one line. */
function linesOf({ buffer }: Terminal): string[] {
  const lines: string[] = [];
  for (let row = 0; row < buffer.active.length; row++) {
    const line = buffer.active.getLine(row)!;
    const continues = buffer.active.getLine(row + 1)?.isWrapped === true;
    const text = line.translateToString(!continues);
    if (line.isWrapped && lines.length > 0) lines[lines.length - 1] += text;
    else lines.push(text);
  }
  return lines;
}
