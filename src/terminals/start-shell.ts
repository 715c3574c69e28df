import {
  CommandTracker,
  type ReadyFacts,
  type ShellFacts,
  type TrackerEvent,
} from '../core/terminal/shell/command-tracker.ts';
import { jobsLine, startFile, triggerLine } from '../core/terminal/shell/shell-script.ts';
import { mayBeUnfinished } from '../core/terminal/shell/unfinished-text.ts';
import type { Shell, ShellEvents, ShellFolders, Terminals } from '../ports/terminals.ts';
import { notStartedError, type Obstacle, unavailableError } from './terminal-errors.ts';

export type ShellParts = {
  readonly name: string;
  readonly terminals: Terminals;
  readonly environment: () => Readonly<Record<string, string>>;
  /** Names of variables that are left out of it because they look like credentials. */
  readonly withheld: () => readonly string[];
  /** Where a new shell starts. */
  readonly directory: string;
  /** Time limit for the user's own start file. */
  readonly profileTimeoutMs: number;
};

/** What happens in a shell once it is ready. */
export type ShellEvent =
  | Exclude<TrackerEvent, { kind: 'ready' | 'token-wanted' }>
  /** The note says what the user should know about the start. */
  | { readonly kind: 'shell-started'; readonly note: string | undefined }
  | { readonly kind: 'shell-exited'; readonly exitCode: number };

export type ShellEventListener = (event: ShellEvent) => void;

/** A shell that is ready for commands. */
export class RunningShell {
  readonly terminal: Shell;
  readonly ready: ReadyFacts & { readonly facts: ShellFacts };
  readonly note: string | undefined;
  readonly #tracker: CommandTracker;

  constructor({ terminal, ready, tracker }: ReadyShell, note: string | undefined) {
    this.terminal = terminal;
    this.ready = ready;
    this.note = note;
    this.#tracker = tracker;
  }

  run(number: number, command: string): void {
    this.terminal.submit(number, command);
    this.#tracker.expect(number);
    this.trigger(number, command);
  }

  /** Makes an idle shell report the background jobs that have ended. */
  askForJobs(): void {
    this.terminal.type(`${jobsLine}\n`);
  }

  /** Makes the shell run a command that was submitted; a number runs once. */
  trigger(number: number, command: string): void {
    this.terminal.type(`${triggerLine(number, { isChecked: mayBeUnfinished(command) })}\n`);
  }
}

/** Starts a shell and waits until it is ready; if the user's start file prevents that, without it. */
export async function startShell(
  parts: ShellParts,
  /** Of the shell before it, in whose directory it starts; a fresh one follows none. */
  last: ShellFacts | undefined,
  listen: ShellEventListener,
): Promise<RunningShell> {
  const first = await new ShellStart(parts, listen).run(last, { withProfile: true });
  if (typeof first === 'object') return new RunningShell(first, undefined);
  const second = await new ShellStart(parts, listen).run(last, { withProfile: false });
  if (typeof second !== 'object') throw notStartedError(parts.name, '');
  const why = first === 'slow' ? `took more than ${parts.profileTimeoutMs / 1000} s` : 'ended the shell';
  return new RunningShell(second, `[~/.bashrc ${why}, so this shell was started without it.]`);
}

type Ready = Extract<TrackerEvent, { kind: 'ready' }>;
type ReadyShell = { readonly terminal: Shell; readonly ready: Ready; readonly tracker: CommandTracker };
type Outcome = Ready | 'slow' | 'exited';

/** One attempt to start a shell. From the moment that it is ready, all events are passed on. */
class ShellStart implements ShellEvents {
  readonly #parts: ShellParts;
  readonly #listen: ShellEventListener;
  readonly #token = crypto.randomUUID().replaceAll('-', '');
  readonly #tracker = new CommandTracker(this.#token);
  readonly #outcome: Promise<Outcome>;
  #resolve: (outcome: Outcome) => void = () => {};
  #settled: Outcome | undefined;
  #opening: Promise<Shell> | undefined;

  constructor(parts: ShellParts, listen: ShellEventListener) {
    this.#parts = parts;
    this.#listen = listen;
    this.#outcome = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  async run(
    last: ShellFacts | undefined,
    { withProfile }: { readonly withProfile: boolean },
  ): Promise<ReadyShell | Exclude<Outcome, Ready>> {
    const { name, terminals, environment, directory, profileTimeoutMs } = this.#parts;
    const lastDirectory = last?.directoryBytes;
    const request = {
      name,
      directory: last?.directory ?? directory,
      environment: environment(),
      startFile: (folders: ShellFolders) => startFile({ ...folders, withProfile, lastDirectory }),
    };
    this.#opening = terminals.open(request, this).catch((error: Obstacle) => {
      throw unavailableError(error);
    });
    const terminal = await this.#opening;
    const timeoutMs = withProfile ? profileTimeoutMs : profileTimeoutMs * 4;
    const timer = setTimeout(() => this.#settle('slow'), timeoutMs);
    const outcome = await this.#outcome;
    clearTimeout(timer);
    if (outcome === 'slow') await terminal.end();
    return typeof outcome === 'object' ? { terminal, ready: outcome, tracker: this.#tracker } : outcome;
  }

  bytes(chunk: Uint8Array): void {
    for (const event of this.#tracker.push(chunk)) {
      if (event.kind === 'token-wanted') this.#sendToken();
      else if (event.kind === 'ready') this.#settle(event);
      else if (typeof this.#settled === 'object') this.#listen(event);
    }
  }

  ended(exitCode: number): void {
    if (typeof this.#settled === 'object') this.#listen({ kind: 'shell-exited', exitCode });
    else this.#settle('exited');
  }

  #sendToken(): void {
    // A failed open is reported by `run`.
    this.#opening?.then((terminal) => terminal.type(`${this.#token}\n`)).catch(() => {});
  }

  #settle(outcome: Outcome): void {
    this.#settled ??= outcome;
    this.#resolve(this.#settled);
  }
}
