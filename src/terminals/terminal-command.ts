import { withoutHook } from '../core/terminal/shell-script.ts';
import type { CommandOutput, ShownOutput } from './command-output.ts';

/** A command of a session, from the moment that it is handed to the shell. */
export type Command = {
  readonly number: number;
  readonly text: string;
  readonly output: CommandOutput;
  readonly finished: Promise<void>;
  readonly finish: () => void;
  exitCode: number | undefined;
  hasStarted: boolean;
  /** It took the shell with it. */
  endedShell: boolean;
  wasInterrupted: boolean;
  wasRetyped: boolean;
  wasReported: boolean;
};

export function createCommand(number: number, text: string, output: CommandOutput): Command {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { number, text, output, finished, finish, exitCode: undefined, ...untouched };
}

const untouched = {
  hasStarted: false,
  endedShell: false,
  wasInterrupted: false,
  wasRetyped: false,
  wasReported: false,
};

/** What it has printed since it was last shown. */
export async function showCommand(command: Command): Promise<ShownOutput> {
  const isFinal = command.exitCode !== undefined;
  const shown = await command.output.show(isFinal);
  command.wasReported ||= isFinal;
  const own = isFinal ? withoutHook(shown.text) : shown.text;
  const text = command.endedShell ? own.replace(/(^|\n)exit\n?$/, '$1') : own;
  return { ...shown, text: text.replace(/\n$/, '') };
}

export function progressText({ output }: Command, seconds: number): string {
  return `running for ${seconds} s, ${output.bytes} bytes of output`;
}

export type Restart = {
  readonly exitCode: number;
  readonly isRestored: boolean;
  /** Where the new shell is. */
  readonly directory: string;
  /** Where it should be and cannot, or nothing. */
  readonly goneDirectory: string;
};

export function restartNote({ exitCode, isRestored, directory, goneDirectory }: Restart): string {
  const place =
    goneDirectory === ''
      ? 'the last directory'
      : `${directory}, because the last directory, ${goneDirectory}, is gone or cannot be entered`;
  const kept = isRestored
    ? 'exported variables, functions and aliases were restored'
    : 'variables, functions and aliases are lost';
  return `[The shell ended with exit code ${exitCode}. A new one runs in ${place}; ${kept}.]`;
}
