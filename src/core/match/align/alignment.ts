import type { LineTable } from './line-table.ts';

/** For each old line the index of the file's line that it means; -1 if there is none. */
export type Alignment = readonly number[];

/** One way to lay the old lines over the file, and how well they fit. */
export type Aligned = {
  readonly alignment: Alignment;
  /** For each old line, how well it fits its line of the file. */
  readonly fits: readonly number[];
  readonly score: number;
  /** How many lines of the file between those that are meant were not quoted. */
  readonly skipped: number;
};

/** File lines between two quoted ones that are not quoted themselves. */
export type Gap = {
  /** The old lines on both sides that are not blank, by index; others between them are not in the file. */
  readonly before: number;
  readonly after: number;
  /** The unquoted lines that are not blank, by their index in the file. */
  readonly lines: readonly number[];
};

/** Every place where the file has lines, not only blank ones, between two quoted ones. */
export function gapsOf(lines: LineTable, alignment: Alignment): Gap[] {
  const gaps: Gap[] = [];
  let before = -1;
  for (const [after, index] of alignment.entries()) {
    if (index === -1 || lines.trimmed(index) === '') continue;
    if (before !== -1) {
      const unquoted: number[] = [];
      for (let line = alignment[before]! + 1; line < index; line++)
        if (lines.trimmed(line) !== '') unquoted.push(line);
      if (unquoted.length > 0) gaps.push({ before, after, lines: unquoted });
    }
    before = after;
  }
  return gaps;
}

export function firstAndLast(alignment: Alignment): [number, number] {
  return [alignment.find((index) => index !== -1)!, alignment.findLast((index) => index !== -1)!];
}
