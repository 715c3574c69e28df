import type { Group } from '../core/checkpoints/group.ts';
import type { CommandChanges } from '../core/checkpoints/report/command-report.ts';
import type { Checkpoints, OpenGroup, RecordedCall } from '../ports/checkpoints.ts';

/** The terminal calls it when a command begins, and when a call begins and ends to wait for it. */
export interface CommandRecord {
  begin(command: string): Promise<void>;
  resume(): Promise<void>;
  settle(isRunning: boolean): Promise<void>;
}

type Begin = (call: Omit<RecordedCall, 'client'>) => ReturnType<Checkpoints['begin']>;

/** A command whose group is open. */
type Running = { readonly open: OpenGroup; readonly command: string; calls: number; isPaused: boolean };

/** What the commands of all terminals change: a group for each, open as long as the command runs. */
export class CommandRecords {
  readonly #begin: Begin;
  readonly #running = new Map<string, Running>();
  /** Terminals that have started background jobs. */
  readonly #withJobs = new Set<string>();

  constructor(begin: Begin) {
    this.#begin = begin;
  }

  /** For one call of a terminal. */
  forCall(terminal: string): CommandWatch {
    return new CommandWatch(this, terminal);
  }

  /** @internal */
  async begin(terminal: string, command: string): Promise<OpenGroup> {
    const last = this.#running.get(terminal);
    const call = { runsProgram: true, tool: 'terminal', terminal, command };
    const running = this.#note();
    const open = await this.#begin({ ...call, ...(running !== undefined && { running }) });
    this.#running.set(terminal, { open, command, calls: 1, isPaused: false });
    // It ended without a call that saw its end: what it did since then is not known to be its own.
    await last?.open.end();
    return open;
  }

  /** @internal */
  async resume(terminal: string): Promise<readonly Group[]> {
    const running = this.#running.get(terminal);
    if (!running) return [];
    running.calls++;
    if (!running.isPaused) return [];
    const note = this.#note();
    running.isPaused = false;
    return running.open.resume(note);
  }

  /** @internal */
  async settle(terminal: string, isRunning: boolean): Promise<Group | undefined> {
    const running = this.#running.get(terminal);
    if (!running) return undefined;
    running.calls--;
    if (!isRunning) {
      this.#running.delete(terminal);
      return running.open.end();
    }
    if (running.calls > 0) return running.open.collect();
    running.isPaused = true;
    return running.open.pause();
  }

  /** @internal */
  noteJobs(terminal: string, hasJobs: boolean): void {
    if (hasJobs) this.#withJobs.add(terminal);
    else this.#withJobs.delete(terminal);
  }

  async close(): Promise<void> {
    const open = [...this.#running.values()];
    this.#running.clear();
    await Promise.all(open.map((running) => running.open.end()));
  }

  /** What may change files while no call waits for it. */
  #note(): string | undefined {
    const paused = [...this.#running].filter(([, { isPaused }]) => isPaused);
    const commands = paused.map(
      ([terminal, { command }]) => `${brief(command)} is running in terminal ${terminal}`,
    );
    const jobs = [...this.#withJobs].map((terminal) => `terminal ${terminal} may have a background job`);
    return [...commands, ...jobs].slice(0, MAX_NOTES).join(', ') || undefined;
  }
}

/** What one call of a terminal learns of changes. */
export class CommandWatch implements CommandRecord {
  readonly #records: CommandRecords;
  readonly #terminal: string;
  readonly #groups: Group[] = [];
  readonly #late: Group[] = [];
  readonly #earlier: Group[] = [];
  #isOpen = false;
  #notRecorded: string | undefined;

  constructor(records: CommandRecords, terminal: string) {
    this.#records = records;
    this.#terminal = terminal;
  }

  async begin(command: string): Promise<void> {
    this.#isOpen = true;
    const { earlier, late = [], notRecorded } = await this.#records.begin(this.#terminal, command);
    this.#earlier.push(...earlier);
    this.#late.push(...late);
    this.#notRecorded = notRecorded;
  }

  async resume(): Promise<void> {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#earlier.push(...(await this.#records.resume(this.#terminal)));
  }

  async settle(isRunning: boolean): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const group = await this.#records.settle(this.#terminal, isRunning);
    if (group) this.#groups.push(group);
  }

  noteJobs(hasJobs: boolean): void {
    this.#records.noteJobs(this.#terminal, hasJobs);
  }

  get changes(): CommandChanges {
    const [groups, late, earlier] = [this.#groups, this.#late, this.#earlier];
    return { groups, late, earlier, notRecorded: this.#notRecorded };
  }
}

const MAX_COMMAND = 40;
const MAX_NOTES = 2;

function brief(command: string): string {
  const line = command.trim().split('\n', 1)[0]!;
  return `\`${line.length > MAX_COMMAND ? `${line.slice(0, MAX_COMMAND)}…` : line}\``;
}
