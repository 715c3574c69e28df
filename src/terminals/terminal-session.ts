import { ToolError } from '../core/errors.ts';
import type { ReadyFacts, ShellFacts } from '../core/terminal/command-tracker.ts';
import { recoveryLine } from '../core/terminal/shell-script.ts';
import { utf8 } from '../core/text/document/utf8.ts';
import type { OutputFile } from '../ports/terminals.ts';
import { createBackgroundOutput } from './background-output.ts';
import { CommandOutput, type OutputSettings } from './command-output.ts';
import { type WaitLimits, waitForCommand } from './command-wait.ts';
import type { RunningShell, ShellParts } from './running-shell.ts';
import { ShellSuccession } from './shell-succession.ts';
import { type Command, createCommand, progressText, restartNote, showCommand } from './terminal-command.ts';
import { busyError, cancelledError, lineTooLongError, nothingRunningError } from './terminal-errors.ts';
import { nothingShown, shellReport, type TerminalReport } from './terminal-report.ts';
import { createWithheldHints } from './withheld-hints.ts';

export type SessionParts = Omit<ShellParts, 'name'> & {
  readonly output: OutputSettings;
  /** Asked if the environment of a shell does not tell its user. */
  readonly userName: () => string;
  /** A command that prints nothing for that long is reported as running. */
  readonly softTimeoutMs: number;
  /** No call waits longer, unless it says so. */
  readonly longestWaitMs: number;
};

export type CallWish = {
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((done: number, total: number | undefined, message: string) => void) | undefined;
};

const LONGEST_LINE_BYTES = 4095;
const KEY_PATIENCE_MS = 2_000;
const REST_MS = 400;
const REST_WHEN_POLLED_MS = 2_000;
const RECOVER_AFTER_MS = 250;
const KILLED = 137;
const INTERRUPT = '\x03';
const KEYS_THAT_END = new Set([INTERRUPT, '\x04', '\x1a', '\x1c']);

