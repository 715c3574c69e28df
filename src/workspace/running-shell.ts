import {
  createCommandTracker,
  type ReadyFacts,
  type ShellFacts,
  type TrackerEvent,
} from '../core/terminal/command-tracker.ts';
import { startFile, triggerLine } from '../core/terminal/shell-script.ts';
import type { Shell, Terminals } from '../ports/terminals.ts';
import { notStartedError } from './terminal-errors.ts';

export type ShellParts = {
  readonly name: string;
  readonly terminals: Terminals;
  readonly environment: () => Readonly<Record<string, string>>;
  /** Where a fresh shell starts. */
  readonly directory: string;
  /** How long the user's own start file may take. */
  readonly profileTimeoutMs: number;
};

export type ShellEvent =
  | Exclude<TrackerEvent, { kind: 'ready' }>
  | { readonly kind: 'ended'; readonly exitCode: number };

export type RunningShell = Omit<Shell, 'hand'> & {
  readonly facts: ShellFacts;
  readonly ready: ReadyFacts;
  /** What the user should know about how it started. */
  readonly note: string | undefined;
  run(number: number, command: string): void;
};

type Start = { readonly fresh: boolean; readonly directory: string | undefined };
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
  start: Start,
  listen: (event: ShellEvent) => void,
  withProfile: boolean,
): Promise<Attempt> {
  const token = crypto.randomUUID().replaceAll('-', '');
  const tracker = createCommandTracker(token);
  let isReady = false;
  let isGivenUp = false;
  let settle: (attempt: Ready | 'slow' | 'ended') => void = () => {};
  const settled = new Promise<Ready | 'slow' | 'ended'>((resolve) => {
    settle = resolve;
  });
  const timer = setTimeout(() => settle('slow'), withProfile ? profileTimeoutMs : profileTimeoutMs * 4);
  const shell = await terminals.open(
    {
      name,
      directory: start.directory ?? directory,
      environment: environment(),
      startFile: (folder) => startFile({ token, folder, withProfile }),
      fresh: start.fresh,
    },
    {
      bytes(chunk) {
        if (isGivenUp) return;
        for (const event of tracker.push(chunk)) {
          if (event.kind !== 'ready') listen(event);
          else {
            isReady = true;
            settle(event);
          }
        }
      },
      ended(exitCode) {
        if (isReady) listen({ kind: 'ended', exitCode });
        else settle('ended');
      },
    },
  );
  const outcome = await settled;
  clearTimeout(timer);
  if (typeof outcome === 'object') return { kind: 'ready', shell, event: outcome, expect: tracker.expect };
  isGivenUp = true;
  if (outcome === 'slow') await shell.end();
  return { kind: outcome };
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
      shell.type(`${triggerLine(number)}\n`);
    },
  };
}
