import { beginningOf } from '../core/text/whole-characters.ts';
import type { RunningShell } from './start-shell.ts';

const MAX_NAME = 60;
const ANSWER_MS = 300;

/** The jobs that the commands of one terminal left in the background, and how they ended. */
export class BackgroundJobs {
  /** What started each of them, by process. */
  readonly #started = new Map<number, string>();
  #endings: string[] = [];
  #last: number | undefined;
  #onEnding = () => {};

  /** The shell has reported its last background process after a command. */
  note(pid: number | undefined, command: string): void {
    if (pid === undefined || pid === this.#last) return;
    this.#last = pid;
    this.#started.set(pid, commandName(command));
  }

  ended(pid: number, exitCode: number, lastLine: string): void {
    const name = this.#started.get(pid);
    this.#started.delete(pid);
    if (name !== undefined)
      this.#endings.push(
        `background job ${pid} (${name}) ended with exit code ${exitCode}${lastLineText(lastLine)}`,
      );
    this.#onEnding();
  }

  /** Asks an idle shell about the jobs that no longer run. */
  async ask(shell: RunningShell): Promise<void> {
    if (![...this.#started.keys()].some((pid) => !shell.terminal.isRunning(pid))) return;
    const answered = new Promise<void>((resolve) => {
      this.#onEnding = resolve;
      setTimeout(resolve, ANSWER_MS).unref();
    });
    shell.askForJobs();
    await answered;
  }

  take(): string[] {
    return this.#endings.splice(0);
  }

  forget(): void {
    this.#started.clear();
    this.#endings = [];
  }
}

export function lastLineText(lastLine: string): string {
  return lastLine === '' ? '' : `; last line: ${lastLine}`;
}

/** The first line of a command, for a message. */
export function commandName(command: string): string {
  const line = command.trim().split('\n', 1)[0]!;
  return line.length > MAX_NAME ? `${beginningOf(line, MAX_NAME)}…` : line;
}
