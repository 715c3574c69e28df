import type { Until } from '../core/terminal/until.ts';
import type { OutputFile, TimedPattern } from '../ports/terminals.ts';
import type { OutputSettings } from './command/command-output.ts';
import type { CommandRecord } from './command-records.ts';
import type { ShellParts } from './start-shell.ts';

export type SessionParts = Omit<ShellParts, 'name'> & {
  readonly output: OutputSettings;
  /** Fallback when the shell does not report a user name. */
  readonly userName: () => string;
  /** A command that prints nothing for this time is reported as still running. */
  readonly softTimeoutMs: number;
  readonly timedPattern: (source: string, flags: string) => TimedPattern;
  /** The longest time that a call waits, unless it asks for more. */
  readonly maxWaitMs: number;
};

/** What the terminals of one client share. */
export type SharedParts = {
  readonly keepFile: (file: OutputFile) => OutputFile;
  /** What ended in the other terminals and was not reported yet. */
  readonly newsOfOthers: () => Promise<string[]>;
};

/** How long a call waits for a command. */
export type WaitOptions = {
  readonly timeoutMs?: number | undefined;
  readonly until?: Until | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((done: number, total: number | undefined, message: string) => void) | undefined;
  /** Records what the command changes. */
  readonly record?: CommandRecord | undefined;
};
