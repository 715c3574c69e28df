import { Terminal } from '@xterm/headless';
import { joinedBytes } from '../../text/document/byte-pattern.ts';
import { utf8 } from '../../text/document/utf8.ts';
import type { ScreenSize } from '../terminal-size.ts';
import { incompleteEnd } from './incomplete-end.ts';
import { createCountLimiter } from './limited-counts.ts';

/** A terminal that is asked questions by a program, and answers from its screen. */
export type AnsweringTerminal = {
  /** What the program prints, including its questions. */
  print(bytes: Uint8Array): void;
  dispose(): void;
};

export type AnsweringParts = {
  readonly size: ScreenSize;
  /** What was printed before the first question; its questions are not answered. */
  readonly before: Uint8Array;
  readonly answer: (text: string) => void;
};

/** Questions that come faster than they are answered are left without an answer. */
const MAX_PENDING_BYTES = 524_288;
const PIECE = 256;

/** Light text on a dark ground: what programs assume of most terminals. */
const COLOURS: Readonly<Record<number, string>> = { 10: 'rgb:ffff/ffff/ffff', 11: 'rgb:0000/0000/0000' };

export function createAnsweringTerminal({ size, before, answer }: AnsweringParts): AnsweringTerminal {
  const terminal = new Terminal({
    ...size,
    scrollback: 0,
    logLevel: 'off',
    allowProposedApi: true,
    windowOptions: { getWinSizeChars: true },
  });
  const limit = createCountLimiter(size);
  /** The beginning of a character that the next bytes complete. */
  let held: Uint8Array = new Uint8Array(0);
  let pending = 0;
  let isAnswering = false;
  const reply = (text: string) => {
    if (isAnswering) answer(text);
  };
  terminal.onData(reply);
  for (const [number, colour] of Object.entries(COLOURS))
    terminal.parser.registerOscHandler(Number(number), (data) => {
      if (data === '?') reply(`\x1b]${number};${colour}\x1b\\`);
      return true;
    });
  write(utf8.decode(before));
  terminal.write('', () => {
    isAnswering = true;
  });

  return {
    print(bytes) {
      if (pending + bytes.length > MAX_PENDING_BYTES) return;
      pending += bytes.length;
      const all = joinedBytes([held, bytes], held.length + bytes.length);
      held = all.slice(all.length - incompleteEnd(all));
      write(utf8.decode(all.subarray(0, all.length - held.length)));
      terminal.write('', () => {
        pending -= bytes.length;
      });
    },
    dispose: () => terminal.dispose(),
  };

  function write(text: string): void {
    for (let at = 0; at < text.length; at += PIECE) terminal.write(limit(text.slice(at, at + PIECE)));
  }
}
