import { ToolError } from '../core/errors.ts';
import type { Until } from '../core/terminal/until.ts';
import { BackgroundJobs, commandName, lastLineText } from './background-jobs.ts';
import { createBackgroundOutput } from './background-output.ts';
import { CommandOutput } from './command/command-output.ts';
import { type WaitLimits, waitForCommand } from './command/command-wait.ts';
import { lookAt, retype } from './command/lost-command.ts';
import { runnableText } from './command/runnable-text.ts';
import { Command } from './command/terminal-command.ts';
import { UntilWatch } from './command/until-watch.ts';
import { interrupt, pressKey, type Typing, typeText } from './program/program-input.ts';
import { createRequests } from './program/program-requests.ts';
import { RestartingShell } from './restarting-shell.ts';
import type { SessionParts, SharedParts, WaitOptions } from './session-parts.ts';
import type { RunningShell, ShellEvent } from './start-shell.ts';
import { busyError, cancelledError, nothingRunningError } from './terminal-errors.ts';
import { nothingShown, restartNote, shellReport, type TerminalReport } from './terminal-report.ts';
import { createWithheldHints } from './withheld-hints.ts';

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
  readonly #shared: SharedParts;
  readonly #background = createBackgroundOutput();
  readonly #jobs = new BackgroundJobs();
  readonly #shell: RestartingShell;
  readonly #hints = createWithheldHints(() => this.#parts.withheld());
  #command: Command | undefined;
  #lastNumber = 0;
  #lastChangeAt = 0;
  #notes: string[] = [];
  #until: UntilWatch | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(name: string, parts: SessionParts, shared: SharedParts) {
    this.name = name;
    this.#parts = parts;
    this.#shared = shared;
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
      if (wait.until) await this.#watch(shell, wait.until);
      // The shell may have ended meanwhile.
      const command = this.#begin(await this.#shell.open(), text);
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
      this.#jobs.forget();
      this.#background.take('');
      await this.#shell.open();
      return this.#report(undefined, 'finished');
    });
  }

  /** What ended here without a report, for a result of another terminal. */
  async news(): Promise<string[]> {
    const command = this.#command;
    const shell = await this.#shell.current?.catch(() => undefined);
    if (shell && !command?.isRunning) await this.#jobs.ask(shell);
    const endings = this.#jobs.take();
    if (command?.isRunning === false && !command.wasReported && !command.wasAnnounced) {
      command.wasAnnounced = true;
      const name = commandName(command.text);
      endings.push(`\`${name}\` ended with exit code ${command.exitCode}${lastLineText(command.lastLine())}`);
    }
    const { mask } = this.#parts.output.masker;
    return endings.map((ending) => `[Terminal "${this.name}": ${mask(ending)}.]`);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#endShell();
  }

  #begin(shell: RunningShell, text: string): Command {
    const number = ++this.#lastNumber;
    const createFile = () => this.#shared.keepFile(shell.terminal.createOutputFile());
    const output = new CommandOutput({ ...this.#parts.output, createFile });
    const isWanted = () => this.#command?.isRunning === true;
    const requests = createRequests(shell.terminal, this.#parts.output.screenSize, isWanted);
    const command = new Command(number, text, output, requests);
    // First: a command that could not be submitted does not run.
    const runnable = runnableText(text);
    shell.run(number, runnable.text);
    if (runnable.note) this.#notes.push(runnable.note);
    this.#command = command;
    this.#lastChangeAt = performance.now();
    return command;
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
    wait: WaitOptions,
    limits: Pick<WaitLimits, 'ignoredKeyMs' | 'quietMs'>,
  ): Promise<TerminalReport> {
    const { timeoutMs, signal, progress, record } = wait;
    await record?.resume();
    const shell = this.#shell.running;
    if (wait.until && !this.#until && shell) await this.#watch(shell, wait.until, command);
    const end = await waitForCommand({
      met: this.#until?.met,
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
    const until = this.#until?.close();
    this.#until = undefined;
    if (signal?.aborted || end === 'cancelled') throw cancelledError(this.name, command.exitCode);
    return { ...(await this.#report(command, end)), until };
  }

  /** Begins to look for what the call waits for; in a running command also in what was not shown yet. */
  async #watch({ terminal }: RunningShell, until: Until, running?: Command): Promise<void> {
    const watch = new UntilWatch({ until, shell: terminal, timedPattern: this.#parts.timedPattern });
    this.#until = watch;
    await watch.start(running !== undefined);
    if (running) watch.push(running.output.unseen());
  }

  #onShellEvent(event: ShellEvent): void {
    switch (event.kind) {
      case 'output':
        this.#lastChangeAt = performance.now();
        this.#command?.print(event.bytes);
        this.#until?.push(event.bytes);
        break;
      case 'background':
        this.#background.append(event.bytes);
        break;
      case 'command-started':
        this.#command!.hasStarted = true;
        break;
      case 'command-finished':
        this.#jobs.note(event.facts.backgroundPid, this.#command?.text ?? '');
        this.#command?.finish(event.exitCode);
        break;
      case 'job-ended':
        this.#jobs.ended(event.pid, event.exitCode, this.#background.lastLine());
        break;
      case 'command-lost':
        if (this.#command?.isRunning) retype(this.#shell.running!, this.#command);
        break;
      case 'shell-started':
        this.#jobs.forget();
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
      shell.run(command.number, runnableText(command.text).text);
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
    this.#notes.push(...this.#jobs.take().map((ending) => `[${mask(ending)}.]`));
    this.#notes.push(...(await this.#shared.newsOfOthers()));
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
