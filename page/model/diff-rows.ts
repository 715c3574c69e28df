import { type MarkedLine, markWords } from '../../src/core/edit/word-diff.ts';
import type { Span } from '../../src/core/text/span.ts';

/** A line of a file in a diff, without its sign. */
export type DiffRow = {
  readonly kind: 'same' | 'removed' | 'added';
  readonly oldLine?: number;
  readonly newLine?: number;
  readonly text: string;
  /** The words that changed. */
  readonly marks: readonly Span[];
};

export type DiffHunk = {
  /** Lines between the hunk before, or the beginning of the file, and this one. */
  readonly skipped: number;
  readonly rows: readonly DiffRow[];
};

export type DiffFile = { readonly name: string; readonly hunks: readonly DiffHunk[] };

type OpenHunk = { skipped: number; rows: DiffRow[] };
type OpenFile = { name: string; hunks: OpenHunk[]; nextOld: number };

/** The files of a unified diff, with the numbers of their lines. */
export function diffFiles(diff: string): DiffFile[] {
  const files: OpenFile[] = [];
  let [oldLine, newLine] = [0, 0];
  for (const line of markWords(diff)) {
    const file = files.at(-1);
    const hunk = file?.hunks.at(-1);
    if (line.kind === 'file') openFile(files, line.text);
    else if (line.kind === 'hunk' && file) {
      [oldLine, newLine] = startsOf(line.text);
      file.hunks.push({ skipped: Math.max(0, oldLine - file.nextOld), rows: [] });
    } else if (file && hunk && isRow(line)) {
      hunk.rows.push(rowOf(line, oldLine, newLine));
      if (line.kind !== 'added') oldLine++;
      if (line.kind !== 'removed') newLine++;
      file.nextOld = oldLine;
    }
  }
  return files;
}

/** Its two header lines; the second has the name after the change. */
function openFile(files: OpenFile[], header: string): void {
  const name = header.slice(4).split('\t', 1)[0]!;
  const last = files.at(-1);
  if (header.startsWith('+++ ') && last) last.name = name === '/dev/null' ? last.name : name;
  else files.push({ name, hunks: [], nextOld: 1 });
}

/** A side without lines names the line before it. */
function startsOf(header: string): [number, number] {
  const [, oldStart, oldCount = '1', newStart, newCount = '1'] =
    /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(header)!;
  const start = (given: string | undefined, count: string) => Number(given) + (count === '0' ? 1 : 0);
  return [start(oldStart, oldCount), start(newStart, newCount)];
}

function isRow({ kind }: MarkedLine): boolean {
  return kind === 'same' || kind === 'removed' || kind === 'added';
}

function rowOf({ kind, text, changed }: MarkedLine, oldLine: number, newLine: number): DiffRow {
  const marks = changed.map(({ start, end }) => ({ start: start - 1, end: end - 1 }));
  return {
    kind: kind as DiffRow['kind'],
    ...(kind !== 'added' && { oldLine }),
    ...(kind !== 'removed' && { newLine }),
    text: text.slice(1),
    marks,
  };
}

/** Removed lines beside the added ones that follow them. */
export type SplitRow = { readonly left?: DiffRow; readonly right?: DiffRow };

export function splitRows(rows: readonly DiffRow[]): SplitRow[] {
  const result: SplitRow[] = [];
  let removed: DiffRow[] = [];
  const flush = () => {
    result.push(...removed.map((left) => ({ left })));
    removed = [];
  };
  for (const row of rows) {
    if (row.kind === 'removed') removed.push(row);
    else if (row.kind === 'added') {
      const left = removed.shift();
      result.push(left ? { left, right: row } : { right: row });
    } else {
      flush();
      result.push({ left: row, right: row });
    }
  }
  flush();
  return result;
}
