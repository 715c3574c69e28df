// What a script can trust. `corvid acp` gives the agent's own code instead, as docs/command-line.md tells.

export const OK = 0;
/** A tool, an undo or a check was refused or failed. */
export const FAILED = 1;
/** The command was called wrongly; nothing was done. */
export const USAGE = 2;

/** Of a process that a signal has ended, as shells give it. */
export function ofSignal(number: number): number {
  return 128 + number;
}
