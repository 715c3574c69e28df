import type { ReadyFacts, ShellFacts } from '../core/terminal/shell/command-tracker.ts';
import type { ShownOutput } from './command/command-output.ts';
import type { WaitResult } from './command/command-wait.ts';
import type { UntilState } from './command/until-watch.ts';

/** How a command ended, or how far it is. */
export type TerminalReport = {
  readonly shown: ShownOutput;
  readonly end: Exclude<WaitResult, 'cancelled'>;
  /** -1 while it runs. */
  readonly exitCode: number;
  readonly directory: string;
  readonly python: string;
  readonly backgroundPid: number | undefined;
  readonly user: string;
  readonly host: string;
  /** What the call waited for besides the end. */
  readonly until?: UntilState | undefined;
  /** What else the caller should know, one line or paragraph each. */
  readonly notes: readonly string[];
};

export const nothingShown: ShownOutput = { text: '', isScreen: false, isTruncated: false, path: undefined };

/** The part of a report that is about the shell. */
export function shellReport(
  { directory, python, backgroundPid }: ShellFacts,
  ready: ReadyFacts | undefined,
  mask: (text: string) => string,
) {
  return {
    directory: mask(directory),
    python,
    backgroundPid,
    user: ready?.user ?? '',
    host: ready?.host ?? '',
  };
}

/** `ready` is what the new shell reported when it was ready. */
export function restartNote(
  exitCode: number,
  { facts, isRestored, goneDirectory }: ReadyFacts & { readonly facts: ShellFacts },
  mask: (text: string) => string,
): string {
  const place =
    goneDirectory === ''
      ? 'the last directory'
      : `${mask(facts.directory)}, because the last directory, ${mask(goneDirectory)}, is gone or cannot be entered`;
  const kept = isRestored
    ? 'exported variables, functions and aliases were restored'
    : 'variables, functions and aliases are lost';
  return `[The shell ended with exit code ${exitCode}. A new one runs in ${place}; ${kept}.]`;
}
