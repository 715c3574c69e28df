import { BudgetExceeded } from '../../text/compare/budget.ts';
import { isBlank } from '../../text/indentation.ts';
import type { Source } from '../matcher.ts';
import type { Quotation } from '../quotation.ts';
import type { Alignment } from './alignment.ts';
import type { LineTable } from './line-table.ts';

/** What two lines must share to be the same: of a quoted line, and of a line of the file. */
export type LineKey = {
  ofQuoted(line: string): string;
  ofFile(lines: LineTable, index: number): string;
};

export const byTrimmed: LineKey = {
  ofQuoted: (line) => line.trim(),
  ofFile: (lines, index) => lines.trimmed(index),
};

export const byTrimmedEnd: LineKey = {
  ofQuoted: (line) => line.trimEnd(),
  ofFile: (lines, index) => lines.lineAt(index).trimEnd(),
};

/** Which of more runs is meant is not searched for. */
const MAX_RUNS = 20_000;

/** Every run of the file's lines that the old lines mean one by one. Linear in the lengths of both. */
export function blocksOf(source: Source, { oldLines }: Quotation, key: LineKey): Alignment[] {
  if (oldLines.every(isBlank)) return [];
  const { ids, table } = idsOf(source, key);
  return runsOf(
    source,
    oldLines.map((line) => ids.get(key.ofQuoted(line)) ?? -1),
    table,
  ).map((first) => oldLines.map((_, i) => first + i));
}

/** Lines [first, last) of the file. */
export type LineWindow = { readonly first: number; readonly last: number };

/** The same within a part of the file, but blank lines on either side do not count. */
export function blocksIgnoringBlankLines(
  source: Source,
  { oldLines }: Quotation,
  key: LineKey,
  { first, last }: LineWindow = { first: 0, last: source.lines.count },
): Alignment[] {
  const { lines } = source;
  const solid = oldLines.filter((line) => !isBlank(line));
  if (solid.length === 0) return [];
  const solidInFile: number[] = [];
  for (let index = first; index < last; index++) if (lines.trimmed(index) !== '') solidInFile.push(index);
  const ids = new Map<string, number>();
  const wanted = solid.map((line) => idIn(ids, key.ofQuoted(line)));
  const table = Int32Array.from(solidInFile, (index) => ids.get(key.ofFile(lines, index)) ?? -2);
  const equal = (line: string, index: number) => key.ofQuoted(line) === key.ofFile(lines, index);
  return runsOf(source, wanted, table).flatMap((at) => [
    alignIgnoringBlankLines(lines, oldLines, solidInFile[at]!, equal) ?? [],
  ]);
}

type LineIds = { readonly ids: ReadonlyMap<string, number>; readonly table: Int32Array };

/** A number for each line of the file, the same for lines with the same key; made once for each key. */
function idsOf(source: Source, key: LineKey): LineIds {
  return source.lines.once(key, () => idsBy(source, key));
}

function idsBy({ lines, budget }: Source, key: LineKey): LineIds {
  budget.spend(lines.text.length + lines.count * 64);
  const ids = new Map<string, number>();
  const table = new Int32Array(lines.count);
  for (let index = 0; index < lines.count; index++) table[index] = idIn(ids, key.ofFile(lines, index));
  return { ids, table };
}

function idIn(ids: Map<string, number>, key: string): number {
  const known = ids.get(key);
  if (known !== undefined) return known;
  ids.set(key, ids.size);
  return ids.size - 1;
}

/** Where the wanted numbers occur one after the other (Knuth, Morris and Pratt). */
function runsOf({ budget, placesApart }: Source, wanted: readonly number[], table: Int32Array): number[] {
  if (wanted.includes(-1)) return [];
  budget.spend((table.length + wanted.length) * 16);
  const next = fallbacksOf(wanted);
  const found: number[] = [];
  let matched = 0;
  for (let i = 0; i < table.length; i++) {
    while (matched > 0 && wanted[matched] !== table[i]) matched = next[matched - 1]!;
    if (wanted[matched] === table[i]) matched++;
    if (matched < wanted.length) continue;
    found.push(i - wanted.length + 1);
    budget.spend(wanted.length * 8);
    if (!placesApart && found.length > MAX_RUNS) throw new BudgetExceeded();
    matched = next[matched - 1]!;
  }
  return found;
}

/** For each beginning of a sequence, the length of the longest shorter one that it ends with. */
function fallbacksOf(sequence: readonly number[]): number[] {
  const lengths = [0];
  for (let i = 1, length = 0; i < sequence.length; i++) {
    while (length > 0 && sequence[i] !== sequence[length]) length = lengths[length - 1]!;
    if (sequence[i] === sequence[length]) length++;
    lengths.push(length);
  }
  return lengths;
}

export function alignIgnoringBlankLines(
  lines: LineTable,
  oldLines: readonly string[],
  start: number,
  equal: (oldLine: string, index: number) => boolean,
): Alignment | undefined {
  const alignment: number[] = [];
  let at = start;
  for (const line of oldLines) {
    if (isBlank(line)) {
      const isThere = alignment.length > 0 && at < lines.count && lines.trimmed(at) === '';
      alignment.push(isThere ? at++ : -1);
      continue;
    }
    while (at < lines.count && lines.trimmed(at) === '') at++;
    if (at >= lines.count || !equal(line, at)) return undefined;
    alignment.push(at++);
  }
  return alignment;
}
