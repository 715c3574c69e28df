// The exit codes that scripts rely on. `corvid acp` exits with the agent's own code instead.

export const OK = 0;
/** A tool, an undo or a check was refused or failed. */
export const FAILED = 1;
/** Wrong usage; nothing was done. */
export const USAGE = 2;

/** The code that shells report for a process that a signal ended. */
export function ofSignal(number: number): number {
  return 128 + number;
}
