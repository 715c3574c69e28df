import type { ReadyFacts, ShellFacts } from '../core/terminal/command-tracker.ts';
import type { ShownOutput } from './command-output.ts';
import type { WaitEnd } from './command-wait.ts';

/** What became of a command, as far as it is known. */
export type TerminalReport = {
  readonly shown: ShownOutput;
  readonly end: Exclude<WaitEnd, 'cancelled'>;
  /** -1 while it runs. */
  readonly exitCode: number;
  readonly directory: string;
  readonly python: string;
  readonly backgroundPid: number | undefined;
  readonly user: string;
  readonly host: string;
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