/** One terminal with a shell that remembers; a new shell takes the place of one that ends. */
export class TerminalSession {
  readonly name: string;
  readonly #parts: SessionParts;
  readonly #keepFile: (file: OutputFile) => OutputFile;
  readonly #background = createBackgroundOutput();
  readonly #shells: ShellSuccession;
  readonly #hints = createWithheldHints(() => this.#parts.withheld());
  #command: Command | undefined;
  #lastNumber = 0;
  #lastChangeAt = 0;
  #notes: string[] = [];
  #turn: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(name: string, parts: SessionParts, keepFile: (file: OutputFile) => OutputFile) {
    this.name = name;
    this.#parts = parts;
    this.#keepFile = keepFile;
    this.#shells = new ShellSuccession(
      { ...parts, name },
      {
        output: (bytes) => {
          this.#lastChangeAt = performance.now();
          this.#command?.output.append(bytes);
        },
        background: (bytes) => this.#background.append(bytes),
        started: () => {
          this.#command!.hasStarted = true;
        },
        finished: (exitCode) => this.#finished(exitCode),
        lost: (shell) => this.#retype(shell),
        ended: (exitCode) => this.#shellEnded(exitCode),
        begun: (note) => {
          this.#lastNumber = 0;
          if (note) this.#notes.push(note);
        },
      },
    );
  }

  /** Runs a command. A second call waits for its turn; one that is still running refuses it. */
  execute(text: string, wish: CallWish): Promise<TerminalReport> {
    return this.#inTurn(async () => {
      const shell = await this.#shells.open();
      if (this.#isRunning())
        throw busyError(this.name, text, this.#command!.text, (await showCommand(this.#command!)).text);
      await this.#noteLeftOver();
      const command = this.#begin(shell, text);
      return this.#waitAndReport(command, wish, { patienceMs: undefined, restMs: REST_MS });
    });
  }

  /** Reads on from the running command. */
  readOn(wish: CallWish): Promise<TerminalReport> {
    return this.#inTurn(async () => {
      const command = this.#command;
      if (command && (!command.wasReported || this.#isRunning()))
        return this.#waitAndReport(command, wish, { patienceMs: undefined, restMs: REST_WHEN_POLLED_MS });
      if (this.#background.isEmpty() && this.#notes.length === 0)
        throw nothingRunningError(this.name, 'to read from');
      return this.#report(undefined, 'finished');
    });
  }

  /** Types a line into the running program. */
  async type(text: string, wish: CallWish): Promise<TerminalReport> {
    const { command, shell } = await this.#running(`to type ${JSON.stringify(text.slice(0, 60))} into`);
    const longest = Math.max(...text.split(/[\r\n]/).map((line) => utf8.encode(line).length));
    if (longest > LONGEST_LINE_BYTES && (await shell.foreground()).waitsFor === 'line')
      throw lineTooLongError(longest, LONGEST_LINE_BYTES);
    shell.typeInput(`${text.replace(/\r?\n/g, '\r')}\r`);
    return this.#afterInput(command, wish, undefined);
  }

  /** Presses a key, given what it types. */
  async press(key: string, name: string, wish: CallWish): Promise<TerminalReport> {
    const { command, shell } = await this.#running(`to send ${name} to`);
    if (key === INTERRUPT) await this.#interrupt(shell, command);
    else shell.typeInput(key);
    return this.#afterInput(command, wish, KEYS_THAT_END.has(key) ? KEY_PATIENCE_MS : undefined);
  }

  /** Ends everything in this terminal; the next shell starts anew in the original directory. */
  async reset(): Promise<TerminalReport> {
    await this.#endShell();
    return this.#inTurn(async () => {
      this.#command = undefined;
      this.#shells.forget();
      this.#notes = [];
      this.#hints.forget();
      this.#background.take('');
      await this.#shells.open();
      return this.#report(undefined, 'finished');
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#endShell();
  }

  #begin(shell: RunningShell, text: string): Command {
    const number = ++this.#lastNumber;
    const createFile = () => this.#keepFile(shell.createOutputFile());
    const command = createCommand(number, text, new CommandOutput({ ...this.#parts.output, createFile }));
    // First: a command that could not be handed over does not run.
    shell.run(number, this.#runnable(text));
    this.#command = command;
    this.#lastChangeAt = performance.now();
    return command;
  }

  #runnable(text: string): string {
    const nuls = text.split('\0').length - 1;
    if (nuls > 0) this.#notes.push(`[${nuls} NUL characters were left out of the command.]`);
    return text.replaceAll('\0', '').replaceAll('\r\n', '\n');
  }

  #isRunning(): boolean {
    return this.#command !== undefined && this.#command.exitCode === undefined;
  }

  async #running(purpose: string): Promise<{ command: Command; shell: RunningShell }> {
    const shell = await this.#shells.current;
    if (!shell || !this.#command || (!this.#isRunning() && this.#command.wasReported))
      throw nothingRunningError(this.name, purpose);
    return { command: this.#command, shell };
  }

  #afterInput(command: Command, wish: CallWish, patienceMs: number | undefined): Promise<TerminalReport> {
    this.#lastChangeAt = performance.now();
    return this.#inTurn(() => this.#waitAndReport(command, wish, { patienceMs, restMs: REST_MS }));
  }

  async #waitAndReport(
    command: Command,
    wish: CallWish,
    limits: Pick<WaitLimits, 'patienceMs' | 'restMs'>,
  ): Promise<TerminalReport> {
    const end = await waitForCommand({
      ...limits,
      softMs: wish.timeoutMs === undefined ? this.#parts.softTimeoutMs : undefined,
      hardMs: wish.timeoutMs ?? this.#parts.longestWaitMs,
      signal: wish.signal,
      finished: command.finished,
      lastChangeAt: () => this.#lastChangeAt,
      look: (quietMs) => this.#look(command, quietMs),
      cancel: async () => this.#shells.current?.then((shell) => this.#interrupt(shell, command)),
      tell: (seconds) => wish.progress?.(seconds, undefined, progressText(command, seconds)),
    });
    // Nobody reads the result of a cancelled call; what it would have told is told by the next one.
    if (wish.signal?.aborted || end === 'cancelled') throw cancelledError(this.name, command.exitCode);
    return this.#report(command, end);
  }

  async #look(command: Command, quietMs: number) {
    const shell = await this.#shells.open();
    const foreground = await shell.foreground();
    const isAtPrompt = foreground.isShell && foreground.waitsFor === 'line';
    const isLost = isAtPrompt && (command.wasInterrupted || !command.hasStarted);
    if (!isLost || command.exitCode !== undefined) return foreground;
    if (quietMs >= RECOVER_AFTER_MS) this.#recover(shell, command);
    return { ...foreground, waitsFor: 'nothing' as const };
  }

  /** The shell waits for a command while one is thought to run. */
  #recover(shell: RunningShell, command: Command): void {
    if (command.hasStarted) {
      // An interrupt can take the end of the typed line with it, and the user may have replaced the prompt.
      command.wasInterrupted = false;
      shell.type(`${recoveryLine}\n`);
    } else this.#retype(shell);
  }

  async #interrupt(shell: RunningShell, command: Command): Promise<void> {
    command.wasInterrupted = true;
    shell.typeInput(INTERRUPT);
    const { waitsFor, takesSignals } = await shell.foreground();
    // A program that left the terminal in raw mode keeps C-c from being a signal for the next one.
    if (takesSignals === false && waitsFor === 'nothing') shell.interrupt();
  }

  #finished(exitCode: number): void {
    if (!this.#command || this.#command.exitCode !== undefined) return;
    this.#command.exitCode = exitCode;
    this.#command.finish();
  }

  /** The shell waits for a command although one was typed: the line got lost. A number runs only once. */
  #retype(shell: RunningShell): void {
    const command = this.#command;
    if (!command || command.exitCode !== undefined) return;
    if (command.wasInterrupted || command.wasRetyped) this.#finished(130);
    else {
      command.wasRetyped = true;
      shell.trigger(command.number, command.text);
    }
  }

  #shellEnded(exitCode: number): void {
    if (this.#isClosed) return;
    const command = this.#command;
    const wasRunning = this.#isRunning();
    if (command && wasRunning) command.endedShell = true;
    const restarted = this.#shells.open().then(
      ({ facts, ready }) => this.#notes.unshift(this.#restartNote(exitCode, facts, ready)),
      () => {},
    );
    if (command && wasRunning) void restarted.then(() => this.#finished(exitCode));
  }

  #restartNote(
    exitCode: number,
    { directory }: ShellFacts,
    { isRestored, goneDirectory }: ReadyFacts,
  ): string {
    const { mask } = this.#parts.output.masker;
    const masked = { directory: mask(directory), goneDirectory: mask(goneDirectory) };
    return restartNote({ exitCode, isRestored, ...masked });
  }

  async #endShell(): Promise<void> {
    await this.#shells.end();
    this.#finished(KILLED);
  }

  /** What a command printed and how it ended after the last report, told with the next one. */
  async #noteLeftOver(): Promise<void> {
    const command = this.#command;
    if (!command || command.wasReported) return;
    const { text } = await showCommand(command);
    const output = text === '' ? '' : ` Its last output:\n${text}`;
    this.#notes.push(`[The previous command ended meanwhile with exit code ${command.exitCode}.${output}]`);
  }

  async #report(command: Command | undefined, end: TerminalReport['end']): Promise<TerminalReport> {
    const shown = command ? await showCommand(command) : nothingShown;
    const facts = this.#shells.facts!;
    const { mask } = this.#parts.output.masker;
    const background = mask(this.#background.take(facts.prompt));
    if (background !== '') this.#notes.push(`[Output of background jobs:]\n${background}`);
    this.#notes.push(...this.#hints.notesOn(shown.text));
    const outcome = {
      shown,
      end: !command || command.exitCode !== undefined ? 'finished' : end,
      exitCode: command ? (command.exitCode ?? -1) : 0,
    } as const;
    const report = { ...outcome, ...shellReport(facts, this.#shells.ready, mask) };
    return { ...report, user: report.user || this.#parts.userName(), notes: this.#notes.splice(0) };
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw new ToolError('CANCELLED', `Terminal "${this.name}" is closed.`);
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => {});
    return result;
  }
}
