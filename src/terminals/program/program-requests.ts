import type { AnsweringTerminal } from '../../core/terminal/output/answering-terminal.ts';
import { createRequestScanner, type TerminalModes } from '../../core/terminal/output/terminal-requests.ts';
import type { ScreenSize } from '../../core/terminal/terminal-size.ts';
import type { Shell } from '../../ports/terminals.ts';

export type RequestParts = {
  readonly size: ScreenSize;
  readonly answer: (text: string) => void;
};

/** A program that has asked nothing for so long gets a new emulator when it asks again. */
const FORGET_AFTER_BYTES = 262_144;

/** What the programs of one command ask of the terminal. The emulator is loaded by the first question. */
export class ProgramRequests {
  readonly #parts: RequestParts;
  readonly #scanner = createRequestScanner();
  #terminal: AnsweringTerminal | undefined;
  #isOpen = false;
  /** What came while the emulator was loaded. */
  #waiting: Uint8Array[] = [];
  #bytesSinceQuestion = 0;

  constructor(parts: RequestParts) {
    this.#parts = parts;
  }

  get modes(): TerminalModes {
    return this.#scanner.modes;
  }

  /** What the program prints; `before` is what it printed until then. */
  push(bytes: Uint8Array, before: () => Uint8Array): void {
    const asks = this.#scanner.push(bytes);
    if (!asks && !this.#isOpen) return;
    this.#bytesSinceQuestion = asks ? 0 : this.#bytesSinceQuestion + bytes.length;
    if (this.#bytesSinceQuestion > FORGET_AFTER_BYTES) this.close();
    else this.#print(bytes, before);
  }

  #print(bytes: Uint8Array, before: () => Uint8Array): void {
    if (!this.#isOpen) void this.#open(before());
    if (this.#terminal) this.#terminal.print(bytes);
    else this.#waiting.push(bytes.slice());
  }

  close(): void {
    this.#isOpen = false;
    this.#waiting = [];
    this.#terminal?.dispose();
    this.#terminal = undefined;
  }

  async #open(before: Uint8Array): Promise<void> {
    this.#isOpen = true;
    const { createAnsweringTerminal } = await import('../../core/terminal/output/answering-terminal.ts');
    if (!this.#isOpen || this.#terminal) return;
    this.#terminal = createAnsweringTerminal({ ...this.#parts, before });
    for (const bytes of this.#waiting.splice(0)) this.#terminal.print(bytes);
  }
}

/** The requests of the programs of one command; `answersPrograms` of a terminal says which of them it answers itself. */
export function createRequests(
  terminal: Pick<Shell, 'answersPrograms' | 'typeInput'>,
  size: ScreenSize,
  isWanted: () => boolean,
): ProgramRequests {
  // tmux answers most questions, but not those about colours and modes.
  const isOurs = (text: string) =>
    !terminal.answersPrograms || text.startsWith('\x1b]') || text.endsWith('$y');
  return new ProgramRequests({
    size,
    answer: (text) => {
      if (isOurs(text) && isWanted()) terminal.typeInput(text);
    },
  });
}
