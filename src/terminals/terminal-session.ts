import { ToolError } from '../core/errors.ts';
import type { OutputFile } from '../ports/terminals.ts';
import { createBackgroundOutput } from './background-output.ts';
import { CommandOutput, type OutputSettings } from './command-output.ts';
import type { CommandRecord } from './command-records.ts';
import { type WaitLimits, waitForCommand } from './command-wait.ts';
import { lookAt, retype } from './lost-command.ts';
import { interrupt, pressKey, type Typing, typeText } from './program-input.ts';
import { ProgramRequests } from './program-requests.ts';
import { RestartingShell } from './restarting-shell.ts';
import type { RunningShell, ShellEvent, ShellParts } from './start-shell.ts';
import { Command } from './terminal-command.ts';
import { busyError, cancelledError, nothingRunningError } from './terminal-errors.ts';
import { nothingShown, restartNote, shellReport, type TerminalReport } from './terminal-report.ts';
import { createWithheldHints } from './withheld-hints.ts';

export type SessionParts = Omit<ShellParts, 'name'> & {
  readonly output: OutputSettings;
  /** Fallback when the shell does not report a user name. */
  readonly userName: () => string;
  /** A command that prints nothing for this time is reported as still running. */
  readonly softTimeoutMs: number;
  /** The longest time that a call waits, unless it asks for more. */
  readonly maxWaitMs: number;
};

/** How long a call waits for a command. */
export type WaitOptions = {
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((done: number, total: number | undefined, message: string) => void) | undefined;
  /** Records what the command changes. */
  readonly record?: CommandRecord | undefined;
};

const IGNORED_KEY_MS = 2_000;
const QUIET_MS = 400;
const QUIET_WHEN_POLLED_MS = 2_000;
const KILLED = 137;
/** Of a command that could not be handed to the shell. */
const NOT_RUN = 126;
/** C-c, C-d, C-z and C-\\. */
const KEYS_THAT_END = new Set(['\x03', '\x04', '\x1a', '\x1c']);

