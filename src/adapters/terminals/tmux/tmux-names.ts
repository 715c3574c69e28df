import { createHash } from 'node:crypto';

const MAX_LENGTH = 120;
const ESCAPED = /[^A-Za-z0-9-]/gu;

/**
 * The tmux name of a terminal: different for different terminals, also where tmux itself would make one name of two
 * (it writes `_` for `.` and `:`). A character other than letters, digits and dashes becomes its number between
 * underscores: `a.b` is `a_2e_b`.
 */
export function toTmuxName(terminal: string): string {
  const name = terminal.replace(ESCAPED, (character) => `_${character.codePointAt(0)!.toString(16)}_`);
  if (name.length <= MAX_LENGTH && name !== '') return name;
  return `_sha256_${createHash('sha256').update(terminal, 'utf16le').digest('hex')}`;
}

/** The name of the terminal, where it can be read from the tmux name. */
export function fromTmuxName(name: string): string {
  const terminal = name.replace(/_([0-9a-f]{1,6})_/g, (_, number: string) =>
    String.fromCodePoint(Math.min(Number.parseInt(number, 16), 0x10ffff)),
  );
  return toTmuxName(terminal) === name ? terminal : name;
}
