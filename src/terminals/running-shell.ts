import {
  type CommandTracker,
  createCommandTracker,
  type ReadyFacts,
  type ShellFacts,
  type TrackerEvent,
} from '../core/terminal/command-tracker.ts';
import { startFile, triggerLine } from '../core/terminal/shell-script.ts';
import { mayBeUnfinished } from '../core/terminal/unfinished-text.ts';
import { decodeBinary } from '../core/text/document/utf8.ts';
import type { Shell, ShellEvents, ShellFolders, Terminals } from '../ports/terminals.ts';
import { notStartedError, type Obstacle, unavailableError } from './terminal-errors.ts';

export type ShellParts = {
  readonly name: string;
  readonly terminals: Terminals;
  readonly environment: () => Readonly<Record<string, string>>;
  /** The names of variables that are not in it because they look like credentials. */
  readonly withheld: () => readonly string[];
  /** Where a fresh shell starts. */
  readonly directory: string;
  /** How long the user's own start file may take. */
  readonly profileTimeoutMs: number;
};

export type ShellEvent =
  | Exclude<TrackerEvent, { kind: 'ready' | 'token-wanted' }>
  | { readonly kind: 'ended'; readonly exitCode: number };

export type RunningShell = Omit<Shell, 'hand'> & {
  readonly facts: ShellFacts;
  readonly ready: ReadyFacts;
  /** What the user should know about how it started. */
  readonly note: string | undefined;
  run(number: number, command: string): void;
  /** Has the shell run a command that it has; a number runs once. */
  trigger(number: number, command: string): void;
};

/** Where the shell before it was, with one character for each byte; a fresh one follows none. */
type Start = { readonly lastDirectory: string | undefined };
type Ready = Extract<TrackerEvent, { kind: 'ready' }>;
type Attempt =
  | {
      readonly kind: 'ready';
      readonly shell: Shell;
      readonly event: Ready;
      readonly expect: (number: number) => void;
    }
  | { readonly kind: 'slow' }
  | { readonly kind: 'ended' };

/** Starts a shell and waits until it is ready; if the user's start file keeps it from that, without it. */
export async function startShell(
  parts: ShellParts,
  start: Start,
  listen: (event: ShellEvent) => void,
): Promise<RunningShell> {
  const first = await attempt(parts, start, listen, true);
  if (first.kind === 'ready') return toRunning(first, undefined);
  const second = await attempt(parts, start, listen, false);
  if (second.kind !== 'ready') throw notStartedError(parts.name, '');
  const why = first.kind === 'slow' ? `took more than ${parts.profileTimeoutMs / 1000} s` : 'ended the shell';
  return toRunning(second, `[~/.bashrc ${why}, so this shell was started without it.]`);
}

async function attempt(
  { name, terminals, environment, directory, profileTimeoutMs }: ShellParts,
  { lastDirectory }: Start,
  listen: (event: ShellEvent) => void,
  withProfile: boolean,
): Promise<Attempt> {
  const token = crypto.randomUUID().replaceAll('-', '');
  const tracker = createCommandTracker(token);
  const giveToken = () => void opening.then((shell) => shell.type(`${token}\n`), ignoreFailure);
  const { events, outcome, settle } = listenForStart(tracker, listen, giveToken);
  const request = {
    name,
    directory: lastDirectory === undefined ? directory : decodeBinary(lastDirectory),
    environment: environment(),
    startFile: (folders: ShellFolders) => startFile({ ...folders, withProfile, lastDirectory }),
  };
  const opening = terminals.open(request, events).catch((error: Obstacle) => {
    throw unavailableError(error);
  });
  const shell = await opening;
  const timer = setTimeout(() => settle('slow'), withProfile ? profileTimeoutMs : profileTimeoutMs * 4);
  const event = await outcome;
  clearTimeout(timer);
  if (typeof event === 'object') return { kind: 'ready', shell, event, expect: tracker.expect };
  if (event === 'slow') await shell.end();
  return { kind: event };
}

/** The caller handles it. */
function ignoreFailure(): void {}

type Outcome = Ready | 'slow' | 'ended';

/** Hears whether the shell becomes ready; from then on all is passed on. */
function listenForStart(tracker: CommandTracker, listen: (event: ShellEvent) => void, giveToken: () => void) {
  let settled: Outcome | undefined;
  let resolve: (outcome: Outcome) => void = () => {};
  const outcome = new Promise<Outcome>((resolveOutcome) => {
    resolve = resolveOutcome;
  });
  const settle = (result: Outcome) => {
    settled ??= result;
    resolve(settled);
  };
  const events: ShellEvents = {
    bytes(chunk) {
      for (const event of tracker.push(chunk)) {
        if (event.kind === 'token-wanted') giveToken();
        else if (event.kind === 'ready') settle(event);
        else if (typeof settled === 'object') listen(event);
      }
    },
    ended(exitCode) {
      if (typeof settled === 'object') listen({ kind: 'ended', exitCode });
      else settle('ended');
    },
  };
  return { events, outcome, settle };
}

function toRunning(
  { shell, event, expect }: Extract<Attempt, { kind: 'ready' }>,
  note: string | undefined,
): RunningShell {
  const { hand, ...rest } = shell;
  return {
    ...rest,
    facts: event.facts,
    ready: event,
    note,
    run(number, command) {
      hand(number, command);
      expect(number);
      this.trigger(number, command);
    },
    trigger(number, command) {
      shell.type(`${triggerLine(number, { isChecked: mayBeUnfinished(command) })}\n`);
    },
  };
}