/** One terminal with a shell that keeps its state; a shell that exits is replaced by a new one. */
export class TerminalSession {
  readonly name: string;
  readonly #parts: SessionParts;
  readonly #keepFile: (file: OutputFile) => OutputFile;
  readonly #background = createBackgroundOutput();
  readonly #shell: RestartingShell;
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
    this.#shell = new RestartingShell({ ...parts, name }, (event) => this.#onShellEvent(event));
  }

  /** Runs a command. A second call waits for its turn; it is refused if the command still runs then. */
  execute(text: string, wait: WaitOptions): Promise<TerminalReport> {
    return this.#inTurn(async () => {
      const shell = await this.#shell.open();
      const last = this.#command;
      if (last?.isRunning) throw busyError(this.name, text, last.text, (await last.show()).text);
      await this.#noteUnreported();
      await wait.record?.begin(text);
      const command = this.#begin(shell, text);
      return this.#waitAndReport(command, wait, { ignoredKeyMs: undefined, quietMs: QUIET_MS });
    });
  }

  /** Reads on from the running command. */
  readOn(wait: WaitOptions): Promise<TerminalReport> {
    return this.#inTurn(async () => {
      const command = this.#command;
      if (command && (!command.wasReported || command.isRunning))
        return this.#waitAndReport(command, wait, { ignoredKeyMs: undefined, quietMs: QUIET_WHEN_POLLED_MS });
      if (this.#background.isEmpty() && this.#notes.length === 0)
        throw nothingRunningError(this.name, 'to read from');
      return this.#report(undefined, 'finished');
    });
  }

  /** Types a text into the running program. */
  async type(typing: Typing, wait: WaitOptions): Promise<TerminalReport> {
    const purpose = `to type ${JSON.stringify(typing.text.slice(0, 60))} into`;
    const { command, shell } = await this.#running(purpose);
    await wait.record?.resume();
    await typeText(shell, command, typing);
    return this.#afterInput(command, wait, undefined);
  }

  /** Presses a key, given as the bytes that it sends. */
  async press(key: string, name: string, wait: WaitOptions): Promise<TerminalReport> {
    const { command, shell } = await this.#running(`to send ${name} to`);
    await pressKey(shell, command, key);
    return this.#afterInput(command, wait, KEYS_THAT_END.has(key) ? IGNORED_KEY_MS : undefined);
  }

  /** Ends everything in this terminal; the next shell starts in the original directory. */
  async reset(): Promise<TerminalReport> {
    await this.#endShell();
    return this.#inTurn(async () => {
      this.#command = undefined;
      this.#shell.forget();
      this.#notes = [];
      this.#hints.forget();
      this.#background.take('');
      await this.#shell.open();
      return this.#report(undefined, 'finished');
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#endShell();
  }

  #begin(shell: RunningShell, text: string): Command {
    const number = ++this.#lastNumber;
    const createFile = () => this.#keepFile(shell.terminal.createOutputFile());
    const output = new CommandOutput({ ...this.#parts.output, createFile });
    const command = new Command(number, text, output, this.#requests(shell));
    // First: a command that could not be submitted does not run.
    shell.run(number, this.#runnable(text));
    this.#command = command;
    this.#lastChangeAt = performance.now();
    return command;
  }

  #requests({ terminal }: RunningShell): ProgramRequests {
    // tmux answers most questions, but not those about colours and modes.
    const isOurs = (text: string) =>
      !terminal.answersPrograms || text.startsWith('\x1b]') || text.endsWith('$y');
    return new ProgramRequests({
      size: this.#parts.output.screenSize,
      answer: (text) => {
        if (isOurs(text) && this.#command?.isRunning) terminal.typeInput(text);
      },
    });
  }

  #runnable(text: string): string {
    const nuls = text.split('\0').length - 1;
    if (nuls > 0) this.#notes.push(`[${nuls} NUL characters were left out of the command.]`);
    const unix = text.replaceAll('\0', '').replaceAll('\r\n', '\n');
    // The shell adds a line of its own, which is no part of this one.
    return /(?<!\\)(?:\\\\)*\\$/.test(unix) ? `${unix}\n` : unix;
  }

  async #running(purpose: string) {
    const shell = await this.#shell.current;
    const command = this.#command;
    if (!shell || !command || (!command.isRunning && command.wasReported))
      throw nothingRunningError(this.name, purpose);
    return { command, shell };
  }

  #afterInput(
    command: Command,
    wait: WaitOptions,
    ignoredKeyMs: number | undefined,
  ): Promise<TerminalReport> {
    this.#lastChangeAt = performance.now();
    return this.#inTurn(() => this.#waitAndReport(command, wait, { ignoredKeyMs, quietMs: QUIET_MS }));
  }

  async #waitAndReport(
    command: Command,
    { timeoutMs, signal, progress, record }: WaitOptions,
    limits: Pick<WaitLimits, 'ignoredKeyMs' | 'quietMs'>,
  ): Promise<TerminalReport> {
    await record?.resume();
    const end = await waitForCommand({
      ...limits,
      softMs: timeoutMs === undefined ? this.#parts.softTimeoutMs : undefined,
      hardMs: timeoutMs ?? this.#parts.maxWaitMs,
      signal,
      finished: command.finished,
      lastChangeAt: () => this.#lastChangeAt,
      look: async (quietMs) => lookAt(await this.#shell.open(), command, quietMs),
      isFullScreen: () => command.requests.modes.alternateScreen,
      cancel: async () => this.#shell.current?.then((shell) => interrupt(shell, command)),
      onProgress: (seconds) => progress?.(seconds, undefined, command.progressText(seconds)),
    });
    await record?.settle(command.isRunning);
    // The result of a cancelled call is not read; the next call reports what it would have contained.
    if (signal?.aborted || end === 'cancelled') throw cancelledError(this.name, command.exitCode);
    return this.#report(command, end);
  }

  #onShellEvent(event: ShellEvent): void {
    switch (event.kind) {
      case 'output':
        this.#lastChangeAt = performance.now();
        this.#command?.print(event.bytes);
        break;
      case 'background':
        this.#background.append(event.bytes);
        break;
      case 'command-started':
        this.#command!.hasStarted = true;
        break;
      case 'command-finished':
        this.#command?.finish(event.exitCode);
        break;
      case 'command-lost':
        if (this.#command?.isRunning) retype(this.#shell.running!, this.#command);
        break;
      case 'shell-started':
        this.#lastNumber = 0;
        if (event.note) this.#notes.push(event.note);
        break;
      case 'shell-exited':
        this.#shellExited(event.exitCode);
    }
  }

  #shellExited(exitCode: number): void {
    if (this.#isClosed) return;
    const running = this.#command?.isRunning ? this.#command : undefined;
    if (running?.hasStarted) running.endedShell = true;
    const { mask } = this.#parts.output.masker;
    const restarted = this.#shell.open().then(
      (shell) => {
        this.#notes.unshift(restartNote(exitCode, shell.ready, mask));
        if (running && !running.hasStarted) this.#runAgain(shell, running);
      },
      () => running?.finish(exitCode),
    );
    if (running?.hasStarted) void restarted.then(() => running.finish(exitCode));
  }

  /** The shell ended before it read the command, which therefore runs in the next one. */
  #runAgain(shell: RunningShell, command: Command): void {
    try {
      command.number = ++this.#lastNumber;
      shell.run(command.number, this.#runnable(command.text));
    } catch {
      command.finish(NOT_RUN);
    }
  }

  async #endShell(): Promise<void> {
    await this.#shell.end();
    this.#command?.finish(KILLED);
  }

  /** What a command printed and how it ended after the last report. */
  async #noteUnreported(): Promise<void> {
    const command = this.#command;
    if (!command || command.wasReported) return;
    const { text } = await command.show();
    const output = text === '' ? '' : ` Its last output:\n${text}`;
    this.#notes.push(`[The previous command ended meanwhile with exit code ${command.exitCode}.${output}]`);
  }

  async #report(command: Command | undefined, end: TerminalReport['end']): Promise<TerminalReport> {
    const shown = command ? await command.show() : nothingShown;
    const facts = this.#shell.facts!;
    const { mask } = this.#parts.output.masker;
    const background = mask(this.#background.take(facts.prompt));
    if (background !== '') this.#notes.push(`[Output of background jobs:]\n${background}`);
    this.#notes.push(...this.#hints.notesOn(shown.text));
    const outcome = {
      shown,
      end: command?.isRunning ? end : 'finished',
      exitCode: command ? (command.exitCode ?? -1) : 0,
    } as const;
    const report = { ...outcome, ...shellReport(facts, this.#shell.ready, mask) };
    return { ...report, user: report.user || this.#parts.userName(), notes: this.#notes.splice(0) };
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw new ToolError('CANCELLED', `Terminal "${this.name}" is closed.`);
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => {});
    return result;
  }
}
