import type { TextEdit } from '../../edit/text-edit.ts';
import { diffLines } from '../../text/compare/line-diff.ts';
import type { Span } from '../../text/span.ts';
import { createLineTable, type LineTable } from '../align/line-table.ts';
import { createSource, type Placement, type Source } from '../matcher.ts';
import type { Quotation } from '../quotation.ts';
import { matchersOf } from '../strategies/index.ts';

export type Merge =
  /** The quotation is not what the caller was shown either. */
  | { readonly state: 'unrelated' }
  | { readonly state: 'clean'; readonly edits: readonly TextEdit[] }
  /** The lines that the edit is about have changed since; from 1, in the text as it is. */
  | { readonly state: 'conflict'; readonly lines: readonly number[] };

/** Makes an edit that was meant for an earlier version in the present one, if what it touches is still the same. */
export function mergeIntoCurrent(source: Source, known: string, quotation: Quotation): Merge {
  const edits = uniquePlacement(known, quotation)?.edits();
  if (!edits) return { state: 'unrelated' };
  const before = createLineTable(known);
  const kept = keptLines(before, source.lines);
  const moved: TextEdit[] = [];
  for (const { span, newText } of edits) {
    const [first, last] = amongEqualLines(before, touchedLines(before, span, newText));
    for (let line = first; line <= last; line++) {
      if (kept[line] === -1 || kept[line]! - kept[first]! !== line - first) return conflictAt(kept, line);
    }
    const shift = source.lines.startOf(kept[first]!) - before.startOf(first);
    moved.push({ span: { start: span.start + shift, end: span.end + shift }, newText });
  }
  return { state: 'clean', edits: moved };
}

function uniquePlacement(text: string, quotation: Quotation): Placement | undefined {
  const source = createSource(text);
  for (const matcher of matchersOf('strict')) {
    const placements = matcher.find(source, quotation);
    if (placements.length > 0) return placements.length === 1 ? placements[0] : undefined;
  }
  return undefined;
}

/** All lines that end up with something of the edit in them; one that is joined to another is among them. */
function touchedLines(lines: LineTable, { start, end }: Span, newText: string): [number, number] {
  const joinsNext = end > start && lines.text[end - 1] === '\n' && !newText.endsWith('\n') && newText !== '';
  return [lineOf(lines, start), lineOf(lines, joinsNext ? end : Math.max(start, end - 1))];
}

/** With the equal lines around them: of these the edit may mean any. */
function amongEqualLines(lines: LineTable, [first, last]: [number, number]): [number, number] {
  let [from, to] = [first, last];
  while (from > 0 && lines.lineAt(from - 1) === lines.lineAt(from)) from--;
  while (to + 1 < lines.count && lines.lineAt(to + 1) === lines.lineAt(to)) to++;
  return [from, to];
}

function lineOf(lines: LineTable, offset: number): number {
  return Math.min(lines.indexAt(offset), lines.count - 1);
}

/** For each line of the earlier version its index now; -1 if it is gone or changed. */
function keptLines(before: LineTable, now: LineTable): number[] {
  const all = (table: LineTable) => Array.from({ length: table.count }, (_, i) => table.lineAt(i));
  const kept: number[] = [];
  let shift = 0;
  let at = 0;
  for (const { oldStart, oldEnd, newEnd } of diffLines(all(before), all(now))) {
    for (; at < oldStart; at++) kept[at] = at + shift;
    for (; at < oldEnd; at++) kept[at] = -1;
    shift = newEnd - oldEnd;
  }
  for (; at < before.count; at++) kept[at] = at + shift;
  return kept;
}

function conflictAt(kept: readonly number[], line: number): Merge {
  const before = kept.slice(0, line).findLast((index) => index !== -1);
  const after = kept.slice(line + 1).find((index) => index !== -1);
  const first = before === undefined ? 0 : before + 1;
  const last = after === undefined ? first : Math.max(first, after - 1);
  return { state: 'conflict', lines: Array.from({ length: last - first + 1 }, (_, i) => first + i + 1) };
}
